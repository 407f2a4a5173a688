# 자바 가상 머신 내부에 대한 말.

## 무엇을 하려 했나

send = pid { $pid }의 JVM에 { $command } 명령 보내기
load = { $file } 파일을 pid { $pid }에 로드
install = pid { $pid } 프로세스가 로드할 수 있는 곳에 { $file } 두기
common-folder = pid { $pid } 프로세스가 쓸 수 있는 폴더 만들기
sample = pid { $pid }의 스택 표본 추출
read-recording = { $phase } 기록 읽기
dump = pid { $pid }의 스레드 덤프
read-counters = pid { $pid }의 JVM 수치 읽기
read-pools = pid { $pid }의 풀 읽기
find-pools = pid { $pid }의 풀 찾기
stop-agent = pid { $pid }의 에이전트 멈추기

## 붙기

map-not-readable = 메모리 맵을 읽을 수 없다: { $error }
no-jvm = 메모리 맵에 libjvm.so가 없다. JVM이 아니다
attach-disabled = -XX:+DisableAttachMechanism으로 시작되었다
without-that-flag = 그 플래그 없이 서비스를 다시 시작한다
of-another-user = 프로세스는 UID { $owner }의 것이고, 이 도구는 UID { $own } 사용자로 돌고 있다
tmp-not-open = 프로세스의 /tmp를 열 수 없다: { $error }
no-handler = SIGQUIT 핸들러가 없다 (아직 시작 중이거나, -Xrs로 시작되었고 /tmp의 소켓이 지워졌다). 시그널을 보내면 프로세스가 끝난다
wait-or-without-xrs = 서비스가 다 뜰 때까지 기다리거나, -Xrs 없이 다시 시작한다
nowhere-to-write = 작업 디렉터리에도 /tmp에도 쓸 수 없다
no-socket = { $within } 안에 소켓을 열지 않았다
stopped-or-collecting = 프로세스가 멈춰 있거나 아주 긴 GC 중인지 확인한다
answered = { $command } 명령에 { $code } 응답
answer-late = { $within } 안에 응답이 끝나지 않았다
answer-too-long = 응답이 { $most }보다 길다
returned = { $code } 반환
with-dynamic-agents = -XX:+EnableDynamicAgentLoading으로 서비스를 다시 시작한다
tmp-no-folder = 프로세스의 /tmp가 폴더가 아니다
give-a-tmp = 서비스에 /tmp를 마련해 준다
tmp-writable = 서비스의 /tmp를 쓸 수 있게 하거나, root로 실행한다 (sudo)
cache-writable = ~/.cache나 서비스의 /tmp를 쓸 수 있게 한다

## 스택

and-said = { $cause } { $said }
another-profiler = 다른 프로파일러가 표본을 추출하고 있다 ({ $library }): { $said }
stop-the-profiler = 그것을 멈추고 (`asprof stop PID`) 다시 실행한다
stacks-cut-short = { $phase } 단계의 스택은 시작 후 { $after }까지만 있다. 표본 추출 시간이 다 되었다
samples-unreadable = { $phase } 단계의 표본 { $samples }개를 읽지 못했다
recording-garbled = 기록이 형식에 맞지 않거나 중간에 잘렸다
recording-not-such = 기록이 { $most } 이하의 일반 파일이 아니다
on-virtual-threads = 요청이 가상 스레드에서 처리된다. 기다리는 동안에는 프로파일러가 보지 못한다: { $why }
on-event-loops = 요청이 이벤트 루프(WebFlux, Netty)에서 처리된다. 어느 요청이 기다리는지 스택으로는 알 수 없다
dump-too-large = 덤프가 { $bytes }이다. { $most }까지만 읽는다
dump-not-readable = 덤프를 읽을 수 없다: { $error }
threads-not-tracked = 가상 스레드를 추적하지 않는다 (-Djdk.trackAllThreads=false)
dumps-without-states = 스레드 덤프에 스레드가 기다리는지가 나오지 않는다 (JDK 25부터 나온다)
dumps-few = { $phase } 단계의 가상 스레드 덤프가 { $dumps }개뿐이다. 하나에 시간이 오래 걸린다
newer-or-platform-threads = 서비스를 JDK 25 이상에서, 또는 플랫폼 스레드로 실행한다 (spring.threads.virtual.enabled=false)
platform-threads = 서비스를 플랫폼 스레드로 실행한다 (spring.threads.virtual.enabled=false)

## 수치

no-counters = hsperfdata 파일이 없다
counters-not-such = hsperfdata 파일이 아니다
counters-not-its-own = 프로세스 사용자가 가진 { $most } 이하의 일반 파일이 아니다
counters-cut-short = 파일이 중간에 잘렸다
counters-byte-order = 바이트 순서가 다르게 쓰였다
with-counters = -XX:+PerfDisableSharedMem과 -XX:-UsePerfData 없이 서비스를 시작한다

## 게이지

no-pool = 힙에 HikariCP 풀이 없다
no-executor = 힙에 Tomcat executor가 없다
virtual-thread-each = 요청마다 가상 스레드가 하나씩 있다
jvmti-error = JVMTI 오류 { $code }
pools-left-out = 풀이나 executor를 처음 { $first }개만 읽는다. { $more }개는 읽지 않는다
gauges-lost = 게이지 값 { $readings }개를 읽기 전에 덮어썼다
gauges-cut-short = 에이전트와 공유하는 파일이 중간에 잘렸다
setters-not-known = 이 버전의 라이브러리에서 값을 바꾸는 함수를 알지 못한다

## 에이전트

agent-silent = 에이전트가 { $within } 안에 응답하지 않았다
agent-heard-nothing = 에이전트가 도구에서 아무것도 받지 못했다
agent-without-thread = JVM이 에이전트에 스레드를 주지 않았다
agent-has-a-bug = 에이전트의 버그다. 서비스에는 영향이 없다
agent-busy = 이 도구의 다른 실행이 아직 읽고 있다. 그 도구가 끝나면 몇 초 안에 끝난다
agent-ended = 에이전트가 끝났다
agent-ends-by-itself = 이 도구가 끝나면 몇 초 안에 저절로 끝난다
agent-failed = 에이전트가 실패했다 ({ $said })
answer-no-sense = 에이전트의 응답을 이해할 수 없다
answer-not-whole = 에이전트의 응답이 온전하지 않다
cpu-samples-refused = 여기서는 프로파일러가 CPU 시간 기준으로 표본을 추출할 수 없다. 코어를 기다리는 스레드도 CPU를 쓰는 것처럼 보인다
allocations-unseen = 어디서 객체를 만드는지 볼 수 없다: { $why }
