name = executor 스레드 부족
# 요청이 빈 스레드가 없는 executor의 작업을 기다린다.
headline = executor에 빈 스레드가 없어, 요청이 executor에 맡긴 작업을 기다립니다.
expected = 요청이 future를 점점 더 오래 기다리고, 애플리케이션의 어느 executor에 빈 스레드가 없다
falsifier = 스레드를 두 배로 늘려도 처리량이 그대로다
fix = 그 executor의 스레드를 늘리고(core size. 큐에 한도가 없으면 그 이상 늘지 않는다), 큐에 한도를 두고, 작업 안에서 다른 작업을 기다리지 않는다
no-stacks = 스택과 함께 측정한 단계가 없다
observed = { $rate }에서 future를 기다리는 시간은 응답 시간 { $response } 중 { $waited }이다
none-full = { $observed }. 그러나 꽉 찬 executor가 애플리케이션에 없다
holds = { $says }
capacity = 스레드 { $threads }개({ $executor }) / 작업 시간 { $task } = { $capacity }, 실제 처리량은 { $seen }이다
doing = 작업 시간의 { $share }는 { $what ->
    [remote] 다른 서비스를 기다리는 시간이다
    [cache] 캐시를 기다리는 시간이다
    [database] 데이터베이스를 기다리는 시간이다
    [connection] 데이터베이스 커넥션을 기다리는 시간이다
    [lock] 잠금을 기다리는 시간이다
    [disk] 디스크를 기다리는 시간이다
    [cpu] CPU를 쓰는 시간이다
   *[other] 다른 무언가를 기다리는 시간이다
 }
growth = 작업 대기가 응답 시간 증가분의 { $share }이다
does-not-limit = { $holds }. { $why }
not-what-grows = 그러나 가장 많이 늘어난 것은 아니다
cpus-full = 그러나 CPU가 꽉 찼다. 작업이 코어를 기다린다
behind-pool = 그러나 꽉 찬 커넥션 풀 때문에 작업이 기다린다
behind-client = 그러나 작업이 HTTP 클라이언트의 커넥션을 기다린다
behind-lock = 그러나 작업이 잠금을 기다린다. 한꺼번에 더 많이 실행해도 기다릴 뿐이다
slower-tasks = 그러나 요청당 작업 시간이 가벼운 부하의 { $light }에서 { $now }로 늘었다
busy = 스레드 { $threads }개({ $executor }): 시간의 { $share } 동안 작업 중이고, 요청당 { $task }이다
future-wait = 요청이 future를 { $ms } 기다린다
callers-run = { $rate }에서, 요청이 서비스 안에 있는 { $inside } 중 { $ran }는 자리가 없는 executor가 되돌려준 작업을 요청이 직접 실행하는 시간이다
callers-run-for = { $observed }. { $executor } 스레드 { $threads }개가 모두 바쁘고, 요청당 { $task }를 쓴다
fix-callers-run = 작업이 기다리는 시간에 맞게 그 executor의 스레드를 늘리고, 꽉 찼을 때 어떻게 할지 정한다. 요청 안에서 실행하지 말고 작업을 거절하거나 버린다
observed-rest = { $rate }에서 응답 시간 { $response } 중 { $waited }는 콜백에도 작업에도 속하지 않는다
rest = 요청의 { $ms }는 콜백에도 작업에도 속하지 않는다
expected-rest = 어느 executor의 스레드가 쉬지 않고 작업하고, 응답 시간 가운데 콜백에도 작업에도 속하지 않는 시간이 늘어난다
growth-rest = 요청의 어느 조각에도 속하지 않는 시간이 응답 시간 증가분의 { $share }이다
behind-database = 그러나 데이터베이스의 CPU가 꽉 찼다
