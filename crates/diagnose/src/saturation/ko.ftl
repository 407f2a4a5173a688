# 한계에 도달한 것.
cpu = 서비스의 CPU
cpu-shared = 서비스의 CPU (코어 { $cpus }개를 함께 씀)
cpu-quota = 서비스의 CPU 할당량 ({ $cpus }코어 중 { $quota })
event-loop = 이벤트 루프
libuv-pool = libuv 스레드 풀 (스레드 { $threads }개)
database-cpu = 데이터베이스의 CPU
connection-pool = 커넥션 풀 "{ $pool }"
worker-threads = 워커 스레드
