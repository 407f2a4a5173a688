# 보고서 페이지.

## 절 바깥

title = { $says } · { $service } · Tightspot
skip = 진단 결과로 이동
outline = 목차
verdict = 진단 결과
footer = 만든 도구: Tightspot { $version }. 이 페이지는 네트워크에서 아무것도 불러오지 않습니다.
a-service = 서비스
routes-more = { $route } 외 { $more }개
cpus = CPU { $cpus }개
cpus-of = CPU { $cpus }개 중 { $allowed }개 사용 가능
memory = 메모리 { $memory }
quota = 할당량 { $cores }코어
when = { $date }
took = 부하 시간 { $span }
run = 실행 ID { $run }
ended-by = 명령이 오류로 끝났습니다: { $error }
at = { $t }
window = { $from } ~ { $to }
data = 숫자로 보기
all-data = 모든 그래프를 구간별 숫자로 보기
phase = 구간
share = 비율

## 진단 결과

kind = { $what ->
    [likely] 유력한 원인
    [named] 원인 지목, 실험 전
    [proven] 실험으로 입증된 원인
    [limit] 한계 도달, 결함은 지목하지 않음
    [none] 병목 없음
    [inconclusive] 판단 불가
   *[generator] 판단하지 않음
 }
ladder = 근거: { $most }단계 중 { $level }단계
sure = 확신도
sure-of = E{ $level } (E4가 가장 높음): { $level ->
    [0] 기준값을 넘었거나 알려진 패턴과 같을 뿐이다
    [1] 느려질 때 함께 커진다. 수치만으로 단정하기에는 부족하다
    [2] 수치로 설명된다. 실험으로 검증하지는 않았다
    [3] 하나만 바꾼 실험이 예측대로 나왔다
   *[4] 수정 효과를 수정 전과 비교해 측정했다
 }
against = 다음과 같으면 이 진단은 틀린 것입니다:
now = 현재 최대 처리량
tried = 시험한 최대 부하
fixed = 수정 후 예상
next = 다음 병목
other-limit = 그다음 병목
first-limit = 처음 도달할 한계
latency = 가장 높은 p95
measured = 측정값
measured-busy = 항상 사용 중인 클라이언트 커넥션 { $connections }개로 측정
measured-and-knee = 항상 사용 중인 클라이언트 커넥션 { $connections }개일 때. 불규칙하게 들어오는 요청은 { $knee }
highest = 측정한 값 중 최대
limit-is = { $limit }
extrapolated = { $limit }, 외삽한 값
at-most = 측정값으로 계산한 상한
at-most-then = { $way ->
    [least] 측정값으로 계산한 하한. 그때의 병목: { $limit }. 그때는 요청당 비용이 더 적을 수 있음
   *[most] 측정값으로 계산한 상한. 그때의 병목: { $limit }
 }
at-most-again = 측정값으로 계산한 상한. 그때의 병목은 지금과 같음
unknown = 알 수 없음
no-gain = 얼마나 나아질지 측정값으로는 알 수 없음
latency-at = { $rate }에서. { $low }에서는 { $light }
cpu-of-request = 요청당 CPU
cpu-at-light = 부하가 가벼울 때 { $light }
without = 가장 큰 부분이 없으면
at-most-without = 어림값. { $what }: CPU의 { $share }
open-of = 응답 시간 { $response } 중 { $share }
generator-work = 부하 생성기 사용률
of-its-core = 자기 코어 기준
send-lag = 전송 지연, p99
send-lag-is = 예정 시각보다 늦은 시간
lost = 처음 { $span } 동안의 손실
lost-is = 웜업이 끝난 상태와 비교해 처리하지 못한 양
start-p99 = 처음 1분의 p99
start-warm = 웜업이 끝난 뒤의 평균: { $warm }
tail-p99 = p99
tail-p99-is = 요청 백 개 중 하나는 이보다 느리고, 전체의 절반은 { $p50 } 안에 끝남
tail-longest = 가장 오래 걸린 요청
tail-longest-is = 요청 { $requests }개 중
fix-how = 고치고 확인하는 방법
label-prove = 원인을 실험으로 확인
prove-does = 몇 분 동안 부하를 보내면서 실행 중인 서비스의 설정 하나를 바꿨다가 되돌립니다.
label-not = 원인이 아닌 것
why-not = 아닌 이유
what-it-needs = 확인에 필요한 것

