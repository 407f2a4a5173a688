# 판정 규칙이 하는 말. KEY-rule은 규칙 KEY가 언제 성립하는지이며, `tightspot explain rules`가 보여 준다.

## 판정을 거부하는 것, 원인 지목을 막는 것

never-served = 서비스가 요청을 받지 못했다: { $seen }
nothing-measured = 끝까지 측정한 부하 단계가 없다
nothing-measured-rule = 끝까지 측정한 부하 단계가 없다.
generator-limited = { $reasons }
generator-limited-rule = 부하 생성기가 계획을 지키지 못했거나, 자기 코어를 너무 많이 썼다.
requests-failed = { $rate }에서 요청 { $sent }개 중 { $failed }개가 실패했다. 부하보다 응답 내용을 먼저 봐야 한다
service-ended = 부하를 받는 동안 서비스의 프로세스가 종료되어, 그 단계의 요청 { $sent }개 중 { $failed }개가 실패했다({ $rate }). 먼저 서비스의 로그를 확인한다
requests-failed-rule = 어떤 단계에서 너무 많은 요청이 실패했고, 찾은 원인이 이 실패를 설명하지 못한다.
level-unanswered = { $level } 단계에서는 응답을 받은 요청이 없다
level-uncounted = 이 프로세스가 { $level } 단계의 요청을 몇 개나 처리했는지 알 수 없다
level-unanswered-rule = 측정한 단계에서 응답을 받은 요청이 하나도 없다.
account-open = { $rate }에서 { $response } 중 { $open }가 서비스에서 보이는 범위 밖에서 쓰였다 (단계 { $levels }개 중 { $closed }개에서 시간의 합이 맞는다). 클라이언트와 서비스 사이를 봐야 한다
account-open-inside = { $rate }에서 { $response } 중 { $open }는 관찰된 어느 부분에도 없다. 그중 { $inside }는 서버 스스로 내부 시간으로 센다. 서비스 안에서 타이머, 자체 큐, 여러 조각으로 나누어 쓰는 응답을 살펴야 한다
account-open-rule = 대부분의 오픈 루프 부하 단계에서 시간의 합이 응답 시간과 맞지 않는다. 스레드가 코어를 얻지 못했다면, 코어를 빼앗는 원인은 지목할 수 있다.
requests-unseen = 요청을 처음부터 끝까지 맡는 스레드가 보이지 않는다(이벤트 루프이거나 알려지지 않은 서버). { $rate }에서 요청 하나의 { $response }를 무엇에 쓰는지 알 수 없다
requests-unseen-for = 요청을 처음부터 끝까지 맡는 스레드가 보이지 않는다(이벤트 루프이거나 알려지지 않은 서버). { $rate }에서 { $response } 중 { $open }를 무엇에 쓰는지 알 수 없다
requests-unseen-rule = 요청을 처음부터 끝까지 맡는 스레드가 보이지 않는다. CPU를 채우거나 빼앗는 것만 원인으로 지목할 수 있다. 보이는 조각의 합이 맞으면, 이벤트 루프를 막는 호출과 빈 스레드가 없는 executor도 지목할 수 있다.
account-too-long = { $rate }에서 각 부분의 합이 응답 시간 { $response }보다 { $over } 길다
account-without-stacks = 서비스의 스택이 없어 시간이 어디에 쓰였는지 알 수 없다
account-in-no-stack = { $rate }에서 { $response } 중 { $open }가 어느 스택에도 없다. 그동안 스레드에도 표본 수집기에도 코어가 없었을 수 있다: { $why }
account-too-long-by-bounds = { $rate }에서 각 부분의 합이 응답 시간 { $response }보다 { $over } 길다. 코어 대기는 상한으로 계산했다: { $why }
no-whole-level = 끝까지 측정한 단계가 없다
quota-stops = 주기의 { $share }에서 CPU 할당량 때문에 서비스가 멈춘다

