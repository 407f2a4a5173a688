# 한도가 없는 큐.
headline = 요청이 처리 속도보다 빨리 들어오는데, 큐에 한도가 없습니다.
expected = 요청이 일정한 속도로 들어와도 워커 앞의 큐와 응답 시간이 계속 늘어나고, 요청 하나를 처리하는 시간은 그대로다
falsifier = 같은 속도에서 큐가 어느 길이에서 멈추고, 그 뒤의 요청은 거절된다
fix = 타임아웃 안에 처리할 수 있는 만큼으로 큐에 한도를 두고, 나머지는 거절한다(429, Retry-After를 붙인 503)
no-open-level = 개방 부하 단계를 측정하지 않았고, 폐쇄 부하로는 큐가 넘치지 않는다
not-overfilled = 서비스가 할 수 있는 것보다 많이 요청하지 않아(개방 부하에서 최대 { $rate }), 계속 늘어난 큐가 없다
rises = { $rate }의 한 단계 안에서 워커 앞의 큐가 { $from }개에서 { $to }개로, 응답 시간이 { $response-from }에서 { $response-to }로 늘어난다. 요청 하나를 처리하는 시간은 { $served }이다
in-queue = { $response } 중 { $queue }가 큐에서 기다린 시간이다
small = { $rate }에서 큐에 있는 시간은 { $response } 중 { $queue }이다
