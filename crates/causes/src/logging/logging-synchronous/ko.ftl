name = 동기 로깅
headline = 요청마다 로그를 직접 쓰고, 다 쓴 뒤에야 다음 일을 합니다.
expected = 로깅 프레임워크 안에서 기다리는 시간이 부하에 따라 늘어나고, 응답 시간 증가의 대부분을 차지한다
falsifier = 로그를 /dev/null로 보내도 처리량이 그대로다
no-stacks = 스택과 함께 측정한 단계가 없다

## 요청이 로그를 기다린다

caution = 프로세스가 죽으면 큐에 남은 로그는 사라지고, 큐가 꽉 차면 기다리는 대신 로그를 버린다
fix = 크기가 제한된 비동기 어펜더로 쓰고, 요청당 로그를 줄이고, 줄마다 디스크로 플러시하지 않는다
observed = 로그 기록 대기가 { $rate }에서 응답 시간 { $response } 중 { $wait }이다
occupied = 로그를 쓰는 구간 안에 있는 스레드는 평균 { $threads }개이다. { $inside }
grows-little = { $waits }. 그러나 가장 많이 늘어난 것은 아니다
cpus-full = { $waits }. 그러나 CPU가 꽉 찼다. 로그를 쓰는 쪽이 코어를 기다리는 동안에도 잠금을 놓지 않는다
holds = 스레드가 요청당 { $wait } 동안 { $place ->
    [lock] 로그의 잠금을 기다린다
   *[write] 로그가 쓰이기를 기다린다
 } (그 때문에 생긴 대기까지 합쳐 응답 시간 증가분의 { $share }). { $occupied }
waits = 스레드가 로깅 프레임워크 안에서 요청당 { $wait } 기다린다

## 로그가 CPU를 채운다

fix-cpu = 요청당 로그를 줄인다. 로그 레벨을 올리거나 반복문 안의 로그를 없앤다. 비동기 어펜더는 대기를 줄일 뿐, 이 CPU는 줄이지 못한다
uses-cpu = 로그를 쓰는 일이 { $rate }에서 요청 스레드 CPU 시간의 { $share }를 쓴다 (요청당 { $ms })
written = 요청마다 { $bytes }를 (로그가 아닌 것까지 합쳐) 파일에 쓴다
few-lines = { $observed }. { $written }. 한 줄이나 몇 줄 정도다
cpu-full = { $observed }. { $written }. 서비스의 CPU가 로그로 꽉 찼다
cpu-full-unwritten = { $observed }. 서비스의 CPU가 꽉 찼지만, 그만큼의 로그가 필요한지 외부에서는 알 수 없다

## 로그가 이벤트 루프를 붙잡는다

fix-blocked = 요청당 로그를 줄이고, 줄을 버릴 수도 있는, 크기가 제한된 비동기 출력으로 쓰고, 줄마다 디스크로 플러시하지 않는다
fix-less = 요청당 로그를 줄인다. 로그 레벨을 올리거나 반복문 안의 로그를 없앤다
keeps-loop = 로그를 쓰느라 이벤트 루프를 요청당 { $ms } 붙잡는다. { $rate }에서 루프가 바쁜 시간의 { $share }이다
blocked = 로그를 쓰는 시간 중 { $blocked } 동안 루프가 막혀 있다. 로그 한 줄마다 디스크나, 파이프를 읽는 쪽을 기다린다
loop-not-blocked = { $observed }. 막히는 쓰기는 없고, 그만큼의 로그가 필요한지 외부에서는 알 수 없다
loop-full = { $observed }. { $why }