## 정상 판정을 막는 것

cpus-taken-by-others = 서비스의 CPU가 꽉 찼지만, 채운 것은 서비스가 아니다: { $used }
cpus-taken-by-unseen = 스레드가 코어를 기다리는 시간이 서비스 자신의 CPU 사용으로 설명되는 것보다 길고, 누가 CPU를 쓰는지 보이지 않았다
cpus-taken-by-others-rule = 서비스의 CPU가 꽉 찼고, 상당 부분을 다른 쪽이 쓴다.
database-cpus-taken-by-others = 데이터베이스의 CPU가 꽉 찼다. 데이터베이스가 { $own }, 다른 쪽이 { $others }를 쓴다. 다른 쪽이 없을 때 무엇이 서비스의 한계일지는 알 수 없다. 부하를 다른 장비에서 보내야 한다
database-cpus-taken-by-others-rule = 데이터베이스의 CPU가 꽉 찼고, 상당 부분을 다른 쪽이 쓴다.
wait-grows-unexplained = { $what ->
    [locks] 잠금을
    [logging] 로그 기록을
    [cache] 캐시를
   *[remote] 다른 서비스를
 } 기다리는 시간이 부하에 따라 요청당 { $grown } 늘어나는데, 알려진 원인으로는 설명되지 않는다
