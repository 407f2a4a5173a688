# 보관된 실행을 나란히.

reason = 실행을 차례로 했으므로 차이가 장비 탓일 수 있습니다. tightspot verify는 둘을 번갈아 측정합니다
kind = 이전과 이후
in-short = 요약

## 달라진 것

cause = { $change ->
    [gone] 이전에 지목한 원인은 사라졌습니다
    [lesser] 이전에 지목한 원인은 아직 성립하지만, 더는 한계가 아닙니다
    [unnamed] 이전에 지목한 원인을 더는 지목하지 않지만, 반대 증거는 없습니다
    [still] 이전과 이후에 같은 원인을 지목합니다
    [another] 이전과 다른 원인을 지목합니다
    [new] 이전에 없던 원인을 지목합니다
    [told] 이제 원인을 지목합니다. 이전에는 알 수 없었습니다
    [open] 원인이 어떻게 되었는지 알 수 없습니다
   *[none] 이전에도 이후에도 지목한 원인이 없습니다
 }
rate = { $how ->
    [knee_per_s] 감당하는 최대 처리량이
    [saturated_per_s] 포화 상태의 처리량이
   *[achieved_per_s] 처리량이
 } { $way ->
    [more] 늘었습니다
    [less] 줄었습니다
   *[same] 거의 같습니다
 }: 이전 { $before }, 이후 { $after }
headline = { $cause }. { $rate }.
headline-bare = { $says }.
unlike-kinds = 종류가 다른 실행을 나란히 놓았습니다.
of-several = 실행 { $number }개 중 { $last } 실행을 처음 것과 비교합니다.
latency = { $load }: { $what ->
    [p95] p95
   *[mean] 평균 응답 시간
 } { $after }, 이전 { $before }.
quicker-at-more = 비슷한 부하로 계획한 단계는 없지만, 이제 { $more }에서 p95가 { $after }입니다. 이전에는 { $rate }에서 이미 { $before }였습니다.
no-like-load = 부하가 비슷한 단계가 없어서 응답 시간을 비교하지 않습니다.
predicted = { $cause } 원인을 고치면 { $now }에서 { $way ->
    [open] { $most } 이상이
   *[within] 최대 { $most }가
 } 된다고 예측했고, 실제로 포화 상태에서 { $came }입니다.{ $way ->
    [beyond] {" 그 원인만 고쳐서 설명되는 것보다 많습니다. 다른 것도 바뀌었거나, 상한이 너무 낮게 측정된 것입니다(웜업이 덜 된 서비스는 상한이 더 낮습니다)."}
   *[within] {""}
 }

at-rate = { $rate }에서
at-connections = 동시 커넥션 { $connections }개에서
at-start = 첫 1분
after-start = 첫 1분 뒤
at-most = 각자의 최대치에서

called = { $place ->
    [before] 이전
    [after] 이후
   *[between] 중간
 }: { $run }

## 숫자

tile-rate = { $metric ->
    [knee_per_s] 감당하는 최대
    [saturated_per_s] 포화 상태
   *[achieved_per_s] 응답
 }
tile-before = 이전 { $before } ({ $times })
tile-bounds = { $by ->
    [search] 두 탐색의 구간으로 × { $bounds }
   *[seconds] 초별 값 열에 아홉: × { $bounds }
 }
tile-latency = 비슷한 부하에서 p95
tile-latency-before = { $load }, 이전 { $before } ({ $times })
tile-predicted = 수정 효과 예측
tile-said = 이전 측정값으로 계산한 포화 상태의 { $way ->
    [least] 하한
   *[most] 상한
 }. 실제로는 { $came }
tile-said-next = 포화 상태의 { $way ->
    [least] 하한
   *[most] 상한
 }, 그다음 한계는 { $limit }. 실제로는 { $came }
tile-errors = 실패한 요청
tile-errors-before = 이전 { $before }
no-verdict = 판정 없음
more-doubts = 더 보기
measure = 측정하기
measure-title = 판가름할 방법

## 진단 결과

sides = 진단 결과 나란히 보기
only-load = 부하만, 진단 없음
saturated = 포화 상태
interval = ({ $low } ~ { $high })
limit = { $reached ->
    [yes] 한계
   *[no] 처음 도달할 한계, 외삽한 값
 }
evidence = 근거
grade-word = { $grade ->
    [good] 좋음
    [fair] 보통
   *[poor] 나쁨
 }
causes = 어느 한 실행이라도 찾은 원인에 대한 실행별 판단
cause-column = 원인
status = { $status ->
    [named] 지목함
    [supported] 성립함
    [secondary] 성립하지만 한계는 아님
    [rejected] 반대 증거가 있음
    [untested] 확인도 배제도 못 함
    [not_observable] 볼 수 없었음
   *[not_applicable] 해당 없음
 }
verdict-row = 진단 결과
says-row = 한마디로
because-row = 이유
most-planned = 계획된 최대 부하에서
of-level = { $rate }, 평균 { $mean }, p95 { $p95 }, p99 { $p99 }

## 단계

levels = 이전과 이후의 처리량과 응답 시간
bands = 옅은 띠: 한 단계에서 초마다 잰 값 열에 아홉이 이 안에 있습니다.
latency-by-rate = 초당 응답 수에 따른 p95
carries = { $place ->
    [before] 이전
    [after] 이후
   *[between] 중간
 } { $rate }
percentiles = { $load }: 응답 시간의 백분위
levels-caption = 부하가 비슷한 단계입니다. ×는 첫 실행의 값으로 나눈 것입니다. 괄호는 양쪽에서 초마다 잰 값 열에 아홉끼리 비교한 범위이며, 실행마다 달라지는 차이는 들어 있지 않습니다. 응답 시간의 단위는 ms입니다.
load-column = 부하
run-column = 실행
times-answered = × 응답
mean-column = 평균
times-mean = × 평균
times-p95 = × p95

## 이야기

found-in = 찾은 것 · { $run }
to-do = 고쳐야 했던 것
bought = 얻은 효과
bought-caption = { $metric ->
    [knee_per_s] 서비스가 감당하는 최대 초당 요청 수
    [saturated_per_s] 포화 상태의 초당 요청 수
   *[achieved_per_s] 초당 요청 수
 }
place = { $place ->
    [after] 이후
   *[before] 이전
 }
said-before = 이전에 계산한 { $way ->
    [least] 하한
   *[most] 상한
 }

## 견줄 수 없는 것

apart = 비교할 수 없는 것과 그 이유
doubt = { $says }: 서로 다른 것을 잰 값입니다
grade = { $run }: 측정 품질이 { $grade ->
    [fair] 보통입니다
   *[poor] 나쁩니다
 }: { $reasons }
one-alone = { $run }의 { $phase } ({ $rate })
alone = 다른 실행에는 비슷한 계획이 없는 단계: { $each }
no-interval = 두 실행의 비율에는 구간이 없습니다. 한 번씩만 재어서는 실행마다 얼마나 달라지는지 알 수 없습니다
unlike = 그 밖에 같지 않은 것. 바꾼 것 자체도 여기 있을 수 있습니다
thing-column = 항목
thing = { $what ->
    [tool] Tightspot 버전
    [host-cpus] 장비의 CPU
    [host-memory] 장비의 메모리
    [cpu-speed] 가장 가벼운 단계에서, 이 도구의 정해진 작업이 서비스의 CPU에서 걸린 시간
    [quota] CPU 할당량, 코어
    [target-cpus] 서비스의 CPU
    [runtime] 런타임
    [framework] 프레임워크
   *[limit] 한계
 }
all-levels = 모든 단계를 숫자로 보기
