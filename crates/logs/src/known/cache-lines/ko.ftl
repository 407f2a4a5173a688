# Redis 클라이언트와 Redis의 메시지.

lettuce-timeout-proves = 명령의 응답을 허용된 시간 안에 보지 못했다. 모든 스레드가 커넥션 하나를 함께 쓰므로, 긴 명령 하나나 막힌 콜백 하나가 모두를 늦춘다.
lettuce-timeout-leaves-open = Redis가 느리다는 것은 증명하지 않는다. 서비스의 멈춤, 막힌 Netty 이벤트 루프, 모자란 코어도 같은 줄로 끝난다. Redis가 오래 걸린 것은 `SLOWLOG GET`이 보여 준다.

ioredis-timeout-proves = 명령의 응답을 `commandTimeout` 안에 보지 못했다.
ioredis-timeout-leaves-open = Redis가 느리다는 것은 증명하지 않는다. 타이머와 응답은 같은 이벤트 루프를 기다리고, 타이머가 먼저 처리된다.

ioredis-retries-proves = 명령 하나를 하는 동안 Redis 커넥션이 { $retries }번 끊겼다. 닿지 않았거나 거부되었다.
ioredis-retries-leaves-open = Redis가 느리다는 것은 증명하지 않는다. 앞의 오류(ECONNREFUSED, NOAUTH, 클라이언트 수 한도)가 왜 끊겼는지 말해 준다.

jedis-pool-proves = Redis로 가는 빈 커넥션이 없었거나 열지 못했다. 풀의 기본 크기는 8이다.
jedis-pool-leaves-open = 둘 중 무엇인지는 그 아래 원인을 보아야 안다(`Timeout waiting for idle object` 또는 `Connection refused`). 풀이 너무 작다는 것도 증명하지 않는다. 닫지 않은 커넥션과 긴 명령이 풀을 비운다.

redisson-timeout-proves = 명령이 제때 응답받지 못했거나, 쓰이지도 못했다.
redisson-timeout-leaves-open = Redis가 느리다는 것은 증명하지 않는다. 쓰이지 못한 것은 서비스 안에서 기다렸다(Netty 스레드, 커넥션 풀).

redis-clients-proves = 서버의 클라이언트 수가 `maxclients`(또는 열린 파일 한도)에 닿았다.
redis-clients-leaves-open = 느리거나 너무 작다는 것은 증명하지 않는다. 요청마다 만드는 클라이언트와, 레플리카 수 × 풀 크기는 어떤 한도에도 닿는다.

redis-memory-proves = 서버의 메모리가 `maxmemory`에 닿았고, 내보낼 수 있는 것이 없다.
redis-memory-leaves-open = 느리다는 것은 증명하지 않는다. 바로 이 오류로 대답한다.

redis-loading-proves = 서버가 다시 시작되어 데이터를 읽는 중이다.
redis-loading-leaves-open = 왜 다시 시작되었는지는 증명하지 않는다.
