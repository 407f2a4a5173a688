# `why`와 `load` 말고 다른 명령이 하는 말.

forgotten = 잊음: { $subject }
nothing-left-changed = 바뀐 채로 남은 것이 없다
changes-of-running = 변경 { $changes }개는 아직 진행 중인 실험의 것이다
left-changed = 이전 실험이 바꾼 채로 남긴 것: { $subject }
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
mode-find-knee = 시나리오의 mode "find-knee"는 임계점을 찾는 것이라 진단이 필요하다
why-or-own-load = tightspot why -s FILE, 또는 직접 정한 부하: -q 200, -c 50
streams-of-users = 주기가 있는 사용자는 커넥션을 하나씩 갖고, 그 위에서 요청을 한 번에 하나만 보낸다
without-streams = --streams를 뺀다
no-length = 길이가 없는 부하는 아무것도 보내지 않는다
too-often = 사용자가 { $every }마다 보낼 수는 없다
every-1ms = --every 1ms 이상
not-begun = 부하는 시작되지 않았다. 그 단계를 curl -i로 시험해 본다

## explain

explain-lists = 원인 목록은 `tightspot explain`, 규칙 목록은 `tightspot explain rules`로 본다
did-you-mean = 혹시 이것인가? { $pages }
