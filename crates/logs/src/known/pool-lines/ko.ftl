# 커넥션 풀의 메시지: 무엇을 증명하고 무엇을 증명하지 않는지.

hikari-timeout-proves = 요청 하나가 커넥션을 { $timeout } 기다리다 포기했다. { $active ->
    [none] 그때 커넥션이 몇 개 나가 있었는지는 이 줄에 없다.
   *[other] 그 순간 커넥션 { $total }개 중 { $active }개가 나가 있었고, 요청 { $waiting }개가 더 기다렸다.
 }
hikari-timeout-leaves-open = 풀이 너무 작다는 증거는 아니다. 풀은 피해자이고, 원인은 커넥션을 오래 붙잡는 쪽에 있다. 풀을 키워도 기다리는 곳만 바뀔 뿐 증명되는 것은 없다. 누가 커넥션을 붙잡는지도 알 수 없다. 원격 호출, 웜업되지 않은 코드, 빠진 인덱스, 잠금, 누수가 모두 이 줄로 나타난다.

hikari-empty-proves = 풀에 커넥션이 하나도 없었다. { $timeout } 안에 하나도 열지 못했고, 요청 { $waiting }개가 더 기다렸다.
hikari-empty-leaves-open = 왜 열지 못했는지는 알 수 없다. 데이터베이스가 멈췄거나, 가득 찼거나, 닿지 않거나, 로그인을 거부했을 수 있다. 풀의 크기와는 상관이 없다.

hikari-start-proves = 첫 커넥션을 열지 못해 서비스가 시작되지 못했다.
hikari-start-leaves-open = 부하에 대해서는 아무것도 증명하지 않는다. 아직 아무것도 처리하지 않았다. 로그에서 그 아래에 있는 원인이 데이터베이스의 대답이다.

hikari-leak-suspected-proves = 커넥션 하나가 `leakDetectionThreshold`보다 오래 나가 있었다. 그 아래 스택이 어디서 가져갔는지 말해 준다.
hikari-leak-suspected-leaves-open = 누수라는 증거는 아니다. 늦게 반납하는 느린 요청도 같은 말로 기록된다. `Previously reported leaked connection ... was returned` 줄이 뒤에 오면 누수가 아니다.

hikari-clock-proves = 풀의 관리 스레드가 계획보다 훨씬 늦게 실행되었다. 프로세스 전체에 코어가 없었거나, GC로 멈췄거나, 장비가 절전에 들어갔다.
hikari-clock-leaves-open = 그중 무엇이었는지는 알 수 없고, 풀 자체에 대해서도 아무것도 증명하지 않는다.

tomcat-pool-proves = 커넥션 { $size }개 중 { $busy }개가 나가 있는 동안 요청 하나가 { $timeout } 기다리다 포기했다.
tomcat-pool-leaves-open = 풀이 너무 작다는 증거는 아니다. 풀은 피해자이고, 원인은 커넥션을 오래 붙잡는 쪽에 있다. 풀을 키워도 기다리는 곳만 바뀔 뿐 증명되는 것은 없다.

dbcp-pool-proves = 요청이 기다릴 수 있는 시간 내내 풀의 커넥션이 모두 나가 있었다.
dbcp-pool-leaves-open = 풀이 너무 작다는 증거는 아니다. 풀은 피해자이고, 원인은 커넥션을 오래 붙잡는 쪽에 있다. 풀을 키워도 기다리는 곳만 바뀔 뿐 증명되는 것은 없다.

c3p0-pool-proves = 요청 하나가 `checkoutTimeout`만큼 커넥션을 기다렸다.
c3p0-pool-leaves-open = 모두 나가 있었는지 하나도 열지 못했는지는 알 수 없다. c3p0는 둘을 같은 말로 기록한다. 풀이 너무 작다는 증거는 아니다. 풀은 피해자이고, 원인은 커넥션을 오래 붙잡는 쪽에 있다. 풀을 키워도 기다리는 곳만 바뀔 뿐 증명되는 것은 없다.

druid-pool-proves = 커넥션 { $max-active }개 중 { $active }개가 나가 있는 동안 요청 하나가 { $waited } 기다렸다.
druid-pool-leaves-open = 풀이 너무 작다는 증거는 아니다. 풀은 피해자이고, 원인은 커넥션을 오래 붙잡는 쪽에 있다. 풀을 키워도 기다리는 곳만 바뀔 뿐 증명되는 것은 없다.

r2dbc-pool-proves = 구독자 하나가 커넥션을 { $timeout } 기다렸다.
r2dbc-pool-leaves-open = 풀이 너무 작다는 증거는 아니다. 풀은 피해자이고, 원인은 커넥션을 오래 붙잡는 쪽에 있다. 풀을 키워도 기다리는 곳만 바뀔 뿐 증명되는 것은 없다.

reactor-pool-proves = 서비스의 요청 하나가 Reactor 풀의 커넥션을 { $timeout } 기다렸다. 다른 서비스로 가는 풀이거나, 데이터베이스로 가는 R2DBC 풀이다.
reactor-pool-leaves-open = 둘 중 무엇인지는 아래 스택을 보아야 안다. 풀이 너무 작다는 증거도 아니다. 오래 걸리는 호출과 끝까지 읽지 않은 본문이 커넥션을 붙잡는다.

