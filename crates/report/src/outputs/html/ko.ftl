# 보고서 페이지.

## 절 바깥

title = { $says } · { $service } · Tightspot
skip = 진단 결과로 이동
outline = 목차
verdict = 진단 결과
footer = 만든 도구: Tightspot { $version }. 이 페이지는 네트워크를 쓰지 않습니다.
a-service = 서비스
cpus = CPU { $cpus }개
memory = 메모리 { $memory }
quota = 할당량 { $cores }코어
when = { $date }
took = 부하 { $span }
run = 실행 { $run }
ended-by = 명령이 오류로 끝났습니다: { $error }
at = { $t }
window = { $from } ~ { $to }
data = 숫자로 보기
all-data = 모든 그래프를 구간별 숫자로 보기
phase = 구간
share = 비율

## 진단 결과

kind = { $what ->
    [found] 원인을 찾음
    [limit] 한계에 닿음, 결함은 지목하지 않음
    [none] 병목 없음
    [inconclusive] 판단 불가
   *[generator] 판단하지 않음
 }
ladder = 근거: { $most }단계 중 { $level }단계
sure = 확신도
sure-of = E{ $level }: { $level ->
    [0] 기준값을 넘었거나 알려진 모습과 같을 뿐이다
    [1] 느려질 때 함께 움직인다. 수치가 맞아떨어진다고 하기에는 아직 부족하다
    [2] 수치로 설명된다. 실험으로 증명되지는 않았다
    [3] 하나만 바꾼 실험이 예측대로 나왔다
   *[4] 고친 것을 고치기 전과 비교해 측정했다
 }
against = 다음과 같으면 이 판단은 틀린 것입니다:
now = 지금의 한계
tried = 시험한 최대
fixed = 고치면
next = 다음 한계
same-again = { $limit }. 그 전까지는 지금과 같은 한계
first-limit = 처음 닿을 한계
latency = 최대 부하에서 p95
measured = 측정값
highest = 측정한 값 중 최대
limit-is = { $limit }
extrapolated = { $limit }, 외삽한 값
at-most = 측정값으로 계산한 상한
unknown = 알 수 없음
no-gain = 얼마나 나아질지 측정값으로는 알 수 없음
latency-at = { $rate }에서. { $low }에서는 { $light }
cpu-of-request = 요청당 CPU
cpu-at-light = 부하가 가벼울 때 { $light }
without = 가장 큰 부분이 없으면
at-most-without = 상한. { $what }: CPU의 { $share }
open-of = 응답 { $response } 중 ({ $share })
generator-work = 생성기 사용률
of-its-core = 자기 코어 기준
send-lag = 늦은 전송, p99
send-lag-is = 계획보다 늦음
lost = 처음 { $span } 동안의 손실
lost-is = 웜업이 끝난 상태라면 이 시간만큼 더 했을 일
start-p99 = 처음 1분의 p99
start-warm = 웜업이 끝난 뒤의 평균: { $warm }
tail-p99 = p99
tail-p99-is = 요청 백 개 중 하나는 이보다 느리고, 전체의 절반은 { $p50 } 안에 끝남
tail-longest = 가장 긴 요청
tail-longest-is = 요청 { $requests }개 중
fix-how = 고치고 확인하는 방법
label-prove = 원인을 실험으로 확인
why-not = 아닌 이유
what-it-needs = 보려면 필요한 것

## 이유

why = 이렇게 판단한 이유
full-core = 꽉 찬 코어가 하는 일
hints = 부하와 함께 움직였지만 시간 내역이 뒷받침하지 않음
also = 함께 보였지만 원인으로 지목하지 않은 것
read-at = { $phase }, { $rate }
read-here = 이 값을 읽은 시간
account-small = 단계별 시간 내역

## 단계

