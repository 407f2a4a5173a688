# `tightspot warm`의 문구.

serves = GET http://{ $address }/startupz 에 답한다: 서비스를 열어도 되기 전에는 503, 그 뒤에는 200
sends = 웜업  { $url }: 10초 동안 { $rate }까지 올림, 헤더 X-Warmup: 1
watches = 바깥에서 관찰: { $what }
beside-itself = --beside의 서비스가 측정하려는 서비스와 같다. 같은 종류의 예열된 다른 서비스가 필요하다
beside-not-seen = --beside의 서비스가 { $of }초 중 { $seen }초에만 응답했다. 나머지 시간에 머신이 준 영향은 빼지 못했다
not-watched = 참고: 서비스의 프로세스를 찾지 못했다({ $why }). 응답만으로 판단한다
probe-lost = 경고[{ $code }]: { $says }
waits-for-answer = 서비스의 응답을 기다리는 중: { $why }
answers-so-far = 웜업 { $elapsed }: 정상 응답 { $answers }건
waits-for = 웜업 { $elapsed }: 정상 응답 { $answers }건, { $what }{ $more ->
    [0] {""}
   *[other] {" "}(그 밖에 { $more }가지)
}
starts-over = { $why }. 닫아 두고, 다시 응답하면 처음부터 웜업한다
opened-has-ended = 연 뒤에 서비스(pid { $pid })가 종료되었다
nobody-listens = { $address }에서 요청을 받는 프로세스가 더는 없다
doubles = 모든 조건을 충족했다. 두 배 부하({ $rate })에서도 유지되는지 한 구간 동안 확인한다
too-long = { $longest } 안에 웜업이 끝나지 않았다. { $policy ->
    [open] 그래도 서비스를 연다
    [hold] 웜업이 끝날 때까지 닫아 둔다
   *[fail] 서비스를 열지 않는다
}: { $why }

## 결과

is-warm = 웜업 완료  { $url }: { $elapsed }, 정상 응답 { $answers }건
opened-cold = 웜업 전에 개방  { $url }: { $elapsed } 뒤에도 웜업이 끝나지 않음
failed = 웜업 실패  { $url }: { $elapsed } 뒤에도 웜업이 끝나지 않음
held = 닫아 둠  { $url }: { $elapsed } 뒤에도 웜업이 끝나지 않음
ended-early = 중단  { $url }: { $elapsed }까지 웜업이 끝나지 않음
reason = {"  "}{ $says }
last-condition = {"  "}마지막으로 충족한 조건: { $condition ->
    [coverage] 모든 경로의 충분한 응답
    [quiet] 조용한 컴파일러
    [steady] 더는 변하지 않는 응답 시간
   *[burst] 두 배 부하 점검
}
machine-varies = {"  "}이 머신의 CPU 속도가 일정하지 않다(표준편차 { $spread }). 지난 1분 동안 전체적으로 빨라지거나 느려지지 않았고, 15초 동안의 변화가 { $low }에서 { $high } 사이라는 것까지만 확인할 수 있다
latency = {"  "}p95: 처음 응답 { $first }건 { $before }, 마지막 구간 { $now }
not-seen = {"  "}확인하지 못함: { $what }
state = { $ready ->
    [yes] 준비됨({ $state })
   *[no] 아직 준비되지 않음({ $state })
}

## 요청 구성

mix = 구성    { $source }: 요청 { $all }건 중 { $used }건, 경로 { $routes }개
mix-left-out = { $mix }. 제외: { $why }
mix-route = {"        "}{ $share }  { $route }
mix-more-routes = {"        "}그 밖에 경로 { $number }개
left-out = { $why ->
    [unsafe] 무언가를 바꿀 수 있는 요청 { $number }건
    [failed] 2xx나 3xx가 아닌 응답을 받은 요청 { $number }건
    [own] 이 도구가 보낸 요청 { $number }건
    [unread] 접근 로그가 아닌 줄 { $number }개
   *[no-path] 실행 기록에 경로가 남아 있지 않은 요청 { $number }건
}
no-user-agents = 참고: 누가 보냈는지 적혀 있지 않은 줄이 { $number }개다. 그중 이전 웜업이 보낸 요청은 사용자 요청과 구분할 수 없다
no-access-log = { $file }에 접근 로그의 줄이 없다(다른 줄 { $lines }개)
access-log-forms = `common` 형식, `combined` 형식, 그리고 `nginx`, Caddy, Tomcat, Spring, `pino-http`, Traefik, Envoy가 쓰는 JSON을 읽는다
nothing-to-send = { $file }에 웜업으로 보낼 수 있는 요청이 없다: 무언가를 바꿀 수 있는 요청 { $changing }건, 실패 { $failed }건, 이 도구가 보낸 요청 { $own }건
a-log-with-reads = 2xx나 3xx로 응답한 GET, HEAD, OPTIONS가 있는 로그를 지정한다
no-paths-kept = 실행 기록 { $run }에 보낼 수 있는 경로가 없다: 단계의 이름이거나, 채워야 할 자리가 있거나, 비밀일 수 있어 남기지 않은 부분이 있다
its-scenario = `tightspot warm wait -s { $file }`로 그 실행의 시나리오를 보낸다
log-or-url = `tightspot warm wait URL --access-log FILE`, 또는 경로의 URL

