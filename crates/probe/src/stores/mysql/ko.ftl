# MySQL과 MariaDB 서버에 대한 말.

connect = MySQL({ $server })에 { $user } 사용자로 연결
read-list = { $server }의 프로세스 목록 읽기
no-version = 서버가 버전을 알려 주지 않는다
not-of-the-form = 다음 형식이 아니다: { $form }
none-among-peers = MySQL 서버로 가는 연결이 없다 ({ $peers }개 확인)
own-sessions-only = 사용자 { $user }: 트랜잭션과 다른 사용자의 세션을 볼 수 없다
transactions-hidden = 사용자 { $user }: 자기 세션만 보이고 트랜잭션은 보이지 않는다. 누가 행을 잡고 있는지 알 수 없고, 많은 세션이 행을 기다릴 때는 그 세션들도 보이지 않는다. { $grant } 문으로 모두 볼 수 있다
no-greeting = MySQL이라면 보낼 인사 패킷이 { $waited } 안에 오지 않았다

## 무엇이 도움이 되나

how = { $option }   (PROCESS 권한이 있는 역할)
needs = MySQL 5.7이나 MariaDB 10.5 이상이 필요하다
more-connections = max_connections를 늘리거나, 도구에 CONNECTION ADMIN(SUPER) 권한이 있는 역할을 준다
wants-tls = REQUIRE SSL이 없는 역할을 쓰거나 require_secure_transport=off로 둔다. MySQL에는 TLS로 연결하지 못한다
