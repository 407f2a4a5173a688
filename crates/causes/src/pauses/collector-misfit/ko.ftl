headline = 컬렉터(GC)나 그 스레드 수가 서비스의 코어 수에 맞지 않습니다.
expected = GC가 시간의 { $least } 동안 서비스를 멈추며, 그 스레드가 코어 수에 비해 너무 적거나 많다
falsifier = 다른 컬렉터를 직접 설정해도 멈추는 시간의 비율이 그대로다
no-jvm = JVM에서 실행되는 서비스가 아니다
unread = GC나 JVM의 스레드 이름을 읽지 못했다
stops = { $collector }가 시간의 { $stopped } 동안 서비스를 멈추며, 쓸 수 있는 CPU는 { $cores }코어다
uses = { $collector }가 서비스 CPU의 { $share }를 쓰며, 쓸 수 있는 CPU는 { $cores }코어다
fits = { $observed }. 컬렉터 선택은 맞으니, 무엇이 할당되는지와 힙 크기를 봐야 한다
one-thread = 컬렉터가 스레드 하나로 일한다
many-threads = 컬렉터가 스레드 { $threads }개로 일한다
holds = { $observed }. { $why }. 멈춘 시간이 응답 시간 증가분의 { $share }이다
no-core-beside = { $observed }. 서비스와 동시에 일하는 컬렉터인데, 따로 쓸 코어가 없다
caution = 컬렉터마다 힙 밖에서 쓰는 메모리가 다르고, -XX:ActiveProcessorCount는 다른 스레드 풀의 크기도 바꾼다
fix-one-thread = -XX:+UseG1GC 또는 -XX:+UseParallelGC를 쓴다. JVM이 CPU를 하나로 세면 -XX:ActiveProcessorCount도 설정한다
fix-many-threads = -XX:ActiveProcessorCount={ $cpus }
fix-beside = 코어가 하나면 -XX:+UseSerialGC를 쓰고, 아니면 코어를 하나 더 준다
