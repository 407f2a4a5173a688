name = libuv 풀 포화
# libuv 풀의 스레드가 모두 쓰이고 있다.
headline = libuv 풀의 스레드가 모두 쓰이고 있어 요청이 스레드를 기다립니다.
expected = libuv 풀의 스레드가 모두 쓰이고 있고, 스레드 대기가 응답 시간 증가분의 대부분이다
falsifier = UV_THREADPOOL_SIZE를 두 배로 늘려도 처리량이 그대로이고 CPU에는 여유가 있다
fix = 모두가 함께 쓰는 풀에서 이 일을 빼낸다(워커 스레드, 다른 서비스, 캐시): { $work }. 아니면 UV_THREADPOOL_SIZE를 조금씩 늘린다. 계산하는 일이면 코어 수까지, 기다리는 일이면 그 이상까지
knob = UV_THREADPOOL_SIZE { $size }
no-work = libuv 풀에 일을 맡기는 요청이 없다
observed = { $rate }에서, 스레드 풀에 맡긴 작업의 { $full }가 빈 스레드를 기다리고, 요청이 스레드를 기다리는 시간은 응답 시간 { $response } 중 { $wait }이다
observed-of-names = { $rate }에서, 스레드 풀에 맡긴 작업의 { $full }가 빈 스레드를 기다리고(호스트 이름 조회가 쓸 수 있는 스레드는 { $slots }개), 요청이 스레드를 기다리는 시간은 응답 시간 { $response } 중 { $wait }이다
most-work = { $observed }. 대부분은 이 일이다: { $work } (요청당 { $ms })
cpus-full = { $holds }. 그러나 CPU가 꽉 찼다. 스레드를 늘리면 대신 코어를 기다린다
full = 스레드 풀에 맡긴 작업의 { $share }가 빈 스레드를 기다린다
wait = 요청이 스레드를 { $ms } 기다린다
work = 요청당 스레드 풀 작업 시간 { $all } 중 { $most }: { $work }
hardly-more = { $holds }. 그러나 다른 자원이 거의 다 차 있어서 스레드를 늘려도 최대 { $most }까지만 가능하다
