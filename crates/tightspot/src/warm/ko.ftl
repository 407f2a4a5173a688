# `tightspot warm`의 문구.

serves = GET http://{ $address }/startupz 에 답합니다: 서비스를 열어도 되기 전에는 503, 그 뒤에는 200
sends = 웜업  { $url }: 10초 동안 { $rate }까지 올림, 헤더 X-Warmup: 1
watches = 바깥에서 관찰: { $what }
not-watched = 참고: 서비스의 프로세스를 찾지 못했습니다({ $why }). 응답만으로 판단합니다
probe-lost = 경고[{ $code }]: { $says }
waits-for-answer = 서비스의 응답을 기다리는 중: { $why }
answers-so-far = 웜업 { $elapsed }: 정상 응답 { $answers }건
waits-for = 웜업 { $elapsed }: 정상 응답 { $answers }건, { $what }{ $more ->
    [0] {""}
   *[other] {" "}(그 밖에 { $more }가지)
}
doubles = 모든 조건을 충족했습니다. 두 배 부하({ $rate })에서도 유지되는지 한 구간 동안 확인합니다
too-long = { $longest } 안에 웜업이 끝나지 않았습니다. { $policy ->
    [open] 그래도 서비스를 엽니다
    [hold] 웜업이 끝날 때까지 닫아 둡니다
   *[fail] 서비스를 열지 않습니다
}: { $why }

## 결과

is-warm = 웜업 완료  { $url }: { $elapsed }, 정상 응답 { $answers }건
opened-cold = 웜업 전에 개방  { $url }: { $elapsed }이 지나도 웜업이 끝나지 않음
failed = 웜업 실패  { $url }: { $elapsed }이 지나도 웜업이 끝나지 않음
held = 닫아 둠  { $url }: { $elapsed }이 지나도 웜업이 끝나지 않음
ended-early = 중단  { $url }: { $elapsed }까지 웜업이 끝나지 않음
reason = {"  "}{ $says }
last-condition = {"  "}마지막으로 충족한 조건: { $condition ->
    [coverage] 모든 경로의 충분한 응답
    [quiet] 조용한 컴파일러
    [steady] 더는 변하지 않는 응답 시간
   *[burst] 두 배 부하 점검
}
latency = {"  "}p95: 처음 응답 { $first }건 { $before }, 마지막 구간 { $now }
not-seen = {"  "}확인하지 못함: { $what }
state = { $ready ->
    [yes] 준비됨({ $state })
   *[no] 아직 준비되지 않음({ $state })
}

## 오류

not-safe = 웜업이 무언가를 바꿀 수 있는 요청을 보내게 됩니다: { $steps }
sent-thousands-of-times = 각 요청을 수천 번 보냅니다. GET, HEAD, OPTIONS는 아무것도 바꾸지 않습니다
leave-out-or-allow = 이 요청을 빼거나, 여러 번 보내도 되는 서비스라면 --allow-unsafe
window-form = 구간의 길이는 2초에서 60초 사이의 정수
never-answered = { $waited } 안에 서비스가 정상 응답을 보내지 않았습니다
load-ended = 판단이 끝나기 전에 부하가 끝났습니다
process-gone = 웜업 { $elapsed }에 서비스(pid { $pid })가 종료되었습니다
answers-no-more = 웜업 { $elapsed }부터 서비스가 정상 응답을 보내지 않습니다
answered-before = 그전까지 정상 응답 { $answers }건
not-listening = { $address }에서 수신: { $error }
another-port = --listen 127.0.0.1:PORT, 비어 있는 포트로
no-gate = 게이트({ $address })에 문의: { $error }
start-a-gate = `tightspot warm serve URL`로 게이트를 시작합니다. 다른 곳에 있으면 --gate HOST:PORT