wait-grows-unexplained-rule = 응답 시간 증가의 대부분이 잠금, 로그 기록, 다른 서비스 또는 캐시를 기다리는 시간인데, 성립하는 원인이 없다.
memory-unfreed = { $rate }에서 요청이 { $response } 중 { $waited } 동안 컬렉터가 아직 회수하지 못한 메모리를 기다리는데, 알려진 원인으로는 설명되지 않는다
memory-unfreed-rule = 컬렉터가 아직 회수하지 못한 메모리를 요청이 기다리는데, 성립하는 원인이 없다.
wait-before-sending = { $rate }에서 요청이 보내지기 전에 커넥션을 기다리는 시간이 { $response } 중 { $waited }인데, 알려진 원인으로는 설명되지 않는다
wait-before-sending-rule = 포화보다 낮은 부하에서, 요청이 전송되기 전에 커넥션을 기다리느라 대부분의 시간을 보낸다.
quota-used-up = CPU 할당량({ $cores }코어 중 { $quota })을 다 썼는데, 스레드를 얼마나 자주 멈추는지 보이지 않는다. 할당량이 너무 작은지 알 수 없다
quota-used-up-rule = CPU 할당량을 다 썼고, 스레드를 얼마나 자주 멈추는지 알려 주는 카운터를 읽지 못했다.
full-cpu-without-stacks = { $cpu }: 한계에 도달했고, 스택이 없어 무엇에 쓰는지 볼 수 없다
full-cpu-without-stacks-rule = CPU가 꽉 찼고, 무엇을 하는지 말해 주는 스택이 없다.
full-cpu-compiles = { $cpu }: JIT 컴파일러가 { $cores }코어를 써서 꽉 찼을 뿐이다. 웜업 시간을 더 길게 주고 다시 측정한다 (예: --warmup 300s)
full-cpu-compiles-rule = JIT 컴파일러가 없다면 CPU가 꽉 차지 않는다.
full-cpu-of-other-threads = { $cpu }: 한계에 도달했지만, 요청 스레드는 { $all }코어 중 { $requests }만 쓴다 (컬렉터 { $collector }, 컴파일러 { $compilers }). 다른 스레드가 요청을 위해 무엇을 하는지 알 수 없다
full-cpu-of-other-threads-rule = CPU가 꽉 찼고, 대부분을 요청을 처리하지 않는 스레드가 쓴다.
full-cpu-collects = { $cpu }: 한계에 도달했고, 컬렉터가 그중 { $share }를 쓴다. 무엇이 할당되는지, 힙에 여유가 얼마나 있는지 먼저 봐야 한다
full-cpu-collects-rule = CPU가 꽉 찼고, 컬렉터가 많은 부분을 쓴다.
full-database-unseen = { $database }: 한계에 도달했는데 세션을 보지 못했다. SQL 문에 CPU가 그만큼 필요한지 알 수 없다 (--db를 주면 보인다)
full-database-unseen-rule = 데이터베이스의 CPU가 꽉 찼고, 데이터베이스 안을 보지 못했다.
full-database-tables-uncounted = { $database }: 한계에 도달했는데 서버가 테이블을 어떻게 읽는지 세지 않는다. SQL 문에 CPU가 그만큼 필요한지 알 수 없다
full-database-tables-uncounted-rule = 데이터베이스의 CPU가 꽉 찼고, 서버가 테이블을 어떻게 읽는지 세지 않는다.
full-loop-blocked = { $event-loop }: 한계에 도달했지만, 요청이 루프를 쓰는 { $busy } 중 { $blocked }가 루프를 막는 동기 호출이다. 필요한 것인지 알 수 없다
full-loop-blocked-rule = 이벤트 루프가 꽉 찼고, 루프를 막는 동기 호출이 많은 시간을 쓴다.
never-warm = { $cpu }: 한계에 도달했지만, 모든 오픈 루프 부하 단계에서 JIT 컴파일러가 { $cores }코어 이상을 쓴다. 웜업 시간을 더 길게 주고 다시 측정한다 (예: --warmup 300s)
never-warm-rule = CPU가 꽉 찼고, 모든 오픈 루프 부하 단계에서 컴파일러가 바빴다.
costs-more-under-load = { $full }: 한계에 도달했지만, 요청 하나의 비용이 가벼운 부하의 { $light }에서 { $heavy }로 늘었다. 경합이 있는데, 알려진 원인으로는 설명되지 않는다
costs-more-under-load-rule = 꽉 찬 자원의 요청당 비용이 가벼운 부하보다 뚜렷이 크다.
full-database-undecided = { $full }: 한계에 도달했고, { $cause }일 수 있다: { $reason }
full-database-undecided-rule = 데이터베이스의 CPU가 꽉 찼고, 그것을 설명할 원인이 확인되지도 기각되지도 않았다.
full-unexplained = 꽉 찬 것: { $full }. 무엇이 채우는지 알려진 원인으로는 설명되지 않는다
full-unexplained-with-wait = { $says } (요청이 워커를 쓰는 { $kept } 중 { $waited } 동안 { $what ->
    [remote] 다른 서비스를
    [cache] 캐시를
    [connection] 커넥션을
    [client] HTTP 클라이언트의 커넥션을
    [database] 데이터베이스를
    [lock] 잠금을
    [memory] 컬렉터가 아직 회수하지 못한 메모리를
   *[logging] 로그 기록을
 } 기다린다)
full-unexplained-rule = 커넥션, 워커 같은 한정된 자원이 꽉 찼는데, 성립하는 원인이 없다.
bends-without-stacks = 부하에 따라 요청이 느려지는데, 스택이 없어 이유를 볼 수 없다
bends-without-stacks-rule = 부하에 따라 요청이 느려지는데, 이유를 말해 주는 스택이 없다.
bends-unexplained = 부하에 따라 요청이 { $from }보다 { $by } 느려지는데, 관찰된 자원 중 한계에 도달한 것이 없다
bends-unexplained-with-wait = { $says }. 그중 { $waited } 동안 { $what ->
    [remote] 다른 서비스를
    [cache] 캐시를
    [connection] 커넥션을
    [client] HTTP 클라이언트의 커넥션을
    [database] 데이터베이스를
    [lock] 잠금을
    [memory] 컬렉터가 아직 회수하지 못한 메모리를
   *[logging] 로그 기록을
 } 기다린다
