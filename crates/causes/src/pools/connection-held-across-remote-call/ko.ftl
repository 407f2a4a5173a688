headline = 다른 서비스를 호출하는 동안 데이터베이스 커넥션을 점유합니다.
expected = 풀이 꽉 찼고, 커넥션을 점유하는 시간의 대부분 동안 그 스레드는 트랜잭션 안에서 다른 서비스를 기다린다
falsifier = 그 호출이 2 ms 길어지면, 처리량은 요청 하나가 길어지는 만큼만 낮아진다
caution = 뒤이은 트랜잭션이 실패해도 호출의 결과는 남는다. 다시 불러도 안전하게 만들거나 아웃박스를 쓴다
fix = 원격 호출을 트랜잭션보다 앞(또는 뒤)에서 한다. 트랜잭션은 리포지토리에 둔다
observed = 커넥션 점유 시간은 { $held }이고, 그중 { $remote } 동안 { $place ->
    [transaction] 트랜잭션 안에서
   *[hold] 커넥션을 점유한 채
 } 다른 서비스를 기다린다
without-gauge = 트랜잭션 안에서 원격 호출을 하지만, 풀의 게이지가 없어 그때 커넥션을 점유하는지 알 수 없다
small-part = 커넥션 점유 시간 { $held } 중 { $place ->
    [transaction] 트랜잭션 안에서
   *[hold] 커넥션을 점유한 채
 } 하는 원격 호출은 { $remote }뿐이다
perhaps-without-a-core = CPU가 꽉 찼고, 스케줄러 수치가 없어 기다리는 스레드에 코어만 모자란 것인지 알 수 없다
lost = 처리 중인 요청이 없을 때에도 커넥션이 반납되지 않는다. 점유가 아니라 누수이다
remote = 그중 { $remote }는 { $place ->
    [transaction] 트랜잭션 안에서
   *[hold] 커넥션을 점유한 채
 } 다른 서비스{ $to }를 호출하는 시간이다
remote-at = { $remote } ({ $call })
