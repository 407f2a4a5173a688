# 여러 원인이 함께 쓰는 말.
no-level = 측정한 단계가 없다
no-connection = 어느 단계에서도 데이터베이스 커넥션을 점유하지 않는다
no-pool = 커넥션 풀을 읽지 못했다
no-event-loop = 이벤트 루프로 요청을 처리하는 서비스가 아니다
held = 커넥션 점유 시간은 { $held }이다
held-of-pool = 커넥션 풀 "{ $pool }"(크기 { $size }): 커넥션 점유 시간은 { $held }이다
pool-of = 풀 크기 { $size }
pool-use = { $rate }에서 풀의 커넥션 { $size }개 중 { $used }개가 사용 중이고, 요청 { $waiting }개가 커넥션을 기다린다
pool-wait = { $rate }에서 커넥션을 기다리는 시간은 응답 시간 { $response } 중 { $wait }이다
pool-growth = 커넥션 대기가, 그 때문에 생긴 대기까지 합쳐, 응답 시간 증가분의 { $share }이다
pool-growth-small = 커넥션 대기는, 그 때문에 생긴 대기까지 합쳐도, 응답 시간 증가분의 { $share }뿐이다
pool-does-not-limit = 사실이지만, 풀이 한계는 아니다: { $why }
loop-limits = 사실이지만, 이벤트 루프에 남은 시간이 없다. 커넥션을 점유한 채 응답이 루프를 기다린다
arithmetic = 커넥션 { $size }개 / { $held } = { $capacity }, 실제 처리량은 { $seen }이다. { $growth }. { $account }
arithmetic-without-gauge = { $growth }. { $account }
times-add-up = { $levels }개 단계 중 { $closed }개에서 각 부분의 합이 응답 시간과 맞는다
times-add-up-open = 오픈 루프 { $levels }개 단계 중 { $closed }개에서 각 부분의 합이 응답 시간과 맞는다
to-peer = ({ $peer })
inside = 요청 하나가 그 안에 { $ms } 머물며, 그중 { $share }는 { $what ->
    [waiting-remote] 다른 서비스를 기다리는
    [waiting-cache] 캐시를 기다리는
    [waiting-database] 데이터베이스를 기다리는
    [waiting-connection] 데이터베이스 커넥션을 기다리는
    [waiting-disk] 디스크를 기다리는
    [waiting-lock] 다른 잠금을 기다리는
    [waiting-carrier] 캐리어 스레드를 기다리는
    [waiting-other] 다른 무언가를 기다리는
    [stopped] 런타임이 멈춰 세운
   *[cpu] CPU를 쓰는
 } 시간이다
nobody-inside = 그 안에서 스레드가 보이지 않았다
collector = { $which ->
    [serial] Serial GC
    [parallel] Parallel GC
    [g1] G1 GC
   *[concurrent] Concurrent GC
 }

## 한 가지 일이 쓰는 CPU

no-cpu-account = CPU를 어디에 쓰는지 보지 못했다
cpu-owned = { $what ->
    [look-up] 이미 찾은 것을 다시 찾는 데
    [build] 재사용할 수 있는 객체를 매번 새로 만드는 데
    [throw] 예외를 만드는 데
    [scan] 메모리의 데이터를 훑거나 복사하는 데
    [serialise] JSON, XML 등을 직렬화하고 역직렬화하는 데
    [pieces] 응답을 작은 조각으로 나눠 내보내는 데
    [collect] 가비지를 수집하는 데
    [rows] 데이터베이스가 보내는 것을 읽는 데
   *[compress] 압축하는 데
 } 요청당 CPU 시간의 { $share }({ $ms })를 쓴다
file-opened = 요청마다 { $file } 파일을 다시 연다(요청당 { $times }번)
files-opened = 요청마다 파일 { $files }개를 다시 연다. 그중 { $file } 파일은 요청당 { $times }번 연다
classes-made = 요청마다 클래스를 많게는 { $classes }개씩 새로 만든다
cpu-owned-collected = { $owned }. 이 CPU 시간 중 { $ms }({ $share })는 여기서 만든 객체를 수집하는 데 쓴다
cpu-owned-expected = 코어 사용률이 한계에 도달했고, { $what ->
    [look-up] 이미 찾은 것을 다시 찾는 데
    [build] 재사용할 수 있는 객체를 매번 새로 만드는 데
    [throw] 예외를 만드는 데
    [scan] 메모리의 데이터를 훑거나 복사하는 데
    [serialise] JSON, XML 등을 직렬화하고 역직렬화하는 데
    [pieces] 응답을 작은 조각으로 나눠 내보내는 데
    [collect] 가비지를 수집하는 데
    [rows] 데이터베이스가 보내는 것을 읽는 데
   *[compress] 압축하는 데
 } CPU 시간의 { $least } 이상을 쓴다