## 이유

why = 이렇게 판단한 이유
full-core = 꽉 찬 코어가 하는 일
hints = 부하에 따라 함께 변했지만 시간 내역이 뒷받침하지 않는 것
also = 함께 관찰된 것
also-overlaps = CPU 비율은 겹칠 수 있습니다. 같은 작업이 여기와 원인 양쪽에 집계될 수 있습니다.
read-at = { $phase }, { $rate }
read-here = 이 값을 읽은 구간
account-small = 단계별 전체 내역
cpu-share = 요청당 CPU { $ms }, { $rate }에서
this-work = 이 작업 { $share }
all-else = 나머지

## 단계

levels = 부하 단계별 처리량과 지연 시간
levels-summary = p95: { $first }에서 { $low }, { $last }에서 { $high }.
hollow = 빈 동그라미: 모든 커넥션이 항상 사용 중인 클로즈드 루프 부하입니다.
knee = 안정적 처리
knee-is = 불규칙하게 들어오는 요청은 { $rate }까지 밀리지 않고 처리합니다. 모든 커넥션이 항상 사용 중이면 처리량은 더 늘 수 있지만, 그때는 모든 요청이 대기합니다.
latency-by-rate = 처리량에 따른 응답 시간{ $scale ->
    [log] {" "}(로그 눈금)
   *[linear] {""}
 }
while-looking = 한계를 찾는 동안 짧게 측정한 값입니다. 표의 단계는 더 길게 측정하여 몇 퍼센트 다를 수 있습니다.
throughput-by-connections = 항상 사용 중인 클라이언트 커넥션 수에 따른 처리량
latency-caption = 응답 시간(ms): 요청 예정 시각부터 마지막 바이트까지. 오픈 단계는 요청을 불규칙한 시각에 보내고 마지막 응답까지 기다리므로 처리량이 계획한 부하와 몇 퍼센트 다를 수 있습니다. 이름의 숫자는 서비스가 안정적으로 처리하는 양에 대한 비율입니다. 포화 단계에서는 커넥션이 항상 사용 중입니다
level = 단계
offered = 계획한 부하
answered = 처리량
failed = 실패
largest = 최대
busy-connections = 항상 사용 중인 커넥션 { $number }개
resources = 한계 대비 사용률 (● 한계 도달)
resource = 자원
used-of = { $limit } 중 { $used }
at-its-limit = 한계 도달

## 시간 내역

account = 요청 시간이 쓰이는 곳
account-note = 단계마다 막대 하나가 그 단계의 요청 시간 전체이고, 오른쪽 숫자는 평균 요청 시간입니다. 글자는 아래 표의 항목이고, 빗금은 설명되지 않은 시간입니다.
all-parts = 모든 항목
account-label = { $rate }에서 요청 하나에 { $response } 걸립니다: { $parts }
account-caption = 부하 단계별 요청 시간(ms)

## 시간 축

timeline = 언제 무슨 일이 있었나
timeline-note = 모든 그래프는 시간축이 같습니다. 선은 { $step } 평균이고, 옅은 띠는 최솟값부터 최댓값까지입니다. 측정한 단계는 배경에 색을 칠했습니다.
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
    [heap-walk] 힙 검색: 풀, executor, 클라이언트
    [gc-pause] 가비지 수집
    [safepoint] 가상 머신 정지
    [gauge-gap] 풀 수치를 읽지 못함
    [target-died] 서비스 종료
    [restored] 되돌림
   *[mark] 표시
 }
