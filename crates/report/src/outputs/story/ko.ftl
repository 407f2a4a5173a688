# 한 실행의 이야기.

loaded = { $day }, 처리량이 더 늘지 않을 때까지 { $url }에 단계별로 부하를 주었다.
highest = 최대 처리량은 { $rate }였다.

## 제목

where = 시간이 쓰이는 곳
why = 얼마나 확실한가
not = 원인이 아닌 것
fix = 고치는 방법
gain = 고치면 얻는 것
objectives = 목표
method = 측정 방법

## 그림

time-caption = 계획한 부하마다 평균 응답 시간이 쓰이는 곳
rest = 그 밖의 모든 것
unexplained = 설명되지 않음
gain-caption = 초당 요청 수: 측정값과 계산값
now = 현재
fixed = { $way ->
    [least] 고치면, 최소
   *[most] 고치면, 최대
 }
without = 바꾸지 않음
with = { $dose }로 바꿈
experiment-caption = { $subject }: 바꾸기 전과 바꾼 뒤의 초당 요청 수
column = { $what ->
    [dose] 바꾼 값
    [without] 바꾸지 않음
    [with] 바꿈
    [ratio] 비율 (95 %)
   *[predicted] 예측
 }

not-measured = 이것은 계산이다. 실험은 아직 하지 않았고, tightspot prove URL --run { $run } 명령으로 할 수 있다. 고친 뒤에는 tightspot verify URL --against 이전_상태의_URL 명령으로 효과를 측정한다.
made = tightspot { $version }, 실행 { $run }에서 측정했다.
