# `load` 실행이 하는 말.

## 요청이 어떻게 왔는지

closed = 클로즈드 루프 부하, 커넥션 { $connections }개
open = 오픈 루프 부하, { $rate }, { $arrivals ->
    [poisson] 푸아송 도착
   *[even] 고른 간격
 }
users = 사용자 { $users }명, 저마다 { $every }에 한 번
stages = 단계: { $stages }
then = { $before }, { $next }
ramp = { $from } → { $to }
amount = { $unit ->
    [rate] { $number }/s
    [users] 사용자 { $number }명
    [in-flight] 동시 요청 { $number }개
   *[connections] 커넥션 { $number }개
 }
stages-in-number = { $number }단계
several = 여러 시나리오
scenarios = 시나리오 { $number }개: { $each }
scenario = { $scenario }: { $load }
scenario-from = { $scenario }, { $start }부터: { $load }
with-protocol = { $load }, { $protocol }
law = 커넥션 { $connections }개, 요청에서 다음 요청까지 { $wait }: { $rate } ({ $duration } 동안 { $requests }개). 응답이 느리면 요청 수가 줄어들 뿐, 요청을 잃는 것이 아니다 (리틀의 법칙)
gap = 요청이 차례를 평균 { $late } 기다렸다. 보낸 때부터 재는 도구라면 { $figure ->
    [p99] p99
   *[mean] 평균
 } { $plan } 대신 { $sending }로 보여 줄 것이다

## 목표

no-answer = 응답 없음
too-few = 요청이 부족하다: { $metric }에는 { $needed }개가 필요한데 { $came }개였다
none-answered = 요청이 부족하다: 응답받은 요청이 없다
none-ended = 요청이 부족하다: 끝난 요청이 없다
none-planned = 요청이 부족하다: 계획된 요청이 없다
no-load = 처리량을 잴 부하가 없었다
no-such-route = 그런 이름의 경로가 없다: { $route }
not-kept = { $metric }: 기록되지 않았다
latencies-by-second = 지연 시간이 초 단위로 기록되지 않았다
checks-by-second = 검사는 초 단위로 기록되지 않는다
checks-by-route = 검사는 경로별로 기록되지 않는다
drops-by-route = 버려진 요청은 경로별로 기록되지 않는다
no-checks = 검사를 한 번도 하지 않았다
generator-limit = 부하 생성기가 한계였다
generator-limit-because = 부하 생성기가 한계였다 ({ $why })
cut-off = 요청 { $requests }개가 도중에 끊겨, { $metric } 값이 더 클 수 있다
in-stretch = { $why } ({ $length } 동안)
after-start = { $why } ({ $start } 이후)
not-beyond = 실행이 { $start }를 넘기지 못했다
no-stretch = 실행에 판단할 { $length } 구간이 없었다
ended-by = { $objective }: { $until }까지의 { $length } 동안 { $seen }

## 페이지

rate = TPS { $rate }
at = { $figure ->
    [mean] 평균
    [max] 최대
    [p50] p50
   *[p99] p99
 } { $value }
errors = 오류 { $share }
validity = { $validity ->
    [valid] 유효
    [suspect] 의심스러움
   *[invalid] 무효
 }
interrupted = { $after } 뒤 사용자가 중단함
aborted = { $after } 뒤 중단됨
scenario-name = 시나리오 { $scenario }
achieved = 계획 { $offered } 중 { $achieved } 달성
seed = 시드 { $seed }
aborted-because = 중단됨: { $why }
suspect = 의심스러움: { $why }
invalid = 무효, 서비스에 대해 아무것도 말해 주지 않는다: { $why }
slo-seen = { $objective }: { $seen }
slo-worst = { $objective }: 가장 나쁠 때 { $seen }
slo-stretch = { $says } ({ $from } ~ { $to })
slo-not-judged = { $says }; 판단하지 못함: { $why }

## 이름표