## 레시피

recipe-is-read = 레시피  { $file }: 경로 { $all }개 중 { $known }개를 알고 있음
recipe-of-other-routes = 레시피 { $file }에 지금 보내는 경로가 하나도 없다
recipe-routes = 레시피의 경로: { $recipe }. 보내는 경로: { $routes }
calibrate-the-same-mix = 같은 URL, 시나리오, 로그로 `tightspot warm calibrate`
no-recipe = { $file } 파일은 레시피가 아니다: { $what }
make-a-recipe = `tightspot warm calibrate URL -o FILE`로 만든다

## 보정

length-too-short = 마지막 수준이 드러나려면 기동마다 { $shortest } 이상 부하를 주어야 한다
calibrates = 기동 { $number }/{ $of }: { $length } 동안 부하
calibrates-what-runs = 지금 실행 중인 서비스에 { $length } 동안 부하를 준다. 그전에 처리한 요청은 알 수 없다
start-steady = 기동 { $number }: { $course ->
    [warms] 처음에는 느렸고 { $since }부터 안정, 그때까지 응답 { $answers }건
    [slows] 처음에는 빨랐고 { $since }부터 안정, 그때까지 응답 { $answers }건
   *[flat] 처음부터 안정
}
start-never-steady = 기동 { $number }: 부하({ $length })의 마지막 30초 동안 한 수준에 머문 것으로 확인되지 않은 경로가 있음. 응답이 있는 초가 10초에 8초보다 적은 경로는 확인할 수 없음. 레시피에 넣지 않음
route-steady = {"    "}{ $route }: { $since }부터 안정, 그때까지 응답 { $answers }건
rule-never = {"  "}{ $rule ->
    [gate] 게이트
    [time] 60초 대기
   *[answers] 요청 240건 대기
}: { $length } 안에 열지 않음
rule-opens = {"  "}{ $rule ->
    [gate] 게이트
    [time] 60초 대기
   *[answers] 요청 240건 대기
}: { $opens }에 개방
rule-against = {"  "}{ $rule ->
    [gate] 게이트
    [time] 60초 대기
   *[answers] 요청 240건 대기
}: { $opens }에 개방, { $way ->
    [early] 안정되기 { $by } 전
   *[late] 안정된 지 { $by } 후
}. { $left }
slower-after = 개방 후 30초 동안 응답 시간 { $mean }({ $low } ~ { $high })
not-seen-after = 개방 후 30초를 보지 못함
no-recipe-made = 레시피 없음: 안정된 기동이 없다
no-recipe-of-some = 레시피 없음: 기동 { $asked }번 중 { $made }번만 측정했다
recipe-written = 레시피  { $file }: 전체 응답 { $answers }건, 최대 대기 { $longest }

## 오류

not-safe = 웜업이 무언가를 바꿀 수 있는 요청을 보내게 된다: { $steps }
sent-thousands-of-times = 각 요청을 수천 번 보낸다. GET, HEAD, OPTIONS는 아무것도 바꾸지 않는다
leave-out-or-allow = 이 요청을 빼거나, 여러 번 보내도 되는 서비스라면 --allow-unsafe
window-form = 구간의 길이는 2초에서 60초 사이의 정수
never-answered = { $waited } 안에 서비스가 정상 응답을 보내지 않았다
load-ended = 판단이 끝나기 전에 부하가 끝났다
process-gone = 웜업 { $elapsed }에 서비스(pid { $pid })가 종료되었다
answers-no-more = 웜업 { $elapsed }부터 서비스가 정상 응답을 보내지 않는다
answered-before = 그전까지 정상 응답 { $answers }건
not-listening = { $address }에서 수신: { $error }
another-port = --listen 127.0.0.1:PORT, 비어 있는 포트로
no-gate = 게이트({ $address })에 문의: { $error }
start-a-gate = `tightspot warm serve URL`로 게이트를 시작한다. 다른 곳에 있으면 --gate HOST:PORT