bends-unexplained-rule = 부하에 따라 요청이 느려지는데, 관찰된 것 중 한계에 도달한 것이 없다.
cut-short = 서비스가 느려지기 전에, { $rate }에서 측정이 중단되었다
start-cut-short = 시작을 { $seconds } 동안 지켜봤고, 요청 { $of }건 중 { $good }건이 처리되었다. 비교할 웜업된 단계가 나오기 전에 측정이 끝났다
cut-short-rule = 서비스가 느려지기 전에 측정이 중단되었다.
start-lost = 시작 뒤 처음 { $of } 동안 { $lost } 분량의 요청을 처리하지 못했고, 알려진 원인으로는 설명되지 않는다
start-slow-by-preview-rule = 시작 직후 몇 초가 마지막보다 훨씬 느리고, 아직 지목할 수 없는 원인이 그것을 설명한다.
start-slow = 시작 직후 몇 초가 마지막에 측정한 것보다 { $times }배 느린데({ $first }, { $last }), 알려진 원인으로는 설명되지 않는다
start-slow-rule = 시작 직후 몇 초가 마지막보다 훨씬 느린데, 성립하는 원인이 없다.
start-compiles = 측정이 끝날 때에도 JIT 컴파일러가 { $cores }코어를 쓴다. 웜업된 뒤 얼마나 빠른지 알 수 없다
start-compiles-rule = 시작 측정이 끝날 때에도 컴파일러가 바쁘다.
tail-by-preview-rule = 가장 느린 요청들이 보통 요청보다 훨씬 오래 걸리고, 아직 지목할 수 없는 원인이 그것을 설명한다.
tail-unexplained = 요청 백 개 가운데 하나는 { $limit }보다 오래 걸린다(중앙값의 { $times }배). 그 가운데 { $share }는 관측된 어떤 이벤트로도 설명되지 않는다
tail-slow-cpus = 요청 백 개 가운데 하나는 { $limit }보다 오래 걸린다(중앙값의 { $times }배). 그 가운데 { $share }는 서비스의 CPU가 평소보다 느려진 시간에 몰려 있다. 다른 누군가가 같은 장비를 쓰고 있거나 CPU 클록이 낮아졌을 수 있다. 느린 요청이 그래도 남는지는 더 조용한 장비에서 다시 재어 보면 알 수 있다
tail-unexplained-rule = 가장 느린 요청들이 보통 요청보다 훨씬 오래 걸리는데, 성립하는 원인이 없다.

## 정상 판정을 주는 것

limit-reached = { $full }: 한계에 도달했다
limit-reached-rule = 서비스의 CPU, 이벤트 루프 또는 데이터베이스의 CPU가 한계에 도달했고, 위의 어느 규칙에도 걸리지 않는다. 그 일이 꼭 필요하다는 뜻은 아니다.
full-and-hardly-more-cpu = 꽉 찬 것: { $full }. 그러나 { $cpu }도 { $used } 쓰이고 있어, 처리량은 최대 { $more }까지만 더 늘 수 있다
full-for-want-of-a-core = 꽉 찬 것: { $full }. 그러나 요청이 코어를 기다리고(내부 { $inside } 중 { $queue }), { $cpu }도 { $used } 쓰이고 있어, 처리량은 최대 { $more }까지만 더 늘 수 있다
full-and-hardly-more-cpu-rule = 코어가 모자라 워커나 커넥션이 꽉 찼고, 남은 CPU가 적어 다른 무엇을 고쳐도 처리량이 20 % 이상 늘지 않는다.
hardly-more-cpu = { $cpu }: { $used } 쓰이고 있다. 처리량은 최대 { $more }까지만 더 늘 수 있고, 그 밖에 꽉 찬 것은 없다
hardly-more-cpu-rule = 한계에 도달한 것은 없고, 남은 CPU가 적어 다른 무엇을 고쳐도 처리량이 20 % 이상 늘지 않는다.
start-quick = 요청은 첫 1초에 { $first }, 첫 1분 끝에 { $last } 걸렸다. 그 뒤 무엇이 한계인지는 진단하지 않았다 (명령 없이 `why`를 실행하면 알 수 있다)
start-quick-rule = 시작 구간만 측정했고, 시작이 빨랐다.
tail-short = 요청 백 개 가운데 하나는 { $limit }보다 오래 걸린다(중앙값의 { $times }배). 큐 대기로 설명되는 정도이다
tail-short-rule = 가장 느린 요청들도 큐 대기로 설명되는 시간보다 오래 걸리지 않는다.
no-bend = 시도한 부하까지 요청이 크게 느려지지 않았다
no-bend-rule = 시도한 부하까지 요청이 크게 느려지지 않았다.