label-slo = SLO
label-latency = 지연 시간, ms
label-responses = 응답, ms
label-scenarios = 시나리오, ms
label-routes = 경로, ms
label-errors = 오류
label-checks = 검사
label-answers = 응답
label-data = 데이터
label-network = 네트워크
label-dropped = 버려짐
label-traces = 트레이스
label-generator = 부하 생성기
label-end = 끝
label-warning = 경고
label-run = 실행
head-min = 최소
head-mean = 평균
head-max = 최대
head-requests = 요청
head-errors = 오류
head-rate = TPS
row-response = 응답
row-response-at-least = 응답 (>=)
row-uncorrected = 보정 전
row-late = 보내기 전
row-connect = 연결
row-tls = TLS
row-sending = 전송
row-waiting = 응답 대기
row-receiving = 수신

## 수치와 줄

more-routes = 그 밖의 경로: -o FILE.routes.csv에 모두 있다
more-errors = 그 밖의 종류: --json에 모두 있다
more-checks = 그 밖의 검사: --json에 모두 있다
failed = 요청 { $all }개 중 { $failed }개 ({ $share })
outcome = { $outcome ->
    [censored] 끊김: 실행이 끝날 때까지 응답이 없었다
    [client-error] 클라이언트 오류 (4xx)
    [server-error] 서버 오류 (5xx)
    [connection-error] 연결 오류
    [timeout] 타임아웃
    [protocol-error] 프로토콜 오류
    [check-failed] 검사 실패
   *[other] { $outcome }
 }
error-group = { $kind }, { $first } ~ { $last }
error-group-sample = { $group }: { $sample }
check-passed = { $check }: { $share } 통과
check-failed = { $check }: { $share } 통과, { $failed }개 실패
check-never = { $check }: 한 번도 하지 않음
with-status = 상태 코드 { $status } { $answers }개
in = 받음 { $bytes }
out = 보냄 { $bytes }
bytes-rate = { $bytes } ({ $rate }/s)
bytes-rate-each = { $bytes } ({ $rate }/s, 응답당 { $each })
bytes-each = { $bytes } (응답당 { $each })
opened = 커넥션 { $connections }개 열림
connects-failed = { $connections }개는 열리지 않음
sent-again = 요청 { $requests }개 다시 보냄
redirects = 리다이렉트 { $redirects }번 따라감
cap-reached = 계획한 요청 { $planned }개 중 { $dropped }개: 상한에 도달했다
traced = 트레이스 컨텍스트가 있는 요청 { $requests }개, 전송 시점 기준으로 가장 느린 것: { $slowest }
traced-none-ended = 트레이스 컨텍스트가 있는 요청 { $requests }개, 끝난 것은 없음
of-a-core = 코어의 { $share }
active-waiting = busy-wait { $share } 별도
waited-for-core = 코어를 기다린 시간 { $share }
send-lag = 전송 지연 p50 { $p50 }, p99 { $p99 }, 최대 { $max }
spacing = 요청 간격 { $mean } ± { $sd }, p99 { $p99 }
spacing-threads = 스레드 { $threads }개 각각의 요청 간격 { $mean } ± { $sd }, p99 { $p99 }
of = { $what }: { $says }
pacing = { $pacing ->
    [economical] 절약형 타이밍
   *[precise] 정밀 타이밍
 }
on-cpus = CPU { $cpus }
real-time = 실시간 우선순위
shares-core = 서비스와 코어를 함께 쓴다
last-answer = 마지막 요청 후 { $after } 뒤에 마지막 응답이 왔다

## 진행 중

clock-requests = 요청 { $done }/{ $all }
err = 오류 { $errors }
in-stage = { $clock } ({ $stage })
in-flight = 처리 중 { $requests }
generator = 생성기 { $share }
plain = { $clock }: TPS { $rate }, { $latency }, 요청 { $requests }개 중 오류 { $errors }개, 처리 중 { $in-flight }개, 부하 생성기는 코어의 { $share }