phase-answers = 처리량 { $rate }
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
    [cpu-speed] CPU에서 정해진 작업에 걸린 시간, µs: 클수록 느림
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
    [offered] 계획한 부하
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
    [workers-queue] 큐에서 대기
    [listen-queue] 수락 전
    [unread] 읽기 전
    [active-requests] 처리 중인 요청
    [memory] 상주 메모리
    [peer-connections] 호출 대상과의 커넥션
    [peer-awaited] 응답을 기다리는 커넥션
    [segments-sent] 보낸 패킷
    [segments-received] 받은 패킷
    [async-work] 스레드 풀에서 진행 중인 작업
    [loop-delay] 이벤트 루프 지연
    [thread-pool-delay] libuv 스레드 대기
    [cpu-service] 서비스
    [cpu-database] 데이터베이스
    [cpu-neighbours] 같은 CPU의 다른 프로그램
    [cpu-generator] 부하 생성기
    [cpu-speed] 서비스의 CPU
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
    [sessions-opened] 새로 연 세션
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
if-true = 원인이라면 관찰되었을 것
was-seen = 실제로 관찰된 것
knob = { $setting }: { $way ->
    [least] { $rate } 이상
   *[most] 최대 { $rate }
 }
more-rejected = { $number }개 더
unseen = 확인하지 못함
untested = 확인도 배제도 못 함:
inapplicable = 이 서비스에는 해당하지 않음:

## 실험, 고칠 것, 만약

proof = 실험으로 검증
changed = 바꾼 것
blocks = 블록
tests-cause = 시험한 원인
rival = 가장 강한 경쟁 가설
restored = 되돌리고 확인함
yes-no = { $is ->
    [yes] 예
   *[no] 아니요
 }
doses = 바꾼 값에 따른 처리량 (바꾸기 전 대비)
dose = 바꾼 값
without-it = 바꾸기 전
with-it = 바꾼 뒤
measured-ratio = 측정값 (95 % 신뢰 구간)
predicted-ratio = 예측값
rival-ratio = 경쟁 가설의 예측값
unchanged = 변화 없음
fix = 고칠 것과 확인하는 방법
where-it-is = 위치:
examples = 고치는 예
examples-note = 예시의 이름과 숫자는 이 서비스의 것이 아닙니다. 진단 결과에 나온 크기만 이 서비스의 값입니다.
verify = 나아졌는지 확인하기
verify-how = 고친 서비스를 지금 서비스와 나란히 실행합니다. 둘을 번갈아 측정하고, 장비 때문에 생기는 측정 편차도 함께 측정합니다:
prove-how = 코드를 바꾸기 전에 실행 중인 서비스에서 실험으로 원인을 시험합니다. 서비스는 원래대로 되돌립니다:
what-if = 변경 시 예측
what-if-note = 각 변경으로 얻을 수 있는 상한을 측정값으로 계산한 것입니다. ≥가 붙은 값은 하한입니다. 부하가 늘면 요청당 비용이 더 줄 수 있습니다. 옅은 부분이 개선 효과입니다.
change = 변경
then = 바꾼 뒤
then-limits = 바꾼 뒤의 병목

## CPU

cpu = CPU가 하는 일
cpu-open = (일부는 설명되지 않음)
what-for = 용도
cpu-signs = 여러 용도에 걸쳐: { $signs }.
cpu-sign = { $what ->
    [look-up] 이미 찾은 것을 다시 찾기
    [build] 재사용할 수 있는 객체를 새로 만들기
    [throw] 예외 만들기
   *[scan] 컬렉션 훑기
 } { $share } ({ $ms })
candidate = 줄일 여지 있음
calls = 호출별, { $phase }
boxes-note = 상자 하나는 이어진 호출이고, 너비는 CPU 비율입니다. 상자가 호출하는 함수는 그 아래에 있습니다. 서비스 자신의 코드는 주황색입니다. 상자 위에 포인터를 올리면 프레임이 보입니다.
boxes-label = { $phase }의 CPU를 호출 상자로 나타냄, 요청당 { $total }. 아래 트리에 같은 내용이 글로 있습니다
all-cpu = 전체
tree = 트리로 보기
call = 호출
tree-command = tightspot report { $run } --cpu

## 오간 것

