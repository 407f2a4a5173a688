# 가상 머신, 수집기, 이벤트 루프의 메시지.

java-heap-proves = 힙이 가득 찼거나, 거의 모든 시간이 GC에 쓰였다. 오류를 받은 스레드는 마지막에 메모리를 요구한 쪽이지, 힙을 채운 쪽이 아니다.
java-heap-leaves-open = 힙이 너무 작다거나 누수라는 증거는 아니다. 줄을 선 요청도 객체를 붙잡으므로, 느린 상대가 힙을 채우기도 한다. 무엇이 들어 있는지는 힙 덤프가 말해 준다.

java-threads-proves = 커널이 스레드를 더 주지 않았다. `ulimit -u`, 컨테이너의 `pids.max`, 또는 스택에 쓸 메모리이다. 이름과 달리 모자란 것은 힙이 아니다.
java-threads-leaves-open = 누가 스레드를 만들었는지는 알 수 없다. 스레드 덤프를 이름별로 모으면 보인다.

java-other-memory-proves = 힙이 아닌 한도에 도달했다. 클래스(`MaxMetaspaceSize`), 다이렉트 버퍼(`MaxDirectMemorySize`), 또는 배열 하나의 크기이다.
java-other-memory-leaves-open = 힙을 키우면 나아진다는 증거는 아니다. 오히려 이들의 자리를 뺏는다.

node-heap-proves = V8 힙이 한도(`--max-old-space-size`)에 닿아 프로세스가 끝났다.
node-heap-leaves-open = 누수라는 증거는 아니다. 큰 응답과, 느린 것을 기다리는 요청도 메모리를 붙잡는다.

java-full-collection-proves = Full GC로 프로세스 전체가 멈췄거나, 자리가 없어 GC가 실패했다. { $pause ->
    [none] 얼마나 걸렸는지는 이 줄에 없다.
   *[other] { $pause } 걸렸다.
 }
java-full-collection-leaves-open = 사용자가 그 멈춤을 기다린다는 증거는 아니다. 멈춤이 차지하는 시간과, 느린 요청의 시각을 봐야 안다.

java-collection-proves = 프로세스가 { $pause } 멈췄다.
java-collection-leaves-open = 그것이 너무 길다는 증거는 아니다. 짧은 멈춤은 컬렉터가 늘 하는 일이다. 한 번의 길이보다 얼마나 자주 오는지, 무엇이 할당하는지가 중요하다.

java-allocation-stall-proves = 컬렉터가 아직 메모리를 비우지 못해 스레드 하나가 { $stall } 기다렸다.
java-allocation-stall-leaves-open = 힙, 컬렉터가 쓸 코어, 더 적은 할당 중 무엇이 필요한지는 알 수 없다.

java-code-cache-proves = 컴파일된 코드를 둘 자리가 없다. 그때부터 새 코드는 인터프리터로 실행되어 몇 배 느리다.
java-code-cache-leaves-open = 그 줄이 나오기 전부터 느렸다는 증거는 아니다.

loop-blocked-proves = 모든 요청을 처리하는 스레드가 한 가지 일을 너무 오래 했거나, 실행되지 못했다. { $blocked ->
    [none] 얼마나 오래인지는 이 줄에 없다.
   *[other] { $blocked }였다.
 }
loop-blocked-leaves-open = 코드가 붙잡았는지, 코어가 없었는지는 알 수 없다. CPU 할당량에 걸린 것과 GC는 안에서 보면 똑같다.

asyncio-slow-proves = 콜백 하나가 루프를 { $took } 붙잡았고, 나머지가 모두 기다렸다.
asyncio-slow-leaves-open = 왜 그렇게 걸렸는지는 알 수 없다. 계산했거나, 동기로 호출했거나, 코어가 없었을 수 있다.

node-listeners-proves = 이벤트 이미터 하나에 리스너 { $listeners }개가 붙었다. 쓸 때마다 붙이고 떼지 않는 것이 있다.
node-listeners-leaves-open = 메모리가 모자란다는 증거도, 그래서 느리다는 증거도 아니다.
