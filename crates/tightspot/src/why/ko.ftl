# `why` 진행 중에 하는 말. 각 줄은 여덟 칸 이내의 낱말로 시작한다.

target = 대상    { $what } · CPU { $cpus }
target-with-quota = 대상    { $what } · CPU { $cpus } · 할당량 코어 { $quota }개
peers = 상대    { $peers }
note-shared-cores = 참고    부하 생성기와 서비스가 코어를 함께 쓴다. 다른 곳에서도 통하는 수치를 얻으려면 서비스를 코어에 고정한다 (taskset)
start = 시작    { $program }
ready = 준비됨  { $process }
probe-warning = 경고[{ $code }]: { $says }
probe-warning-help = 경고[{ $code }]: { $says }
    {"       "}도움: { $help }
warning = 경고    { $says }
answers-not-sampled = 측정 전에 살펴볼 응답을 받지 못했다 ({ $why }). 압축으로 얼마나 줄어드는지, 응답에서 무엇이 되풀이되는지 알 수 없다

## 계획

plan = 계획    { $parts }: 모두 { $time }
part = { $what } ({ $time })
first-minute = 첫 1분과 웜업된 뒤의 한 단계
warm-up = 웜업
search-limit = 한계 찾기
search-knee = 임계점 찾기
levels-and-saturation = 부하 { $levels }단계와 포화
levels-again = 판정을 가를 단계 다시 측정
experiment = 실험
seconds = { $number }초
minutes = { $number }분
up-to = 최대 { $most }
from-to = { $least }~{ $most }

## 웜업

waits-for = 웜업 { $elapsed }. 아직 기다리는 것: { $what }
lets-compile = 웜업 { $elapsed }. 컴파일러가 일을 마치도록 부하를 멈췄다 (지금 코어 { $cores }개)
quiet-compilers = 컴파일러가 잠잠해질 것 (지금 코어 { $cores }개, 기준 { $asked }개)
steady-rate = 처리량이 안정될 것 ({ $seconds } 동안)
steady-rate-differs = 처리량이 안정될 것 ({ $seconds } 동안 { $share } 차이, 기준 { $asked })
both = { $compilers }, { $rate }
nothing-more = 없음
warm = 웜업    커넥션 { $connections }개로 { $rate }, { $how }
warm-under-its-load = 웜업    { $rate }, { $how }
steady = 안정
steady-and-quiet = 안정, 컴파일러 조용함 (코어 { $cores }개)
steady-for-long = { $seconds } 동안 안정, 컴파일러는 CPU의 { $share } 미만 (코어 { $cores }개)
still-warming-up = { $longest } 뒤에도 아직 웜업 중이다: { $rate }, { $steady ->
    [yes] 안정
   *[no] 안정되지 않음
 }
still-warming-up-compiling = { $longest } 뒤에도 아직 웜업 중이다: { $rate }, { $steady ->
    [yes] 안정
   *[no] 안정되지 않음
 }, 컴파일러가 코어 { $cores }개를 쓴다

## 부하 단계

load = 부하    커넥션 { $connections }개  { $rate }, 평균 { $mean }
load-too-many = 부하    커넥션 { $connections }개는 너무 많다: 요청의 { $failed }가 실패한다
knee = 임계점  커넥션 { $connections }개에서 { $rate }로 포화. 오픈 루프 부하는 { $knee }까지 버틴다
knee-not-held = 임계점  { $rate }는 버티지 못한다: { $answered } 응답, 끝에 처리 중인 요청 { $in-flight }개
knee-fails = 임계점  더 낮은 부하에서도 그만큼 실패한다: 더 시도하지 않는다
knee-trial = 임계점  { $rate }: { $held ->
    [yes] 버틴다
   *[no] 버티지 못한다
 }. { $low }와 { $high } 사이
knee-confirmed = 임계점  { $trials }번 시도 끝에 { $rate }. { $low }는 { $more }번 더 시도해 모두 버텼고, { $high }는 너무 많다
knee-unconfirmed = 임계점  { $trials }번 시도 끝에 { $rate }. 그러나 그보다 낮은 부하로 다시 시도하니 버티지 못했다. 상한으로만 본다
open = 오픈 { $fraction }  { $offered } 보냄, { $rate } 응답, 평균 { $mean }, p99 { $p99 }
closed = 포화    커넥션 { $connections }개로 { $rate }, 평균 { $mean }
crowd = 몰림    커넥션 { $connections }개로 { $rate }, 평균 { $mean }
of-which-failed = { $says }, { $failed } 실패
again = 재측정  판정이 { $phase } 단계에 달려 있다. { $longer } 더 측정한다
again-seen = 재측정  { $rate } 응답, 평균 { $mean }
start-slice = 시작    { $rate }, 평균 { $mean }, p99 { $p99 }
start-compiling = 시작    컴파일러가 아직 코어 { $cores }개를 쓴다. 비교할 웜업된 단계는 나중에 잰다
start-slice-failed = { $slice }, 실패 { $failed }
failing = 실패    커넥션 { $connections }개에서 실패하는 요청이 너무 많다: 모든 프로브로 한 번 살펴본다
rate-of-a-start = --rate는 시작이나 가장 느린 요청을 판정할 때의 부하인데, 여기서는 둘 다 진단하지 않는다
from-start-or-command = --tail 5m은 가장 느린 요청을 진단한다. 방금 시작한 서비스라면 --from-start, 서비스를 시작하려면 -- CMD