endpoint = 호출 대상
endpoints = 다른 서비스에 보내는 호출
calls-per-request = 요청당 호출 수
call-ms = 평균, ms
file = 파일
files = 되풀이해 여는 파일
files-note = 가장 무거운 부하 단계에서 서비스 전체가 연 횟수입니다. 바로 이어서 두 번 열면 커널이 하나로 합치기도 하므로 실제로는 더 많을 수 있습니다.
opens-per-request = 요청당 여는 횟수
size = 크기
failures = 실패한 요청과 응답이 없던 때
traffic = 경로, SQL 문, 호출 대상
routes = 경로
route = 경로
requests = 요청
statements = SQL 문
statements-note = 측정한 모든 단계에서, 서비스의 세션이 SQL 문을 실행하던 표본 중 이 SQL 문이 차지한 비율입니다. 전체 SQL 문에 걸린 시간 중 이 SQL 문의 비율과 같습니다.
statement = SQL 문
peers = 서비스가 통신하는 대상
peer = 대상
peer-role = 역할
peer-turns = 요청당 왕복 횟수
peer-connections = 커넥션
peer-awaited = 응답을 기다리는 커넥션
peer-ms = 대상 쪽 시간, ms
peers-note = 가장 무거운 부하 단계의 값입니다. 서비스가 무언가를 보냈고 아직 아무것도 돌아오지 않은 커넥션을 "응답을 기다리는 커넥션"으로 셉니다. 20 ms보다 짧은 호출은 이 방법으로 재지 않습니다.
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
warm-up-label = 측정하기 전의 초당 응답 수
connections = 커넥션

## 품질

quality = 측정 품질
sensors = 관찰 수단
sensors-on = 데이터를 얻은 센서:
sensor = 센서
state = 상태
reason = 이유와 해결 방법
not-judged = 판단하지 못한 원인
sensor-state = { $state ->
    [off] 꺼짐
   *[lost] 끊김
 }
rules = 판정을 결정한 규칙
margin = 기준 { $threshold }, 측정 { $value }

## 부록

appendix = 부록
as-data = 데이터로 받기
json-command = tightspot report { $run } --json
glossary = 용어
fact-command = 명령
fact-url = URL
fact-seed = 시드
fact-started = 시작 시각
fact-tool = 버전
fact-host = 장비
fact-process = 프로세스
fact-target = 실행 명령
fact-cpus = 쓰는 CPU
fact-components = 한계가 있는 구성 요소
word-evidence = E0 ~ E4
means-evidence = E0 단서. E1 느려질 때 함께 커짐. E2 설명됨: 수치의 합이 맞음. E3 실험으로 증명됨. E4 고친 뒤 확인됨.
word-open = 오픈 루프 부하
means-open = 서비스의 상태와 상관없이 계획한 속도로 요청을 보냅니다. 지연 시간은 요청 예정 시각부터 재므로 기다린 시간이 빠지지 않습니다.
word-saturation = 포화
means-saturation = 클로즈드 루프 부하: 정해진 수의 커넥션이 항상 사용 중이며, 커넥션마다 응답을 받으면 바로 다음 요청을 보냅니다.
word-hold = 점유
means-hold = 요청이 커넥션을 점유하는 시간입니다. 그 시간을 채우는 것이 다른 요청이 기다리는 이유입니다.
word-unexplained = 설명되지 않음
means-unexplained = 응답 시간에서 모든 항목의 합을 뺀 값입니다. 항목의 오차 때문에 0보다 작을 수 있습니다. 값이 크면 원인을 지목하지 않습니다.
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
timeline-keys = 그래프를 드래그하면 그 구간을 확대하고, 더블 클릭하면 전체를 보여 줍니다. 키보드: 화살표 키로 커서를 옮기고, Shift와 함께 누르면 보이는 구간을 옮깁니다. +와 -로 확대하고 축소하며 Esc로 전체를 봅니다.
search-function = 함수 검색
found-share = 찾은 함수가 CPU의 { $share }를 차지합니다
turn-calls = 호출 순서 뒤집기
whole-calls = 확대 취소
calls-keys = 상자를 클릭하면 확대하고, 그 위의 상자를 클릭하면 축소합니다. 키보드: 화살표 키로 고르고 Enter로 확대하며 Esc로 확대를 취소하고 /로 검색합니다. 뒤집으면 CPU를 직접 쓰는 함수가 위에, 그 함수를 호출한 쪽이 아래에 있습니다.
calls-label = 플레임 그래프, { $level }
in-itself = 함수 자체 { $ms }