## 정상 판정이 나올 자리에서 그것을 막는 것

cpu-account-open = { $rate }에서 요청 하나가 쓰는 CPU { $ms } 중 { $share }가 어느 표본에도 없다. 코어가 무엇을 하는지 알 수 없다
cpu-account-open-rule = 어떤 단계에서 요청이 쓰는 CPU 중 너무 많은 부분이 어느 표본에도 없다.
some-seconds-slow = 부하 단계 { $of }개 중 { $levels }개에서 몇 초 동안만 나머지보다 훨씬 느리다({ $rate }에서는 이 몇 초 때문에 요청 시간이 { $share } 늘어난다). 이따금 무언가가 일어난다. 무엇인지는 why에 { $option } 옵션을 붙이면 알 수 있다
some-seconds-slow-rule = 여러 부하 단계에서 몇 초 동안만 나머지보다 훨씬 느리고, 그것이 요청 시간을 크게 늘린다.
preview-explains = { $cause }: 설명이 되지만, 실제 서비스에서 확인되기 전에는 지목하지 않는다: { $reason }
preview-explains-rule = 아직 지목할 수 없는 원인이 응답 시간의 증가분을 설명한다.
candidate-undecided = { $cause }일 수 있다: { $reason }
candidate-undecided-rule = 어떤 원인이 증가분을 설명할 수 있는데, 확인하거나 기각하기에는 관측된 것이 너무 적다.
cure-pays = { $cause } 문제를 고치면 최대 { $most }까지 가능하다: { $reason }
cure-pays-rule = 한계와 별개인 어떤 원인을 고치면 처리량이 20 % 이상 늘어난다.
decoy-of-undecided = { $cause }일 수 있다: { $reason }
decoy-of-undecided-rule = 밖에서 볼 수 없는 한 가지만 빼면 어떤 원인이 모두 들어맞는다. 이와 비슷해 보이는 다른 원인은 지목하지 않는다.
name-nearly-falls = { $reason }. 다만 기준값 하나({ $threshold })를 그 기준값이나 측정값의 오차만큼 옮기면 성립하지 않는다
name-nearly-falls-rule = 기준값 하나를 그 기준값이나 측정값의 오차만큼 옮기면, 지목한 원인이 성립하지 않는다.
candidate-nearly-holds = { $cause } 원인이 거의 성립한다: { $reason }
candidate-nearly-holds-rule = 기준값 하나를 그 오차만큼 옮기면 어떤 원인이 성립한다.
rule-nearly-holds = 다음에 거의 해당한다: { $says }
rule-nearly-holds-rule = 기준값 하나를 그 오차만큼 옮기면, 지목이나 정상 판정을 막는 규칙이 성립한다.

## 가설의 처리

no-more-than-a-hint = { $reason } (단서일 뿐이다: { $why })
not-observable = 볼 수 없었다: { $sensors }
sensor-lost = { $sensor }: { $why }
sensor-not-seen = { $sensor }: 관찰되지 않음
contradicted = 실험 결과와 어긋난다: { $experiment }
suspect-contradicted = { $cause }: 의심했지만 실험 결과와 어긋난다: { $experiment }
