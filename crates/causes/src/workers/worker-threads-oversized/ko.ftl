# CPU가 감당할 수 있는 것보다 많은 바쁜 워커.
headline = CPU가 감당할 수 있는 것보다 많은 워커 스레드가 바쁘게 돕니다.
expected = CPU가 꽉 찬 상태에서 바쁜 워커가 늘면 응답 수는 줄고, 응답 하나에 드는 CPU는 늘어난다
falsifier = 워커를 4분의 1로 줄이면 처리량이 떨어진다
fix = 워커를 줄인다. 처리량이 가장 높았던 { $workers }개 쪽으로 조금씩 줄인다. 그러면 요청은 큐에서 기다리고, 그 대기는 CPU를 쓰지 않는다
no-workers = 서버의 워커 스레드를 읽지 못했다
no-cpu = 서비스의 CPU를 측정하지 못했다
observed = { $cores }코어에서 워커 { $workers }개 중 { $busy }개가 바쁘고, 코어는 { $used } 쓰이고 있다
cpu-not-full = 서비스가 할당된 CPU의 { $used }를 쓴다. 워커가 기다리는 것은 코어가 아니다
few = { $cores }코어에서 워커 { $busy }개가 바쁘다
no-trial = { $observed }. 수가 많다는 것만으로는 원인이 아니고, 바쁜 워커를 줄인 시험이 없었다
fewer-no-better = 바쁜 워커가 적어도 나아지지 않았다. 동시 요청 { $fewer-requests }개에서 { $fewer }, { $best-requests }개에서 { $best }이다
no-cpu-of-trials = 커넥션을 두 배씩 늘리는 동안 서비스의 CPU를 측정하지 못했다
trials = 동시 요청 { $best-requests }개에서 { $best }(응답당 CPU { $best-cpu }), { $most-requests }개에서 { $most }({ $most-cpu })이다
tried = { $observed }. { $trials }
little-lost = 동시 요청이 가장 많을 때 처리량이 최고치보다 { $lost } 낮고, 응답당 CPU 시간은 { $before }에서 { $after }로 바뀐다
lost = 처리량이 최고치보다 { $lost } 낮다
dearer = 응답당 CPU 시간이 { $before }에서 { $after }로 늘었다
