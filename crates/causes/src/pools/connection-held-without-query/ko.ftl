name = 쿼리 없이 커넥션 점유
headline = 실행 중인 SQL 문도 열린 트랜잭션도 없이 데이터베이스 커넥션을 점유합니다.
expected = 풀이 꽉 찼고, 데이터베이스 서버에서 보면 세션이 유휴 상태이며, 스레드가 하는 일이 트랜잭션 밖에 있다
falsifier = 그 호출이 2 ms 길어져도 처리량이 낮아지지 않는다
fix = 호출하기 전에 커넥션을 반납한다. spring.jpa.open-in-view=false로 하고, 응답에 필요한 것은 트랜잭션 안에서 가져온다
fix-on-loop = 호출하기 전에 커넥션을 반납(release)한다
observed = 게이지로 본 커넥션 점유 시간은 { $held }이다. 그중 트랜잭션과 SQL 문이 { $stacks }, 트랜잭션 밖의 원격 호출이 { $outside }이다
observed-with-sessions = { $observed }. 서버에서 유휴 세션은 { $idle }개, 트랜잭션을 연 유휴 세션(`idle in transaction`)은 { $in-transaction }개이다
in-statements = 커넥션 점유 시간 { $held } 중 { $stacks }가 트랜잭션과 SQL 문에 쓰인다
remote = 커넥션 점유 시간 중 적어도 { $outside }는 열린 트랜잭션 없이 다른 서비스{ $to }를 호출하는 시간이다
statements = 커넥션 점유 시간 중 트랜잭션과 SQL 문이 { $stacks }이다