levels = 부하 단계별 처리량과 지연 시간
levels-summary = p95: { $first }에서 { $low }, { $last }에서 { $high }.
hollow = 빈 동그라미: 모든 커넥션이 항상 바쁜 클로즈드 루프 부하입니다.
knee = 감당하는 최대
knee-is = 서비스가 감당하는 최대는 { $rate }입니다.
latency-by-rate = 처리량에 따른 응답 시간
throughput-by-connections = 바쁜 커넥션 수에 따른 초당 응답
latency-caption = 응답 시간(ms): 계획한 순간부터 마지막 바이트까지
level = 단계
offered = 보낸 부하
answered = 응답
failed = 실패
largest = 최대
busy-connections = 항상 바쁜 커넥션 { $number }개
resources = 사용률, 한계 대비 (● 한계에 닿음)
resource = 자원
used-of = { $limit } 중 { $used }
at-its-limit = 한계에 닿음

## 시간 내역

account = 요청 시간이 쓰이는 곳
account-note = 단계마다 막대 하나가 그 단계의 요청 시간 전체이고, 오른쪽은 그 길이입니다. 글자는 아래 표의 항목이고, 빗금은 설명되지 않은 시간입니다.
all-parts = 모든 항목
account-label = { $rate }에서 요청은 { $response } 걸립니다: { $parts }
account-caption = 부하 단계별 요청 시간(ms)

## 시간 축

timeline = 언제 무슨 일이 있었나
timeline-note = 모든 그래프는 같은 시계를 씁니다. 선은 { $step } 평균이고, 옅은 띠는 최소와 최대입니다. 측정한 단계에는 배경을 칠했습니다.
phases = 부하 구간
phase-kind = { $phase ->
    [warm-up] 웜업
    [doubling] 두 배씩
    [knee] 탐색
   *[trial] 시험
 }
event-kind = { $event ->
    [attached] 프로브 연결
    [detached] 프로브 연결 해제
    [heap-walk] 힙 탐색: 풀, 실행기, 클라이언트
    [gc-pause] 가비지 수집
    [safepoint] 가상 머신 정지
    [gauge-gap] 풀 수치를 읽지 못함
    [target-died] 서비스 종료
    [restored] 되돌림
   *[mark] 표시
 }
phase-answers = 응답 { $rate }
most = 최대 { $most }, { $at }
mean-most = { $mean } (최대 { $most })
limit = 한계 { $most }
event = 이벤트
moment = 시각
events = 이벤트 { $number }개
lane = { $what ->
    [rates] 요청
    [latency] 응답 시간
    [pool] 커넥션 풀
    [pool-waiting] 커넥션 대기
    [holds] 요청당 커넥션 시간
    [workers] 워커 스레드
    [loop] 이벤트 루프
    [loop-delay] 이벤트 루프 대기
    [cpu] CPU, 코어
    [throttling] CPU 할당량에 걸려 멈춤
    [accept] 아직 읽지 않은 커넥션
    [remote] 다른 서비스 호출
    [cache] 캐시 서버: 아무 일도 하지 않는 명령
    [sessions] 데이터베이스 세션
    [memory] 메모리
    [pauses] 가비지 수집과 정지
    [first-use] 코드 로드와 컴파일
   *[source] 읽은 값
 }
line = { $what ->
    [offered] 보낸 부하
    [answered] 응답
    [failed] 실패
    [pool-used] 사용 중
    [pool-waiting] 대기 중
    [statements] 실행 중인 SQL 문
    [commands] 실행 중인 명령
    [cache-round-trip] 왕복 시간
    [held] 점유
    [waited] 대기
    [workers-busy] 사용 중
    [workers-queue] 큐
    [listen-queue] 수락 전
    [unread] 읽기 전
    [active-requests] 처리 중인 요청
    [memory] 상주 메모리
    [peer-connections] 상대와의 커넥션
    [peer-awaited] 응답을 기다리는 커넥션
    [segments-sent] 보낸 패킷
    [segments-received] 받은 패킷
    [async-work] 스레드 풀에서 진행 중인 일
    [loop-delay] 준비된 일이 루프를 기다림
    [thread-pool-delay] 일이 libuv 스레드를 기다림
    [cpu-service] 서비스
    [cpu-database] 데이터베이스
    [cpu-neighbours] 같은 CPU의 다른 프로그램
    [cpu-generator] 부하 생성기
    [throttled] 정지가 있던 주기
    [overflows] 거절된 커넥션
    [collecting] 가비지 수집
    [stopped] 모든 스레드 정지
    [code-loaded] 로드한 클래스나 모듈
    [compilations] 컴파일
    [loop-active] 사용 중
    [remote-calls] 진행 중인 호출
    [remote-queue] 클라이언트에서 기다리는 호출
    [commits] 커밋한 트랜잭션
    [rows-written] 쓴 행
    [sessions-opened] 연 세션
    [rows-scanned] 전체 스캔으로 읽은 행
    [rows-by-index] 인덱스로 읽은 행
    [file-writes] 초당 파일 쓰기
    [sessions-executing] SQL 문 실행 중
    [sessions-locked] 잠금 대기
   *[sessions-idle] 트랜잭션 안에서 유휴
 }