## 일찍 끝난 이유

too-many-errors = { $phase } 단계에서 요청의 { $failed }가 실패했다. 허용 한도는 { $most }이다
first-error = { $says } (첫 오류: { $error })
look-at-the-answers = 먼저 응답을 살펴보거나 (curl -i URL), --max-error-rate로 한도를 높인다
say-when-ready = --ready /health    포트가 열릴 때가 아니라 그 경로가 2xx로 응답할 때 부하를 시작한다
target-died = 부하를 주는 동안 서비스({ $who })가 종료되었다
kept-and-reported = 그때까지 측정한 것은 보관했고, 위에 보고했다
look-at-its-log = 서비스의 로그를 살펴본다. 그다음: tightspot report { $run }
lost-after-restart = 다시 시작한 서비스를 찾지 못했다: { $why }
stopped-before-all-pairs = 모든 쌍을 측정하기 전에 중단했다
still-busy = { $arms }번 측정한 뒤에도 컴파일러가 바쁘다. 수치에 그 영향이 들어 있다

## 요청한 것과 그것을 막는 것

no-report = -o는 진단 보고서를 쓰는 옵션인데, 이 명령은 진단을 하지 않는다
objective-left-to-load = 시나리오의 { $objective } 목표는 `tightspot load`에 맡긴다: { $why }
objective-of-file = 시나리오 `[slo]`의 { $key } 값을 읽을 수 없다: { $mistake }
no-objectives = --slo는 진단의 부하 단계를 판단하는 옵션인데, 이 명령은 진단을 하지 않는다
judge-by-why = tightspot why URL --slo OBJECTIVE 또는 tightspot load URL --slo OBJECTIVE
own-result = 이 명령의 결과는 stdout으로 나온다: --json > result.json
no-warmup = --warmup "{ $how }": `auto`도 `none`도 초도 아니다
not-started = { $program } 시작 실패: { $seen }
silent = { $at }에서 리슨하는 프로세스가 없었다
not-ready = { $url } 요청에 2xx 응답이 없었다 ({ $seen })
answered = 응답 { $status }
start-kept = { $what }. 마지막 출력: { $lines }
wrote-last = 마지막 출력:
line-proves = { $title }: { $proves }
listens-on = 대신 { $ports } 포트에서 리슨했다
is-it-the-port = URL에 서비스가 리슨하는 포트를 주고, 서비스가 이 주소에 바인드하는지 본다
ask-yourself = curl -i { $url }    응답을 본다. --ready로 다른 경로를 줄 수 있다
wait-longer = --start-timeout SECONDS    느리게 시작할 뿐인 서비스를 더 오래 기다린다
run-is-kept = tightspot report { $run }    실행은 보관되어 있다
port-is-taken = 그 포트는 이미 쓰이고 있다
stop-that-process = 그 프로세스를 멈추거나, `-- CMD`를 빼고 지금 상태로 진단한다
ready-form = --ready /health 또는 URL
one-process-only = 이 명령은 프로세스 하나를 다룬다
all-or-none = 바꾸거나 비교하는 것은 서비스 전체여야 하고, 일부여서는 안 된다
give-one-pid = --pid 하나와 그 프로세스의 포트 URL을 준다
run-of-another = 실행 { $run }의 대상은 pid { $pid }인데, 그 프로세스는 사라졌다
now-another = 지금 서비스는 pid { $pid }이다. 다르게 움직일 수 있다
measure-anew = tightspot prove URL    부하 단계를 다시 측정한 뒤 실험한다
no-probes = --no-probes로 껐다
no-folder = 임시 폴더를 만들지 못했다: { $error }
set-tmpdir = TMPDIR을 쓸 수 있는 폴더로 설정한다
nothing-to-wait-for = 기다릴 것이 없다. 서비스를 시작하는 명령이 없다
give-command = -- CMD    서비스를 시작한다. --ready와 --start-timeout은 얼마나 기다릴지 정한다
tail = 꼬리 지연 { $rate }, 중앙값 { $median }, p99 { $p99 }
tail-part = 정해진 부하
tail-of-what = 가장 느린 요청은 부하에 따라 다른데, 부하가 정해지지 않았다
mean-a-load = 시나리오의 {"[load]"}에 요청이 들어오는 방식을 적거나, { $rate }로 초당 요청 수를 준다
tail-too-short = { $length }는 가장 느린 요청을 진단하기에 너무 짧다. 적어도 { $least }가 필요하고, 보통은 5분이다
tail-of-why = { $option } 옵션은 { $command }에서만 쓸 수 있다
