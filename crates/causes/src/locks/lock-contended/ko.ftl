name = 잠금 경합
headline = 요청들이 잠금 하나를 기다리는데, 잠금을 잡은 쪽이 너무 오래 놓지 않습니다.
expected = 잠금 하나를 기다리는 시간이 부하에 따라 늘어나 증가분의 대부분을 차지하고, 항상 누군가 잠금을 잡고 있다
falsifier = 잠금을 잡고 있는 시간을 줄여도 처리량이 그대로다
fix = { $place }: 잠금 구간을 줄이거나, 키별로 나누거나, 스레드마다 객체를 따로 둔다
fix-wait = { $place }: 잠금을 잡은 채 { $what ->
    [waiting-remote] 다른 서비스를
    [waiting-database] 데이터베이스를
    [waiting-connection] 데이터베이스 커넥션을
    [waiting-disk] 디스크를
    [waiting-lock] 다른 잠금을
    [waiting-carrier] 캐리어 스레드를
   *[waiting-other] 다른 것을
 } 기다리지 않는다
no-stacks = 스택과 함께 측정한 단계가 없다
observed = 잠금 대기가 { $rate }에서 응답 시간 { $response } 중 { $wait }이다
occupied = 잠금 구간 안에 있는 스레드는 평균 { $threads }개이다. { $inside }
grows-little = { $waits }. 그러나 가장 많이 늘어난 것은 아니다
in-a-full-core = { $waits }. 그런데 그 잠금은 꽉 찬 코어의 { $share }를 쓰는 { $part } 안에 있다. 그 일이 줄면 대기도 없어진다
cpus-full = { $waits }. 그러나 CPU가 꽉 찼다. 잠금을 잡은 쪽이 코어를 기다리는 동안에도 잠금을 놓지 않는다
several-locks = { $observed }. 잠금이 하나가 아니다. 기다리는 스레드 중 { $place } 앞에 있는 것은 { $share }이다
holds = 스레드가 { $place } 앞에서 요청당 { $wait } 기다린다 (그 때문에 생긴 대기까지 합쳐 응답 시간 증가분의 { $share }). { $occupied }
closes = { $waits }. 1 / { $inside } = { $capacity }, 실제 처리량은 { $seen }이다
waits = { $place }: 이 잠금을 스레드가 요청당 { $wait } 기다린다
