# PostgreSQL 서버에 대한 말.

connect = PostgreSQL({ $server })에 { $user } 사용자로 연결
read-activity = { $server }의 pg_stat_activity 읽기
no-tls = TLS를 설정할 수 없다: { $error }
unknown-option = 알 수 없는 옵션이 있다
password-without-host = 비밀번호는 있는데 호스트가 없다: 비밀번호는 사용자가 적은 호스트로만 보낸다
none-among-peers = PostgreSQL 서버로 가는 연결이 없다 ({ $peers }개 확인)
own-sessions-only = 역할 { $role }: 자기 세션만 볼 수 있다
no-answer = 연결은 받았지만 { $waited } 안에 아무것도 보내지 않았다

## 무엇이 도움이 되나

how = { $option }   (pg_monitor 권한이 있는 역할, 또는 서비스 자신의 역할)
needs-10 = PostgreSQL 10 이상이 필요하다
grant-monitor = { $statement }   또는 --db에 서비스 자신의 역할을 쓴다
more-connections = max_connections를 늘리거나, 도구에 superuser를 준다 (예약된 커넥션)
