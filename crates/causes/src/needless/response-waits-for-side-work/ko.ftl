name = 부수 작업을 기다리는 응답
# 응답이 내용에 필요하지 않은 일을 기다린다.
headline = 요청이 응답에 필요하지 않을 수도 있는 일을 기다립니다.
expected = 요청이 메일, 푸시 메시지, 문자 메시지, 분석용 데이터 전송, 메시지 큐의 확인, 또는 애플리케이션이 executor에 넘긴 작업을 기다리며, 그 시간이 응답 시간이나 응답 시간 증가분의 큰 부분이다
falsifier = 응답이 그 결과를 필요로 하거나, 그 일을 응답 뒤로 미뤄도 응답 시간이 그대로다
fix = 먼저 응답한다. 그 일은 한도가 있는 executor나 큐에서 하고 꽉 찼을 때의 규칙을 정하거나, 같은 트랜잭션에 기록해 두고 거기서 보낸다(아웃박스)
unseen = 요청이 무엇을 기다리는지 보이지 않았다
none = 메일, 푸시 메시지, 문자 메시지, 분석용 데이터 전송, 메시지 큐, 애플리케이션이 넘긴 작업을 기다리는 요청이 없다
not-told-apart = { $what ->
    [push] 푸시 메시지
    [text] 문자 메시지
    [tracking] 분석용 데이터
   *[queue] 메시지 큐
 } 패키지가 이벤트 루프에서 실행되고, 요청은 원격 호출을 { $calls } 기다린다. 그중 얼마가 이 패키지의 호출인지 구분하지 못했다
observed = { $rate }에서 요청은 응답 시간 { $response } 중 { $waits }를 응답에 필요하지 않을 수도 있는 일을 기다리는 데 쓴다: { $parts }
part = { $what ->
    [mail] 메일
    [push] 푸시 메시지
    [text] 문자 메시지
    [tracking] 분석용 데이터나 오류 보고
    [queue] 메시지 큐의 확인 응답
   *[handed-over] 애플리케이션이 executor에 넘기고, 다른 서비스를 차례로 호출하는 작업
 } { $ms }
question = { $what ->
    [queue] 큐가 확인한 메시지는 보관된다. 응답이 메시지의 보관까지 약속하는가?
    [handed-over] 응답에 이 작업의 결과가 필요한가?
   *[other] 응답을 보내기 전에 꼭 끝나야 하는 일인가?
 }
beside = { $observed }. { $question }
holds = { $observed }. 그 때문에 생기는 대기까지 합치면 응답 시간 증가분의 { $share }이다. { $question }
at-every-load = { $observed }. 부하가 가벼울 때도 응답 시간 { $response } 중 { $light }이므로, 부하와 상관없이 요청이 느리다. { $question }
takes = 요청이 응답에 필요하지 않을 수도 있는 일을 { $ms } 기다린다: { $parts }
without = 이 대기가 없으면 부하가 가벼울 때 요청은 { $response } 대신 { $left }가 걸린다
