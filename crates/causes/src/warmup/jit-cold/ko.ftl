name = JIT 컴파일 전
# 코드가 아직 컴파일되지 않았다.
headline = JVM이 아직 코드를 컴파일하지 않았습니다.
expected = 처음 몇 초가 마지막보다 몇 배 느리고, 그 시간이 아직 컴파일되지 않은 코드에 쓰이며, 그동안 컴파일러가 바쁘다
falsifier = 코드를 미리 컴파일해 두고 다시 시작해도 처음 몇 초가 똑같이 느리다
fix = 웜업한 뒤에 트래픽을 보내거나(readiness), 컴파일된 아카이브(AOT 캐시)로 시작한다
a-little-slower = { $lost }. 그동안 컴파일러가 바빴다. 느리기는 했지만 처음에 세 배까지는 아니었고 오래가지도 않았다
while-measuring = 측정하는 동안 컴파일러 스레드가 쓴 CPU는 최대 { $cores }코어이다
still-compiling = 측정하는 동안에도 컴파일러 스레드가 { $cores }코어를 쓴다. 수치는 더 나아질 것이다
observed = { $says }
compilers-unseen = 컴파일러가 바빴는지 보이지 않는다
hardly-compiled = { $lost } 분량의 처리를 하지 못하는 동안 컴파일러가 쓴 CPU는 { $cpu }({ $cores }코어)이고, 그 뒤에는 { $warm }코어이다
same-cost = 요청당 CPU 시간은 느린 동안 { $now }, 그 뒤에는 { $warm }이다. 코드가 느렸던 것이 아니다
more-done-once = 늘어난 시간의 { $code }는 아직 컴파일되지 않은 코드, { $once }는 한 번만 하는 일이다
dearer = 요청당 CPU 시간은 { $now }, 웜업 뒤에는 { $warm }이다
holds = { $says }
