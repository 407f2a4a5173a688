# 무작위 시점에 일으킨 이벤트를, 아무것도 하지 않은 시점과 비교한 것.
steps = { $subject }: 무작위 시점에 { $unit ->
    [collections] 가비지 수집
   *[other] 이벤트
 } { $pairs }회, 아무것도 하지 않는 시점도 같은 횟수. 각 시점의 앞뒤 { $window }를 비교한다. { $time }
effect = 무작위 시점에 { $unit ->
    [collections] 가비지 수집을
   *[other] 이벤트를
 } { $pairs }회 일으키자 서비스가 한 번에 { $stopped }씩 멈췄다. 그 뒤 { $window } 동안의 요청은 { $mean } 더 걸렸고(95 % 신뢰 구간 { $low } ~ { $high }), 아무것도 하지 않은 시점 뒤에는 { $sham } 더 걸렸다. 예측은 { $least } ~ { $most }
few-pairs = 시점의 쌍이 { $needed }개 필요한데 { $pairs }개만 측정했다
sham-moved = { $says }. 아무것도 하지 않은 시점 뒤에도 요청이 더 오래 걸렸으므로 아무것도 확인되지 않는다
nothing-follows = { $says }. 예측한 일이 뒤따르지 않았다
not-shown = { $says }. 이 차이는 우연일 수 있다
another-size = { $says }. 방향은 예측대로이지만 크기는 다르다
