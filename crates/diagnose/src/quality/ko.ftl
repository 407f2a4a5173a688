# 측정을 그대로 믿을 수 없는 까닭.
at = { $says } ({ $rate }일 때)
late = 요청이 늦게 나갔다. 전송 지연 p99가 { $lag }이며, { $allowed }까지 허용된다
late-and-small = { $late }. 평균 응답 시간의 { $share }이므로 평균은 믿을 수 있지만 백분위수는 믿을 수 없다
generator-busy = 부하 생성기가 자기 코어의 { $work }를 썼다. { $most }를 넘으면 생성기가 한계다
nothing-answered = 응답을 받은 요청이 하나도 없다
shares-a-core = 부하 생성기와 서비스가 같은 코어를 쓴다. 서로의 시간을 빼앗는다
generator-waited = 부하 생성기가 시간의 { $share } 동안 코어를 기다렸다
held-back = 요청의 { $share }가 커넥션({ $connections }개)이 비기를 기다렸다. 서비스는 계획보다 적은 부하를 받았다
level-left-out = { $rate } 단계는 제외했다. 부하 생성기가 자기 코어의 { $work }를 쓰는 동안 전송 지연 p99가 { $lag }였다. 장비가 멈춰 있었다는 뜻이다
shares-cores = 부하 생성기와 서비스가 코어를 함께 쓴다. 수치는 이 장비에서만 유효하다
shares-cores-elsewhere = 부하 생성기와 서비스가 코어를 함께 쓴다. 수치는 이 장비에서만 유효하다. 이 도구가 코어 { $cpus }개 중 { $tool }개를 쓰므로, 부하를 다른 장비에서 주면 많아야 { $elsewhere } 정도가 된다
sampler-overrun = 표본 수집이 따라가지 못했다: { $seen }
cpus-uneven = 서비스가 쓰는 CPU의 속도가 일정하지 않다. 느릴 때는 정해진 작업에 평소의 { $times }배의 시간이 걸린다({ $rate }일 때). 같은 장비를 쓰는 다른 누군가, CPU 클록, 또는 서비스의 다른 스레드 때문일 수 있다
slow-seconds-by-cpus = 부하 단계 { $of }개 중 { $levels }개에서 몇 초가 나머지보다 훨씬 느리고({ $rate }에서는 이 몇 초가 요청 시간의 { $share }를 더한다), 그 대부분은 그때 CPU가 느렸기 때문이다. 그 몇 초에는 정해진 작업에도 더 오래 걸렸고, 응답 하나에 드는 CPU도 그만큼 늘었다
slow-seconds-by-cpus-and-collector = 부하 단계 { $of }개 중 { $levels }개에서 몇 초가 나머지보다 훨씬 느리다({ $rate }에서는 이 몇 초가 요청 시간의 { $share }를 더한다). 두 가지가 겹쳐서 그 대부분이 설명된다. 그때 CPU가 느렸고, GC가 CPU를 쓰고 있었다
