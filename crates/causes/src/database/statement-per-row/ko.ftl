name = N+1 쿼리
headline = 요청 하나가 행마다 SQL 문을 따로 실행합니다(N+1).
expected = 요청이 데이터베이스를 여러 번 기다리고, 매번 금방 끝나는 SQL 문을 기다린다
falsifier = 데이터베이스까지의 왕복을 1 ms 늘려도 요청은 1 ms만 길어진다
caution = 조인 한 번으로 목록 두 개를 읽으면 행이 곱으로 늘어난다. 페이지 제한은 조인 전에 적용해야 한다
fix = 행들을 SQL 문 하나로 가져온다(조인, IN 목록, 페치 조인, 배치 크기, 데이터 로더). 쓰기는 배치로 한다
no-database = 데이터베이스를 기다리는 요청이 없다
uncounted = 커널이 센 서비스의 커넥션 통계를 읽지 못했다 (별도의 네트워크 네임스페이스일 수 있다)
peer-unknown = 서비스가 통신하는 상대 중 어느 것이 데이터베이스인지 알 수 없다
observed = 요청당 데이터베이스 왕복 { $trips }번, 가벼운 부하에서 한 번에 { $each }
few-trips = 데이터베이스 왕복은 요청당 { $trips }번이다
long-statements = 왕복 한 번에 { $each }가 걸린다. SQL 문 자체가 오래 걸린다
statements-unseen = 데이터베이스 왕복이 요청당 { $trips }번이지만, 같은 SQL 문인지 확인하지 못했다. 데이터베이스의 세션을 읽지 못했다
different-statements = 데이터베이스 왕복이 요청당 { $trips }번이지만, { $same }번보다 많이 보낸 SQL 문은 없다
small = 왕복이 요청당 { $trips }번이지만, 그 시간은 가벼운 부하에서 응답 시간의 { $share }이다
cpu-of-other-work = 서비스가 할당된 CPU의 { $used }를 쓰고, 그 CPU 시간 중 데이터 접근에 쓰는 것은 { $asking }이다
holds = 요청이 데이터베이스를 { $trips }번, 한 번에 { $each }씩 기다린다. 가벼운 부하에서 { $at-a-time ->
    [one] 이 대기는 응답 시간 { $response } 중 { $waits }이고
   *[several] 응답 시간은 { $response }인데, 이 대기는 동시에 여럿을 기다려 모두 { $waits }이고
 }, 데이터 접근에 CPU { $asking }를 쓴다
fetched-late = { $holds }. 이벤트 루프가 가져갈 때까지 도착한 응답이 { $late } 기다린다
segments = 요청당 데이터베이스 왕복은 약 { $trips }번이다(보낸 데이터 세그먼트 기준)
each = 한 번에 { $each }이다
waits = 가벼운 부하에서 응답 시간 { $response } 중 { $waits } 동안 데이터베이스를 기다린다
