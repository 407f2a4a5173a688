# 서비스의 두 상태를 쌍으로 측정.

answer = { $answer ->
    [improved] 나아짐
    [worse] 나빠짐
    [same] 같음
   *[inconclusive] 판단 불가
 }
headline = { $answer ->
    [improved] 바꾼 뒤 나아졌습니다
    [worse] 바꾼 뒤 나빠졌습니다
    [same] 의미 있는 차이가 없습니다
   *[inconclusive] 나아졌는지 알 수 없습니다
 }. { $metric ->
    [throughput] 처리량
    [mean] 평균 응답 시간
    [p50] 응답 시간 중앙값
    [p95] 응답 시간 p95
    [p99] 응답 시간 p99
   *[cpu] 요청당 CPU
 } × { $ratio } ({ $low } ~ { $high }).
headline-bare = { $answer ->
    [improved] 바꾼 뒤 나아졌습니다
    [worse] 바꾼 뒤 나빠졌습니다
    [same] 의미 있는 차이가 없습니다
   *[inconclusive] 나아졌는지 알 수 없습니다
 }. { $metric ->
    [throughput] 처리량
    [mean] 평균 응답 시간
    [p50] 응답 시간 중앙값
    [p95] 응답 시간 p95
    [p99] 응답 시간 p99
   *[cpu] 요청당 CPU
 } × { $ratio }, 구간 없음.
metric = { $metric ->
    [throughput] 처리량
    [mean] 평균 응답 시간
    [p50] 응답 시간 중앙값
    [p95] p95
    [p99] p99
   *[cpu] 요청당 CPU
 }
side = { $side ->
    [after] 이후
   *[before] 이전
 }
sentence = { $pairs }쌍, { $answer ->
    [improved] 나아짐
    [worse] 나빠짐
    [same] 같음
   *[inconclusive] 판단 불가
 }: { $moved }. 이상치에 강한 추정 { $robust } %, 부호 뒤집기 p { $p }{ $tests ->
    [disagree] {". t 검정과 부호 뒤집기 검정의 결과가 서로 다르다. 쌍을 하나씩 확인한다"}
   *[agree] {""}
 }
text-answer = { $answer }  { $metric } 이전 대비 이후: { $says }
text-smallest = { $share } 미만의 차이는 없는 것으로 친다. 이 구간은 모든 중간 점검에서 동시에 성립한다
text-shift = 분위수별 응답 시간(띠는 모든 분위수에서 동시에 성립): { $moved }

means = { $pairs }쌍의 평균: 이전 { $before }, 이후 { $after }.
smallest = { $share } 미만의 차이는 없는 것으로 칩니다. 이 구간은 모든 중간 점검에서 동시에 성립합니다.
tests-disagree = t 검정과 부호 뒤집기 검정의 결과가 서로 다릅니다. 쌍을 하나씩 확인하세요.

tile-interval = 이후 ÷ 이전, { $low } ~ { $high }
tile-no-interval = 이후 ÷ 이전, 구간 없음
tile-pairs = 유효한 쌍
tile-sign-flip = 부호 뒤집기 p { $p }
tile-noise = 가려낼 수 있는 최소 차이
tile-scatter = 같은 상태끼리도 { $scatter } 다름

measured = 측정한 값과 의미 있는 차이
ratio = 이후 ÷ 이전
measured-interval = 측정값과 그 구간
counts-as-none = 차이가 없다고 칠 범위
nothing-predicted = 여기서는 아무것도 예측하지 않았습니다. 의미가 있는 차이인지는 첫 쌍을 재기 전에 정한 최소 차이로 판단합니다. 수정 효과의 예측값과 실제 값은 tightspot compare가 알려 줍니다.
noise = 같은 상태끼리 { $pairs }쌍을 재면 쌍마다 { $scatter } 다릅니다. 스무 쌍이면 { $tells } 차이를 가려낼 수 있습니다.
no-noise = 시작은 같은 것끼리 재지 않습니다. 그만큼 시간이 더 들기 때문입니다.

pairs = 쌍을 하나씩
pairs-drawn = 쌍마다 양쪽의 { $metric ->
    [throughput] 처리량
    [mean] 평균 응답 시간
    [p50] 응답 시간 중앙값
    [p95] 응답 시간 p95
    [p99] 응답 시간 p99
   *[cpu] 요청당 CPU
 }
pair-column = 쌍
first-column = 먼저 측정
counts-column = 유효
counts = { $is ->
    [yes] 예
   *[no] 아니요
 }
left-out = { $number }쌍은 집계에서 뺐습니다(빈 동그라미). 부하 생성기가 한계였을 수 있거나 한쪽에 값이 없기 때문입니다.

shift = 분위수별 응답 시간의 변화
shift-note = 띠는 모든 분위수에서 동시에 성립합니다. 참고용 그림이고, 판단은 위의 값으로 합니다.
shift-drawn = 응답 시간, 이후 ÷ 이전
quantile-column = 분위수
after-by-before = 이후 ÷ 이전

held = 똑같이 맞춘 것
held-rate = 양쪽 모두 응답과 상관없이 계획한 { $rate }의 요청을 받습니다.
held-connections = 양쪽 모두 동시 커넥션 { $connections }개로 포화시킵니다.
held-trial = 시험마다 { $settle } 동안은 집계하지 않고 부하만 주고, 이어서 { $measured } 동안 측정합니다.
held-start = 시작할 때마다 새 프로세스를 실행하고, 첫 1초부터 { $measured } 동안 부하를 줍니다.
held-warm = 시험과 같은 부하로 번갈아 웜업했습니다. 이전 { $before }, 이후 { $after }, { $state ->
    [steady] 둘 다 안정
    [compiling] 안정되었지만 컴파일러가 아직 동작함
   *[not-steady] 안정되지 않음: 수치에 그 영향이 들어 있음
 }.
held-order = 두 쌍씩 묶어 어느 쪽이 먼저인지 무작위로 정했습니다(시드 { $seed }). 시간에 따른 변화는 서로 상쇄됩니다.
held-place = 같은 장비, 같은 부하 생성기, 같은 요청입니다.
robust = 이상치에 강한 비율
sign-flip = 부호 뒤집기 검정의 p
