# Redis 클라이언트와 Redis의 메시지.

lettuce-timeout-proves = 명령의 응답을 허용된 시간 안에 보지 못했다. 모든 스레드가 커넥션 하나를 함께 쓰므로, 긴 명령 하나나 막힌 콜백 하나가 모두를 늦춘다.
lettuce-timeout-leaves-open = Redis가 느리다는 증거는 아니다. 서비스가 멈췄거나, Netty 이벤트 루프가 막혔거나, 코어가 모자라도 같은 줄이 남는다. Redis에서 오래 걸린 명령은 `SLOWLOG GET`에 나온다.

ioredis-timeout-proves = 명령의 응답을 `commandTimeout` 안에 보지 못했다.
ioredis-timeout-leaves-open = Redis가 느리다는 증거는 아니다. 타이머와 응답은 같은 이벤트 루프를 기다리고, 타이머가 먼저 처리된다.

ioredis-retries-proves = 명령 하나를 처리하는 동안 Redis 커넥션이 { $retries }번 끊겼다. Redis에 닿지 못했거나 거부당했다.
ioredis-retries-leaves-open = Redis가 느리다는 증거는 아니다. 앞의 오류(ECONNREFUSED, NOAUTH, 클라이언트 수 한도)가 왜 끊겼는지 말해 준다.

jedis-pool-proves = Redis로 가는 빈 커넥션이 없었거나 열지 못했다. 풀의 기본 크기는 8이다.
jedis-pool-leaves-open = 둘 중 무엇인지는 그 아래 원인을 보아야 안다(`Timeout waiting for idle object` 또는 `Connection refused`). 풀이 너무 작다는 증거도 아니다. 닫지 않은 커넥션과 긴 명령이 풀을 비운다.

redisson-timeout-proves = 명령이 제때 응답을 받지 못했거나, 아예 전송되지 못했다.
redisson-timeout-leaves-open = Redis가 느리다는 증거는 아니다. 전송되지 못한 것은 서비스 안에서 기다렸다(Netty 스레드, 커넥션 풀).

redis-clients-proves = 서버의 클라이언트 수가 `maxclients`(또는 열린 파일 한도)에 닿았다.
redis-clients-leaves-open = 느리거나 너무 작다는 증거는 아니다. 요청마다 만드는 클라이언트, 레플리카 수 × 풀 크기는 한도를 아무리 높여도 닿는다.

redis-memory-proves = 서버의 메모리가 `maxmemory`에 닿았고, 지워서 비울 수 있는 것이 없다.
redis-memory-leaves-open = 느리다는 증거는 아니다. 곧바로 이 오류로 응답한다.

redis-loading-proves = 서버가 다시 시작되어 데이터를 읽는 중이다.
redis-loading-leaves-open = 왜 다시 시작되었는지는 알 수 없다.