## 아닌 것

not = 원인이 아닌 것, 확인하지 못한 것
not-cause = 원인 아님
if-true = 원인이라면 보였을 것
was-seen = 실제로 보인 것
knob = { $setting }: 최대 { $rate }
more-rejected = { $number }개 더
unseen = 확인하지 못함
untested = 보이지도 배제되지도 않음:
inapplicable = 이 서비스에는 해당하지 않음:

## 실험, 고칠 것, 만약

proof = 실험으로 검증
changed = 바꾼 것
blocks = 반복
tests-cause = 시험한 원인
rival = 가장 강한 경쟁 가설
restored = 되돌리고 확인함
yes-no = { $is ->
    [yes] 예
   *[no] 아니요
 }
doses = 변화량에 따른 처리량, 바꾸지 않았을 때 대비
dose = 변화량
without-it = 바꾸기 전
with-it = 바꾼 뒤
measured-ratio = 측정 (95 % 구간)
predicted-ratio = 예측
rival-ratio = 경쟁 가설의 예측
unchanged = 변화 없음
fix = 고칠 것과 확인하는 방법
where-it-is = 위치:
examples = 고치는 예
examples-note = 예시의 이름과 숫자는 이 서비스의 것이 아닙니다.
verify = 나아졌는지 확인하기
verify-how = 고친 서비스를 지금 것과 나란히 실행하면, 장비의 오차까지 함께 번갈아 측정합니다:
prove-how = 코드를 바꾸기 전에 실행 중인 서비스에서 실험으로 원인을 시험합니다. 서비스는 원래대로 되돌립니다:
what-if = 만약 바꾼다면
what-if-note = 각 변경으로 얻을 수 있는 상한을 측정값으로 계산한 것입니다. 옅은 부분이 개선 효과입니다.
change = 변경
then = 바꾼 뒤, 최대
then-limits = 그 뒤의 한계

## CPU

cpu = CPU가 하는 일
cpu-open = (일부는 설명되지 않음)
what-for = 용도
candidate = 줄일 수 있을지 모름
calls = 호출별, { $phase }
boxes-note = 상자 하나는 이어진 호출이며 너비는 CPU 비율입니다. 호출한 것은 아래에 있습니다. 서비스 자신의 코드는 주황색입니다. 상자 위에 포인터를 올리면 프레임이 보입니다.
boxes-label = { $phase }의 CPU를 호출 상자로 나타냄, 요청당 { $total }. 아래 트리에 같은 내용이 글로 있습니다
all-cpu = 전체
tree = 트리로 보기
call = 호출
tree-command = tightspot report { $run } --cpu

## 오간 것

endpoint = 호출 대상
endpoints = 다른 서비스에 보내는 호출
calls-per-request = 요청당 호출
call-ms = 평균, ms
failures = 실패한 요청과 응답이 없던 때
traffic = 경로, SQL 문, 상대
routes = 경로
route = 경로
requests = 요청
statements = SQL 문
statements-note = 측정한 단계에서 서비스의 세션이 각 SQL 문과 함께 보인 비율이며, 걸린 시간의 비율과 같습니다.
statement = SQL 문
peers = 서비스가 통신하는 상대
peer = 상대
peer-role = 역할
peer-turns = 요청당 왕복
peer-connections = 커넥션
peer-awaited = 응답을 기다리는 커넥션
peer-ms = 상대 쪽 시간, ms
peers-note = 가장 무거운 부하 단계의 값입니다. 서비스가 무언가를 보냈고 아직 아무것도 돌아오지 않은 커넥션은 응답을 기다리는 중입니다. 20 ms보다 짧은 호출은 이렇게 재지 않습니다.
role = { $role ->
    [database] 데이터베이스
    [cache] 캐시
    [queue] 큐
    [search] 검색
    [http] 다른 서비스
    [mail] 메일
   *[unknown] 알 수 없음
 }
