# 이벤트와 가장 느린 요청.
not-asked = 가장 느린 요청은 진단하지 않았다({ $option } 옵션으로 진단할 수 있다)
expected = 가장 느린 요청 대부분이 { $what ->
    [collections] GC가 도는
    [turns] 이벤트 루프가 한 번에 오래 붙잡힌
   *[stops] 모든 스레드가 멈춘
 } 동안이나 그 뒤에 밀린 요청을 처리하는 동안에 들어오고, 그 수가 우연보다 훨씬 많으며, 그 전에는 느린 요청이 없다
falsifier = { $what ->
    [collections] GC가
    [turns] 이벤트 루프를 오래 붙잡는 일이
   *[stops] 멈춤이
 } 없어도 느린 요청의 수와 느린 정도가 그대로다
none-seen = { $what ->
    [collections] GC가
    [turns] 이벤트 루프를 오래 붙잡는 일이
   *[stops] GC가 아닌 이유로 모든 스레드가 멈춘 일이
 } 보이지 않았다
seen = { $what ->
    [collections] GC
    [turns] 이벤트 루프를 붙잡은 일
   *[stops] 모든 스레드의 멈춤
 } { $number }번(평균 { $mean }, 최대 { $longest })
does-not-explain = { $seen }: { $why ->
    [too-few] 횟수가 너무 적거나 응답 시간이 튄 구간({ $spikes }개)이 너무 적어 알 수 없다
    [too-short] 요청을 그만큼 느리게 하기에는 너무 짧다
    [follows] 요청은 그 전부터 느리다
   *[unrelated] 그동안의 요청이 우연으로 볼 수 있는 정도보다 더 느리지는 않다
 }
falls-to = 느린 요청({ $limit } 초과)의 { $share }가 { $seen } 동안 발생한다. 그때 느릴 가능성은 다른 때의 { $times }배이다
says = { $says }
claim-share = 느린 요청의 { $share }가 { $seen } 동안 발생한다
claim-limit = 요청 백 개 가운데 하나는 { $limit }보다 오래 걸린다
