# 실험을 하지 않는 이유.
several-processes = 실험은 프로세스 하나를 바꾸는데, 프로세스 { $processes }개가 요청을 처리한다. --pid와 그 프로세스의 포트 URL로 그중 하나에서 증명한다
no-saturation = 포화 상태를 측정하지 못했다
changed-since = { $subject }: 부하 단계를 측정할 때는 { $seen }, 지금은 { $now }이다. 예측이 지금 상태와 맞지 않는다
no-cause = 지목된 원인이 없어 증명할 것이 없다. --hypothesis CAUSE로 원인 하나를 시험할 수 있다
no-prediction = 측정한 것으로는 이 변경에 대해 아무것도 예측할 수 없다
no-trigger = { $cause }: 이 원인의 사건을 여기서 일으킬 방법이 없다
stop-too-long = 가비지 수집 한 번에 서비스가 { $stopped } 멈췄다. { $most }를 넘는 정지는 되풀이해서 일으키지 않는다
would-trigger = { $subject }: 먼저 한 번 시험한 뒤, 무작위 시점에 { $pairs }회와 아무것도 하지 않는 시점 { $pairs }회
no-stop = 사건을 일으켰는데도 서비스가 멈추는 것이 보이지 않아, 아무것도 예측할 수 없다
no-means = 이 변경을 하는 방법이 알려져 있지 않다
asked-for = 사용자가 요청함

## 진행

line = 증명    { $says }
plan = 계획    { $says }
why = 이유    { $says }
block = 블록 { $number } { $figures }
as-it-is = 그대로 { $rate }
control = 대조 { $rate }
without-cause = 원인 없음
cannot-be-proven = { $cause } (이것으로는 증명할 수 없다)
outcome = { $outcome ->
    [proven] 증명됨
    [supported] 뒷받침됨
    [not_shown] 확인되지 않음
    [no_material_effect] 의미 있는 효과 없음
   *[contradicted] 어긋남
 }: { $says }
no-experiment = 실험을 하지 않았다: { $why }
dry-run = --dry-run: 아무것도 바꾸지 않았다
restored = 복원    { $subject }: 원래대로 돌아온 것을 확인했다
gone = 복원    서비스가 사라져, 변경도 함께 사라졌다
not-confirmed = 복원    확인하지 못했다: { $why }
may-be-changed = { $subject }: 아직 바뀐 상태일 수 있다
ended = 실험을 중단했다: { $why }. 바꾼 것은 없다
stopped = 실험을 중단했다: { $why }. 바꾼 것은 되돌렸고, 확인도 마쳤다

## 요청한 것

set-home = HOME이나 XDG_STATE_HOME을 설정한다
no-such-cause = { $cause }: 그런 원인은 없다
explain-lists = tightspot explain 명령으로 목록을 볼 수 있다
doses-needed = 시험할 원인이 없으면 값이 필요하다: --knob NAME=V1,V2
doses-wanted = --doses에는 지금 값과 다른 값이 하나 이상 필요하다
sweep-wants-a-knob = sweep에는 --knob NAME=V1,V2,... 또는 --apply CMD --restore CMD --doses V0,V1,...이 필요하다
knob-wants-settings = --knob { $knob }에는 값이 필요하다. 예: { $knob }=200,100,50
values-are-numbers = --knob { $asked }: 값은 숫자여야 한다. 예: { $knob }=15,20
no-knob = { $knob }: 그런 설정은 없다. 쓸 수 있는 것: { $at-once }; -- CMD와 함께: { $by-restart }
out-of-reach = { $knob }: 여기서는 바꿀 수 없다
out-of-reach-because = { $knob }: 여기서는 바꿀 수 없다. { $why }
no-pool = 크기를 바꿀 수 있는 커넥션 풀이 보이지 않는다
no-workers = 크기를 바꿀 수 있는 워커 스레드가 보이지 않는다
no-cpu = 할당량도 CPU도 바꿀 수 없다
several-edges = 서비스가 edge를 여럿 쓴다. 하나만 남기고 끝낸다
no-edge = 지연을 넣으려면 서비스가 호출할 때 거치는 edge(tightspot edge --help)가, 또는 --means remote-delay-ms와 --apply가 필요하다
