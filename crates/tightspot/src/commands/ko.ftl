# `why`와 `load` 말고 다른 명령이 하는 말.

forgotten = 기록에서 지움: { $subject }
journal = { $file }: { $why }
nothing-left-changed = 바뀐 채로 남은 것이 없다
changes-of-running = 변경 { $changes }개는 아직 진행 중인 실험의 것이다
left-changed = 이전 실험이 바꾼 채로 남긴 것: { $subject }
frame-not-readable = 참고: 파일의 { $offset }번째 바이트에서 시작하는 프레임이 쓰인 그대로가 아니다: { $cause }. 그 앞의 것은 온전하고, 거기부터 { $bytes }바이트는 뺐다
ends-early = 참고: 파일이 일찍 끝난다 (끝의 { $bytes }바이트는 읽을 수 없다). 그 앞의 것은 온전하다
no-such-page = "{ $page }": 그런 페이지는 없다

## load

body-is-a-time = 참고: -d는 본문이므로 모든 요청에 "{ $time }" 값이 실린다. 부하의 길이는 -z { $time } 옵션이다
teardown-failed = 정리 단계가 실패했다: { $why }
no-such-route = 시나리오에 그런 이름의 경로가 없다: { $routes }
routes = 경로: { $routes }
load-of-several = 파일에 시나리오가 여럿이고, 저마다 부하가 정해져 있다
for-which-of-them = 명령줄의 부하로는 그중 어느 것을 말하는지 알 수 없다
change-the-file = -q, -c, -n, -z, --users, --stage를 빼고 파일을 고친다
mode-find-knee = 시나리오의 `mode = "find-knee"`는 임계점을 찾는 것이라 진단이 필요하다
why-or-own-load = tightspot why -s FILE, 또는 직접 정한 부하: -q 200, -c 50
streams-of-users = 주기가 있는 사용자는 커넥션을 하나씩 갖고, 그 위에서 요청을 한 번에 하나만 보낸다
without-streams = --streams를 뺀다
no-length = 길이가 0인 부하는 아무것도 보내지 않는다
too-often = 사용자가 { $every }마다 보낼 수는 없다
every-1ms = --every 1ms 이상
not-begun = 부하는 시작되지 않았다. 그 단계를 curl -i로 시험해 본다

load = 부하    { $url }: { $load }
load-of = 부하    { $url }, { $scenario }: { $load }
always-in-flight = 항상 처리 중인 요청 { $requests }개, 커넥션마다 { $streams }개
always-busy = 항상 바쁜 커넥션 { $connections }개
rate = { $rate }/s, { $arrivals ->
    [poisson] 서로 독립인 도착
   *[even] 고른 간격
 }
users-every = 사용자 { $users }명, 저마다 { $every }에 한 번
for-requests = { $load }, 요청 { $requests }개
for-time = { $load }, { $time } 동안
from-to = { $first } → { $most }
http2-streams = HTTP/2, 커넥션마다 동시에 요청 { $streams }개까지
ended-before = 시나리오 { $scenario }: 시작하기 전에 실행이 끝났다
was-aborted = 실행이 중단되었다
not-in-the-run = 저장된 실행에서 읽어, 다음은 들어 있지 않다: { $what ->
    [checks] 검사, 트레이스, 단계, 보낸 시각의 흩어짐
   *[traffic] 바이트 수, 상태 코드, 경로, 버려진 요청, 검사, 트레이스, 단계
 }

## explain

explain-lists = 원인 목록은 `tightspot explain`, 규칙 목록은 `tightspot explain rules`로 본다
did-you-mean = 혹시 이것인가? { $pages }

## report --cpu

nothing-per-request = 실행 { $run }의 { $phases } 구간에서 응답을 받은 요청이 없어, 요청당 값을 계산할 수 없다
answers-of-each = tightspot runs show { $run }    구간마다 받은 응답 수
hold-both = --format collapsed와 --format speedscope에는 둘 다 담을 수 있다
no-stacks = 이 실행에는 스택 표본이 없다
no-stacks-in = { $phase } 구간에는 스택 표본이 없다
no-such-phase = 이 실행에는 { $phase } 구간이 없다
no-sample = 지정한 시간에는 표본이 없다
not-watched = 이 실행에서 관찰하지 않은 프로세스이다: { $pid }
who-samples-stacks = 스택은 `why`, `prove`, `sweep`이 모은다. `load`는 모으지 않는다
ask-doctor = tightspot doctor URL    서비스에서 볼 수 있는 것과, 나머지를 보는 방법
were-watched = 관찰한 프로세스: { $pids }
stacks-are-in = 스택 표본이 있는 구간: { $phases }
no-objectives-of-a-profile = 프로파일은 목표를 판단하지 않는다. --slo를 빼거나, 프로파일을 고르는 옵션을 뺀다

## compare

two-runs = 비교하려면 실행이 둘 이상 있어야 한다
of-different-things = { $difference }: 서로 다른 것을 잰 값이다
no-verdict = 판정 없음: { $reason }
asked-unlike = { $what ->
    [url] URL이
    [scenario] 시나리오가
   *[load] 부하가
 } 다르다: { $each }
asked-each = { $first }, { $next }
asked-of-run = { $what } ({ $run })
asked-together = { $first } + { $next }
asked-connections = 바쁜 커넥션 { $connections }개
asked-users = 사용자 { $users }명이 { $every }마다
asked-first-minute = 첫 1분
asked-levels = 진단의 단계
no-scenario = 없음