http-client-pool-proves = 호출이 기다릴 수 있는 시간 내내, 그 호스트로 가는 클라이언트의 커넥션이 모두 쓰이고 있었다. 기본값은 호스트마다 2개나 5개로 적다.
http-client-pool-leaves-open = 다른 서비스가 느리다는 증거는 아니다. 호스트당 한도가 작거나 본문을 닫지 않아도 같은 일이 생긴다. 데이터베이스에 대해서는 아무것도 말해 주지 않는다.

node-postgres-pool-proves = 요청 하나가 풀의 클라이언트를 `connectionTimeoutMillis`만큼 기다렸다.
node-postgres-pool-leaves-open = 클라이언트가 모두 나가 있었는지, 새 커넥션이 오래 걸렸는지는 알 수 없다. 문구가 같다. 이벤트 루프가 막혀 있으면 데이터베이스가 이미 대답했어도 타이머가 먼저 울린다. 풀이 너무 작다는 증거는 아니다. 풀은 피해자이고, 원인은 커넥션을 오래 붙잡는 쪽에 있다. 풀을 키워도 기다리는 곳만 바뀔 뿐 증명되는 것은 없다.

prisma-pool-proves = 쿼리 하나가 Prisma 엔진의 커넥션을 기다리다 포기했다. { $limit ->
    [none] 커넥션이 몇 개인지는 이 줄에 없다.
   *[other] 커넥션은 { $limit }개이고, { $timeout } 기다렸다.
 }
prisma-pool-leaves-open = 풀이 너무 작다는 증거는 아니다. 풀은 피해자이고, 원인은 커넥션을 오래 붙잡는 쪽에 있다. 풀을 키워도 기다리는 곳만 바뀔 뿐 증명되는 것은 없다. 어떤 현장에서는 커넥션을 5, 12, 30개로 바꾸어도 차이가 없었다. 비밀번호 해시가 CPU를 쓰고 있었다.

prisma-transaction-proves = 대화형 트랜잭션이 제때 커넥션을 얻지 못했거나(`maxWait`), 제한 시간이 끝날 때까지 열려 있었다(`timeout`).
prisma-transaction-leaves-open = 어느 SQL 문이 느렸는지는 알 수 없다. 쿼리 사이에서 기다린 것도 모두 포함된다.

typeorm-released-proves = 커넥션이 풀로 돌아간 뒤에 그 `query runner`로 쿼리를 보냈다. 기다리지 않은 프로미스가 있다.
typeorm-released-leaves-open = 부하에 대해서는 아무것도 증명하지 않는다. 코드의 실수이고, 부하가 그것을 자주 드러낼 뿐이다.

knex-pool-proves = 쿼리 하나가 커넥션을 `acquireConnectionTimeout`만큼 기다렸다.
knex-pool-leaves-open = 풀이 가득 찼다는 것도 Knex의 추측이고, `.transacting(trx)`가 빠졌다는 것도 그렇다. 풀이 너무 작다는 증거는 아니다. 풀은 피해자이고, 원인은 커넥션을 오래 붙잡는 쪽에 있다. 풀을 키워도 기다리는 곳만 바뀔 뿐 증명되는 것은 없다.

sequelize-pool-proves = 쿼리 하나가 커넥션을 `pool.acquire`만큼 기다렸다.
sequelize-pool-leaves-open = 풀이 너무 작다는 증거는 아니다. 풀은 피해자이고, 원인은 커넥션을 오래 붙잡는 쪽에 있다. 풀을 키워도 기다리는 곳만 바뀔 뿐 증명되는 것은 없다.

mysql2-pool-proves = 커넥션이 모두 나가 있었고, 풀의 큐(`queueLimit`)도 찼거나 기다리지 않게 되어 있다(`waitForConnections`).
mysql2-pool-leaves-open = 풀이 너무 작다는 증거는 아니다. 풀은 피해자이고, 원인은 커넥션을 오래 붙잡는 쪽에 있다. 풀을 키워도 기다리는 곳만 바뀔 뿐 증명되는 것은 없다.

sqlalchemy-pool-proves = 풀의 커넥션 { $size }개와 초과분 { $overflow }개가 모두 나가 있는 동안 요청 하나가 { $timeout } 기다렸다.
sqlalchemy-pool-leaves-open = 풀이 너무 작다는 증거는 아니다. 풀은 피해자이고, 원인은 커넥션을 오래 붙잡는 쪽에 있다. 풀을 키워도 기다리는 곳만 바뀔 뿐 증명되는 것은 없다. 닫지 않은 세션은 프로세스가 끝날 때까지 커넥션을 붙잡는다.

go-deadline-proves = 컨텍스트를 받은 작업이 끝나기 전에 컨텍스트의 시간이 다 되었다.
go-deadline-leaves-open = 무엇을 기다렸는지는 알 수 없다. `database/sql`에서는 빈 커넥션(`SetMaxOpenConns`)을 기다린 것과 느린 쿼리가 같은 말로 끝난다. `DB.Stats()`의 WaitCount와 WaitDuration으로 구별한다. 기한은 호출한 쪽의 것일 수도 있다.
