# Redis 서버에 대한 말.

connect = Redis({ $server })에 연결
find = 프로세스 { $pid }의 Redis 서버 찾기
not-of-the-form = 다음 형식이 아니다: { $form }
none-among-peers = Redis 서버로 가는 연결이 없다 ({ $peers }개 확인)
tls-is-not-built = TLS로 연결해야 하는 서버인데, Redis에는 TLS로 연결하지 못한다
reading-failed = Redis 조회가 실패했다: { $error }

## 무엇이 도움이 되나

how = { $option }   (PING, INFO, SLOWLOG GET을 부를 수 있는 사용자)
needs = `+ping +info +slowlog|get +latency|latest +config|get` 권한이 있는 사용자 (마지막 둘은 없어도 된다)
without-tls = TLS가 없는 주소(redis://...)를 쓴다. 예를 들어 서버와 같은 호스트의 포트
