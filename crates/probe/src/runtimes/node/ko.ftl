# Node 프로세스 내부에 대한 말.

## 무엇을 하려 했나

open-inspector = pid { $pid }의 인스펙터 열기
close-inspector = pid { $pid }의 인스펙터 닫기
connect = pid { $pid }의 인스펙터에 연결
call = pid { $pid }에서 { $method } 호출
run-script = pid { $pid }에서 스크립트 실행
install-gauges = 게이지 설치
read-gauges = 게이지 읽기
find-pools = 힙에서 풀 찾기
read-profile = CPU 프로파일 읽기
read-objects = 객체를 만드는 곳 읽기

## 인스펙터

another-network = 루프백 주소가 다르다. 별도의 네트워크 네임스페이스(컨테이너)에 있다
in-its-network = 서비스의 네트워크 안에서 도구를 실행한다: { $command }
not-opened = { $within } 안에 인스펙터를 열지 않았다. 애플리케이션이 SIGUSR1을 직접 처리하거나, 루프가 막혀 있다
with-inspect-or-wait = --inspect=127.0.0.1:0으로 서비스를 시작하거나, 응답할 때까지 기다린다
not-node = { $process } 프로세스는 Node가 아니다. SIGUSR1을 보내면 끝난다
no-handler = SIGUSR1 핸들러가 없다 (--disable-sigusr1, 인스펙터가 없는 빌드, 또는 아직 시작 중). 시그널을 보내면 프로세스가 끝난다
with-handler-or-inspect = --disable-sigusr1 없이, 또는 --inspect=127.0.0.1:0으로 서비스를 시작한다
port-held = 인스펙터가 열릴 포트 { $port }번을 다른 프로세스가 쓰고 있다
port-held-by = 인스펙터가 열릴 포트 { $port }번을 pid { $pid } ({ $process }) 프로세스가 쓰고 있다
close-or-other-port = 그 프로세스를 끝내거나, --inspect-port=0으로 서비스를 시작한다 (pid { $pid })
reachable = { $why }. 다른 장비에서 닿을 수 있는 인스펙터는 열지 않는다. 연결한 쪽은 누구든 서비스 안에서 코드를 실행할 수 있다
on-loopback = --inspect-port=127.0.0.1:0으로, 또는 NODE_OPTIONS에 주소를 쓰지 않고 서비스를 시작한다
names-an-address = { $place ->
    [line] 명령줄
   *[options] NODE_OPTIONS
 }의 { $option } 옵션에 주소가 지정되어 있다: { $address }
file-with-options = { $option } 옵션이 가리키는 파일에 인스펙터 옵션이 있다. 여기서는 읽지 않는다
file-not-read = { $option }에 적힌 것이 { $most } 이하의 일반 파일이 아니어서, 인스펙터에 대해 무엇이 적혀 있는지 알 수 없다
environment-not-readable = 환경 변수를 읽을 수 없다. NODE_OPTIONS에 다른 주소가 있을 수 있다: { $error }
opened-and-closed = { $address }에서 열렸고, 바로 닫았다
opened-and-not-closed = { $address }에서 열렸고, 닫지 못했다: { $why }
still-listens = { $after } 뒤에도 아직 { $address }에서 리슨한다
closes-by-itself = 서비스의 루프가 다시 돌면 저절로 닫힌다
not-noted = 인스펙터를 연다는 것을 { $folder } 폴더에 적어 둘 수 없다. 이 도구가 강제로 끝나면 다음 명령이 그 기록을 보고 닫아야 한다
note-elsewhere = 쓸 수 있는 폴더를 지정한다: { $setting }
process-apart-gone = 인스펙터를 열고 닫을 프로세스가 일을 마치기 전에 끝났다
no-answer = { $within } 안에 응답이 없다. 루프가 막혀 있다
refused = 거부되었다
threw = 예외가 발생했다
no-text = 텍스트가 와야 하는데 { $value } 값이 왔다
not-sent = 오지 않았다

## 보이는 것과 보이지 않는 것

no-workers = 이벤트 루프에는 워커 스레드가 없다
heap-not-searched = 힙을 검색하지 않았다
none-or-several = 그런 이름을 가진 것이 이제 없거나, 같은 종류가 여럿이다
pools-left-out = 풀이나 클라이언트를 처음 { $first }개만 읽는다. { $more }개는 읽지 않는다
no-pool = 힙에 node-postgres, mysql2, `mariadb`, Knex, Sequelize 풀이 없다
cluster-not-watched = 포트를 클러스터 워커 { $workers }개가 맡고 있다. 관찰하는 프로세스(pid { $pid })는 연결을 넘겨주기만 한다
worker-threads-not-watched = 서비스에서 JavaScript 워커 스레드 { $threads }개가 돈다. 그 일은 스케줄러 수치로만 보인다
promises-followed = 애플리케이션이 프로미스를 직접 추적한다 (AsyncLocalStorage). 관찰할 때에도 추적하게 되어 비용이 더 든다
allocations-unseen = 어디서 객체를 만드는지 볼 수 없다: { $why }
still-open = 커넥션 { $open }개가 아직 열려 있다. 상한은 { $max }개이고, 나머지는 계속 쓰이고 있다
inspector-stays-open = 관찰하는 동안 프로세스 { $pid }의 인스펙터가 { $address }에 열려 있어, 이 장비의 모든 사용자가 서비스 권한으로 코드를 실행할 수 있다: { $why }
inspector-visited = 프로세스 { $pid }의 인스펙터가 잠시 열려 있는 동안 다른 누군가가 연결해 있었고, 서비스 권한으로 코드를 실행할 수 있었다. 사용자 번호: { $users }
