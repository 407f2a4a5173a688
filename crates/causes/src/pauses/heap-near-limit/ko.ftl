headline = 힙이 거의 꽉 찼다. GC가 모든 요청에 필요한 CPU를 쓰면서도 거의 비우지 못한다.
unread = 힙이 얼마나 찼는지 읽지 못했다
has-room = 힙의 old 영역에 여유가 있다 (GC 뒤 { $full } 사용, GC 시간의 { $old }를 여기에 쓴다)
full = GC 뒤에도 힙 old 영역의 { $full }가 쓰이고, 이 영역의 GC가 전체 GC 시간의 { $old }이다
fix = 살아 있는 객체가 들어갈 만큼 힙을 키우거나(-Xmx, 컨테이너 메모리) 들고 있는 것을 줄인다. 무엇인지는 힙 히스토그램이 보여 준다 (jcmd PID GC.class_histogram)
