# 여러 프로세스로 된 서비스.
none-watched = 관찰한 프로세스가 없다
not-counted = 어느 프로세스가 요청을 몇 개나 처리했는지 셀 수 없었다 (커넥션이 계속 바뀌면 root만 전부 볼 수 있다). 요청당 수치를 말할 수 없으니, --pid와 그 프로세스의 포트 URL로 하나씩 부하를 준다
not-counted-by-process = 요청을 프로세스별로 세지 못했다
another-as-slow = { $who }: { $cause } 때문에 느린 것으로 보이지만, { $other }도 똑같이 느리다: { $figures }
as-slow-without-it = 이 원인이 없는 다른 프로세스도 똑같이 느리다
alike = { $whose } 모두 비슷하다: { $figures }
all = { $says }
of = { $who }: { $says }
figures = { $whose }: { $figures }
only-one = 요청을 처리한 유일한 프로세스
each = 프로세스 { $number }개 각각
some = 프로세스 { $of }개 중 { $number }개: { $names }
figure = { $what ->
    [inside] 내부 { $value }
    [hold] 점유 { $value }
   *[cpu] 요청당 CPU { $value }
 }
range = { $what ->
    [inside] 내부 { $low } ~ { $high }
    [hold] 점유 { $low } ~ { $high }
   *[cpu] 요청당 CPU { $low } ~ { $high }
 }
told = { $who }: { $figures }
share = pid { $pid } { $share }
unequal = 요청이 고르게 나뉘지 않았다: { $shares }
idle = 이 프로세스로 온 요청이 없다
healthy = 정상 ({ $reason })
not-judged = 판단할 수 없음 ({ $reason })
aside = { $who }: { $says }
aside-with-time = { $who }: 내부 { $inside }, { $says }
limit-of = { $limit } (pid { $pid })
