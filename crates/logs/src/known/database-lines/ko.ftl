# 데이터베이스 서버와 드라이버의 메시지.

postgres-full-proves = 서버의 세션 수가 `max_connections`에 닿았다. 모든 서비스와 모든 레플리카의 세션을 합한 수이다.
postgres-full-leaves-open = 한도가 너무 낮다는 증거는 아니다. 레플리카 수 × 풀 크기, 요청마다 여는 커넥션, 잊힌 세션은 한도를 아무리 높여도 닿는다. 세션 대부분이 유휴 상태일 수도 있다.

postgres-role-full-proves = 역할이나 데이터베이스에 따로 정한 한도(`CONNECTION LIMIT`)에 닿았다.
postgres-role-full-leaves-open = 서버가 가득 찼다거나 느리다는 증거는 아니다.

mysql-full-proves = 서버의 세션 수가 `max_connections`(또는 `max_user_connections`)에 닿았다. 모든 레플리카를 합한 수이다.
mysql-full-leaves-open = 한도가 너무 낮다는 증거는 아니다. 레플리카 수 × 풀 크기는 한도보다 작아야 한다. 배포 중에 옛 레플리카와 새 레플리카가 함께 돌 때도 그렇다.

pgbouncer-full-proves = PostgreSQL 앞의 풀러가 제때 서버 커넥션을 얻지 못했거나, 클라이언트를 더 받지 않는다.
pgbouncer-full-leaves-open = 풀러의 풀이 너무 작다는 증거는 아니다. 열려 있는 트랜잭션이 서버 커넥션을 붙잡는다. 서비스의 풀에서와 같다.

mysql-lock-wait-proves = SQL 문 하나가 `innodb_lock_wait_timeout`만큼 행 잠금을 기다리다 포기했다. 트랜잭션은 아직 열려 있을 수 있다.
mysql-lock-wait-leaves-open = 누가 잠금을 잡고 있는지는 알 수 없다. 기록된 SQL 문은 기다린 쪽이다.

deadlock-proves = 두 트랜잭션이 같은 행들을 다른 순서로 잠갔고, 서버가 그중 하나를 바로 끝냈다.
deadlock-leaves-open = 데드락 때문에 서비스가 느리다는 증거는 아니다. 데드락 한 번에 잃는 것은 트랜잭션 하나뿐이다. 긴 잠금 대기는 같은 행에서 생기더라도 다른 문제이다.

postgres-lock-timeout-proves = SQL 문 하나가 `lock_timeout`만큼 잠금을 기다렸다.
postgres-lock-timeout-leaves-open = 누가 잠금을 잡고 있는지는 알 수 없다. 흔히 `idle in transaction` 세션이다.

postgres-lock-waits-proves = 세션 하나가 잠금을 { $waited } 기다렸고 아직 기다리고 있었다(`log_lock_waits`). 그 아래 DETAIL에 잡은 쪽이 있다.
postgres-lock-waits-leaves-open = 왜 오래 잡고 있는지는 알 수 없다. 잡은 쪽의 SQL 문은 오래전에 끝났고 트랜잭션만 열려 있을 수 있다.

statement-timeout-proves = SQL 문 하나가 허용된 시간을 넘겨 취소되었다.
statement-timeout-leaves-open = SQL 문 자체가 느리다는 증거는 아니다. 잠금이나 서버의 CPU를 기다린 시간도 포함된다.

postgres-idle-ended-proves = 세션이 트랜잭션을 연 채 허용된 시간보다 오래 아무것도 보내지 않았다. 그동안 애플리케이션은 다른 일을 했다.
postgres-idle-ended-leaves-open = 무엇을 했는지는 알 수 없다. 원격 호출이거나, 자기 일이거나, 트랜잭션을 잊었을 수 있다.

postgres-serialization-proves = 엄격한 격리 수준의 트랜잭션들이 같은 행을 바꾸었고, 하나는 다시 시도해야 한다.
postgres-serialization-leaves-open = 서버가 과부하라는 증거는 아니다. 한도 없는 재시도는 스스로 부하가 된다.

postgres-starting-proves = 서버가 다시 시작되었거나 장애에서 복구하는 중이다.
postgres-starting-leaves-open = 이유는 알 수 없다. 서버의 로그에 나온다: 메모리 부족, 페일오버, 운영자.

database-connection-lost-proves = 드라이버가 갖고 있던 커넥션을 다른 쪽이 닫았다. 서버, 프록시, 방화벽이 닫았거나 이들의 유휴 커넥션 한도에 걸렸다.
database-connection-lost-leaves-open = 누가 닫았는지, 부하 때문인지는 알 수 없다. `maxLifetime`이 서버의 한도보다 긴 풀에서는 밤에도 일어난다.

database-login-proves = 서버가 이름이나 비밀번호를 거부했다.
database-login-leaves-open = 부하에 대해서는 아무것도 증명하지 않는다.

postgres-slow-statement-proves = SQL 문 하나가 서버에서 { $took } 걸렸다(`log_min_duration_statement`).
postgres-slow-statement-leaves-open = 인덱스가 필요하다는 증거는 아니다. 잠금과 코어를 기다린 시간도 들어 있다. 느린 SQL 문 목록에는 N+1의 수많은 빠른 SQL 문이 나오지 않는다.

mysql-slow-statement-proves = SQL 문 하나가 서버에서 { $took } 걸렸고, { $examined }행을 읽어 { $sent }행을 보냈다.
mysql-slow-statement-leaves-open = 읽은 행이 적을 때는 이유를 알 수 없다. 옛 버전의 `Lock_time`에는 InnoDB 안에서 행을 기다린 시간이 없고, 빈 코어가 없는 서버는 모든 것이 느리다.

postgres-checkpoints-proves = 서버의 쓰기가 많아 체크포인트가 { $apart } 간격으로 이어진다.
postgres-checkpoints-leaves-open = 요청이 그것을 기다린다는 증거는 아니다. 같은 시각의 커밋과 읽기를 봐야 안다.