cpu-owned-falsifier = { $what ->
    [look-up] 반복 조회를
    [build] 객체 생성을
    [throw] 예외를
    [scan] 훑거나 복사하는 일을
    [serialise] 아무도 읽지 않는 데이터를
    [pieces] 작은 조각으로 나눠 내보내는 일을
    [collect] 가비지를
    [rows] 응답에 쓰지 않는 행을
   *[compress] 압축을
 } 없애도 요청당 CPU 시간이 그대로다
cpu-owned-and = { $owned }. { $more }
cpu-owned-in = { $owned }. 대부분 { $does }에서 쓴다
cpu-owned-locked = { $owned }. 요청은 그 안에서 잠금도 { $wait } 기다린다 (응답 시간의 { $share })
cpu-owned-has-room = { $owned }. 하지만 코어는 꽉 차지 않았다 (CPU 사용률 { $used })
cpu-owned-excused = { $owned }. { $excuse }
cpu-owned-less = { $owned }. 원인으로 지목하는 기준({ $least })보다는 적지만, 정상인 서비스보다는 많다
cpu-owned-in-place = { $owned }. 이것이 { $place }에서 하는 일의 대부분이며, 그곳은 모든 부하 단계에서 CPU 시간의 { $share }를 쓴다
cpu-owned-unseen = { $owned }. 그 밖에 요청이 무엇을 기다리는지는 보이지 않는다
cpu-owned-too-few = { $owned }. 다만 표본이 { $samples }개뿐이라 확신할 수 없다

## 요청이 기다리는 캐시

no-cache = 캐시를 기다리는 요청이 없다
sent-by-service = (서비스 자신이 보냄)
sent-by-client = (다른 클라이언트 { $client })
cache-asked = 캐시 대기는 가벼운 부하에서 { $light }, { $rate }에서 { $wait }이다. 그 서버에서 아무 일도 하지 않는 명령은 평균 { $trip }, 길게는 { $longest } 걸린다
cache-trip = 캐시 서버에서 아무 일도 하지 않는 명령이 평균 { $trip }, 길게는 { $longest } 걸린다
cache-little = 캐시 대기는 응답 시간 { $response } 중 { $wait }이고, 가장 많이 늘어난 것도 아니다
cache-innocent = 캐시 서버는 아무 일도 하지 않는 명령에 { $trip } 만에 답한다. 이것으로는 요청이 기다리는 { $wait } 중 { $share }만 설명된다. 나머지는 네트워크, 클라이언트의 큐, 또는 서비스 쪽의 코어 부족에서 생긴다
made = 요청 하나가 객체를 약 { $bytes } 만든다
made-in = { $made }. 그중 { $share }는 { $site }에서 만든다(요청당 { $bytes })
made-in-of = { $made }. 그중 { $share }는 { $site }에서 만든다(요청당 { $bytes }, 대부분 { $class })
collected-because = GC 시간의 { $share }는 { $why ->
    [asked] 서비스가 직접 요청한 GC이다
    [asked-from-outside] 외부에서 요청한 GC이다
    [looked] 누군가 힙을 들여다봐서 생긴 GC이다
    [metadata] 클래스 영역이 꽉 차서 생긴 GC이다
    [humongous] 큰 배열에 별도의 공간이 필요해서 생긴 GC이다
   *[periodic] 정해진 주기마다 하는 GC이다
 } ({ $words })
fix-collected-because = { $why ->
    [asked] 서비스 코드에서 GC를 요청하지 않는다. System.gc()를 호출하는 곳을 찾아 없애거나 -XX:+DisableExplicitGC로 시작한다(그 호출로 힙 밖의 메모리를 해제한다면 -XX:+ExplicitGCInvokesConcurrent로 시작한다)
    [asked-from-outside] GC를 요청하는 쪽을 멈춘다: jcmd GC.run을 부르는 작업, 모니터링 도구의 버튼, 에이전트
    [looked] 사용자가 기다리는 동안 힙을 들여다보는 쪽을 멈춘다: jmap이나 jcmd GC.class_histogram을 부르는 작업, 모니터링 에이전트
    [metadata] 처음부터 클래스 영역을 넉넉히 준다(-XX:MetaspaceSize=256m). 요청마다 클래스를 새로 만들지 않는지 확인한다
    [humongous] 더 작은 배열을 쓰거나 리전을 키운다(-XX:G1HeapRegionSize=16m)
   *[periodic] 주기적인 GC를 끈다(-XX:G1PeriodicGCInterval=0)
 }
