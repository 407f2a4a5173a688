# 명령과 상관없는 오류와 경고.

error = 오류[{ $name }]: { $what }
warning = 경고: { $says }
why = 이유
help = 도움
result-not-written = 결과를 stdout에 쓰지 못했다: { $error }
what-it-has-so-far = tightspot report { $run }    그 실행이 지금까지 기록한 것을 본다
see-runs = 보관된 실행은 `tightspot runs list`로 본다

## 부하를 주기 전

signals = 시그널 처리 준비 실패: { $error }
header-without-colon = 헤더에 콜론이 없다
header-form = -H 'name: value'
basic-auth-form = -a user:password, -a env:NAME, -a file:PATH
no-colon-between = 사용자와 비밀번호 사이에 콜론이 있어야 한다
read-file = { $file } 읽기 실패: { $error }
write-file = { $file } 쓰기 실패: { $error }
body-help = 텍스트 파일이어야 한다. 그 안의 {"{{name}}"} 자리는 --data로 채운다
not-this-machine = { $host }: 이 장비의 주소가 아니다
a-load-test-takes-down = 부하 테스트는 서비스를 멈추게 할 수 있다. 다른 호스트는 주인의 허락이 필요하다
too-many-streams = 서비스는 커넥션 하나에 요청을 동시에 { $allowed }개까지 받는데, --streams는 { $asked }개를 요구한다
fewer-streams = --streams { $allowed }로 줄이고 커넥션을 늘린다 (-c)
answer-not-accepted = 서비스가 첫 요청에 { $status } 응답을 주었다
route-that-fails = 실패하는 경로에는 부하를 줄 필요가 없다. 그 시간은 서비스에 대해 아무것도 말해 주지 않는다
check-the-request = URL, 메서드, 헤더, 데이터를 확인한다 (curl -i ...). 자리 표시자에는 --data가 필요하다
give-the-http-port = 서비스가 HTTP로 응답하는 포트를 지정한다
aim-at-https = https://로 바꾸거나 (인증서를 직접 만들었으면 --cacert FILE이나 --insecure), 일반 http 포트를 지정한다
is-it-the-http-port = 서비스가 HTTP로 응답하는 포트가 맞는가? `curl -i`로 URL을 확인한다. 더 오래 기다리려면 --timeout

## 첫 응답

resolve = { $host } 주소를 찾지 못했다: { $error }
refused = { $address } 연결이 거부되었다. 리슨하는 프로세스가 없다
nothing-within = { $address }: { $waited } 안에 { $what ->
    [connect] 연결되지 않았다
   *[answer] 응답이 없었다
 }
speaks-tls = { $address }에서는 TLS를 쓰는데, URL은 http이다
not-http = { $address }에서는 HTTP를 쓰지 않는다. 응답이 "{ $first }"로 시작한다
closed = { $address }에서 응답이 끝나기 전에 연결을 닫았다

## 결과를 쓸 파일

ending-says = 무엇을 쓸지는 파일의 확장자로 정한다: -o result.json
again-from-the-run = tightspot { $command }{ $store } -o { $file }    다시 쓴다. 실행은 보관되어 있다
file-that-can-be-written = 쓸 수 있는 파일을 지정한다
folder-without-path = { $form } 형식은 여러 파일이 든 폴더인데 경로를 주지 않았다
not-our-folder = { $folder } 폴더에 이런 페이지의 것이 아닌 파일이 있다: { $file }
not-a-folder = { $folder } 이름의 파일이 이미 있고 폴더가 아니다
a-folder-of-its-own = 비어 있거나 아직 없는 폴더를 지정한다. 이런 페이지만 든 폴더일 때만 새로 쓴다