processes = 프로세스

## 웜업

start = 첫 1분, 초 단위로
tail = 가장 느린 요청
warm-up = 웜업
no-warm-up = 웜업 없이 그대로 측정했습니다.
warm-up-says = { $span } 동안 { $rounds }번: 같은 커넥션 수로 { $first }에서 { $last }까지
warm-up-label = 측정하기 전의 초당 응답
connections = 커넥션

## 품질

quality = 측정 품질
sensors = 관찰 수단
sensors-on = 동작함:
sensor = 센서
state = 상태
reason = 이유와 해결 방법
not-judged = 판단하지 못한 원인
sensor-state = { $state ->
    [off] 꺼짐
   *[lost] 끊김
 }
rules = 결정한 규칙
margin = 기준 { $threshold }, 측정 { $value }

## 부록

appendix = 부록
as-data = 데이터로 받기
json-command = tightspot report { $run } --json
glossary = 용어
fact-command = 명령
fact-url = URL
fact-seed = 시드
fact-started = 시작
fact-tool = 버전
fact-host = 장비
fact-process = 프로세스
fact-target = 실행 명령
fact-cpus = 쓰는 CPU
fact-components = 한계가 있는 부분
word-evidence = E0 ~ E4
means-evidence = E0 단서. E1 느려짐과 함께 움직임. E2 설명됨: 숫자가 맞아떨어짐. E3 실험으로 증명됨. E4 고친 뒤 확인됨.
word-open = 오픈 루프 부하
means-open = 서비스와 상관없이 계획한 속도로 요청을 보냅니다. 지연 시간은 계획한 순간부터 재므로 기다린 시간이 빠지지 않습니다.
word-saturation = 포화
means-saturation = 클로즈드 루프 부하: 정해진 수의 커넥션이 항상 바쁘며, 응답을 받으면 바로 다음 요청을 보냅니다.
word-hold = 점유
means-hold = 요청이 커넥션을 점유하는 시간입니다. 그 시간을 채우는 것이 다른 요청이 기다리는 이유입니다.
word-unexplained = 설명되지 않음
means-unexplained = 응답 시간에서 모든 부분을 뺀 값입니다. 부분의 오차만큼 0보다 작을 수 있고, 크면 원인을 지목하지 않습니다.
word-percentile = p95
means-percentile = 요청 100개 중 95개는 이만큼 빠르거나 더 빨랐습니다. 요청 수가 충분할 때만 보입니다.
word-at-most = 최대
means-at-most = 다른 것은 그대로 두고 측정값으로 계산한 상한입니다. 실제 효과는 실험으로 측정합니다.

## 스크립트가 보이는 말

copy = 복사
copied = 복사함
zoom-in = 확대
zoom-out = 축소
whole-run = 전체 보기
timeline-keys = 그래프를 끌어서 선택하면 그 구간을 확대하고, 두 번 누르면 전체를 보여 줍니다. 키보드: 화살표 키로 커서를, Shift와 함께 누르면 구간을 옮깁니다. +와 -로 확대하고 축소하며 Esc로 전체를 봅니다.
search-function = 함수 검색
found-share = 찾은 함수가 CPU의 { $share }를 차지합니다
turn-calls = 호출 순서 뒤집기
whole-calls = 확대 취소
calls-keys = 상자를 누르면 확대하고, 그 위의 상자를 누르면 축소합니다. 키보드: 화살표 키로 고르고 Enter로 확대하며 Esc로 확대를 취소하고 /로 검색합니다. 뒤집으면 CPU를 직접 쓰는 함수가 위에, 호출한 함수가 아래에 있습니다.
calls-label = 플레임 그래프, { $level }
in-itself = 함수 자체 { $ms }
