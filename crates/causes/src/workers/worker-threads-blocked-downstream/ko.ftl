# 모든 워커가 다른 서비스를 기다린다.
headline = 모든 워커 스레드가 다른 서비스의 응답을 기다려, 요청이 큐에서 대기합니다.
expected = 모든 워커가 바쁘고, 그 시간의 대부분은 다른 서비스를 기다리는 시간이며, 요청이 큐에서 워커를 기다린다
falsifier = 다른 서비스가 즉시 응답해도 큐가 그대로다
caution = 포기한 호출에도 응답이 필요하다. 그때 무엇을 돌려줄지 정해야 한다
fix-several = 요청이 워커를 붙잡은 채 호출을 { $calls }번 한다. 서로 의존하지 않는 호출은 동시에 하거나 한 번의 호출로 묶는다. 대기에 한도를 둔다(타임아웃, 벌크헤드). 워커를 늘리면 큐가 그 서비스로 옮겨 갈 뿐이다
fix = 대기에 한도를 두거나(타임아웃, 벌크헤드), 응답을 캐시하거나, 다른 곳에서 호출한다. 워커를 늘리면 큐가 그 서비스로 옮겨 갈 뿐이다
knob = 워커 { $workers }개
no-workers = 서버의 워커 스레드를 읽지 못했다
observed = 워커 { $workers }개 중 { $busy }개가 바쁘고, 요청이 워커를 쓰는 { $kept } 중 { $remote }가 원격 호출이며, 요청 { $queue }개가 큐에서 기다린다
holds = 워커 { $workers }개 / { $kept } = { $capacity }, 실제 처리량은 { $seen }이다. 요청이 워커를 쓰는 { $kept } 중 { $remote }는 다른 서비스{ $peer }의 응답을 기다리는 시간이다. { $growth }
growth = 워커 대기가 응답 시간 증가분의 { $share }이다
hardly-more = { $holds }. 그러나 서비스가 할당된 CPU의 { $used }를 쓰므로, 그 대기가 없어도 처리량은 거의 늘지 않는다
not-full = 워커 { $workers }개 중 { $busy }개가 바쁘다
cpu-full = 서비스가 할당된 CPU의 { $used }를 쓴다. 워커가 코어를 기다린다
behind-pool = 꽉 찬 커넥션 풀 때문에 워커가 기다린다
little-remote = 요청이 워커를 쓰는 { $kept } 중 다른 서비스 호출은 { $remote }이다
calls-slower = 다른 서비스 자체가 느려진다. 가벼운 부하에서 { $light }, 포화 상태에서 { $heavy } 걸리고, 그 시간은 그쪽에서 쓰인다
service-slower = 다른 서비스 자체가 느려진다. 이것이 응답 시간 증가분의 { $share }이다
taken = 워커 { $workers }개 중 { $busy }개가 바쁘고, 요청 { $queue }개가 큐에서 기다린다
remote = 요청이 워커를 쓰는 { $kept } 중 { $remote }는 다른 서비스를 기다리는 시간이다
cpus-full = { $holds }. 그러나 비어 있는 코어가 없어서, 응답을 받고도 코어가 없는 스레드가 응답을 기다리는 것처럼 보일 수 있다
