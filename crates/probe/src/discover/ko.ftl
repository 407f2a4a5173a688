# 부하를 받는 쪽이 누구인지, 왜 알 수 없는지.

process = 프로세스 { $pid } ({ $process })
who-listens = { $at }에서 리슨하는 프로세스
nothing-listens = 이 장비에는 { $at }에서 리슨하는 프로세스가 없다
not-this-machine = { $host } 주소는 이 장비의 것이 아니다
of-another-user = { $what }: 소유자는 UID { $owner }, 이 도구는 UID { $own }로 실행 중이다
no-such-process = 프로세스 { $pid }: 그런 프로세스가 없다
unrelated = 포트 { $port }번에서 서로 무관한 프로세스들이 요청을 처리한다: { $processes }

## 무엇이 도움이 되나

start-first = 먼저 서비스를 시작한다
start-first-others = 먼저 서비스를 시작한다. 지금 여기서 리슨하는 것: { $others }
run-it-there = 도구를 서비스가 있는 장비에서, 127.0.0.1을 대상으로 실행한다
as-that-user = 도구를 그 사용자로 ({ $command }), 또는 root로 실행한다. 컨테이너에서는 CAP_SYS_PTRACE가 필요하다
see-what-runs = 무엇이 돌고 있는지는 `{ $command }` 명령으로 확인한다
name-one = 관찰할 프로세스를 --pid로 지정한다

## 누가 골라졌나

parent-of-those = 프로세스 { $number }개가 포트를 함께 쓴다. 부모를 관찰한다: { $watched }
busiest-of-those = 프로세스 { $number }개가 포트를 함께 쓴다. 가장 바쁜 것을 관찰한다: { $watched }
watching = 관찰 대상 프로세스 { $number }개: { $processes }
watching-behind = 요청을 넘겨주는 { $proxy } 뒤의 프로세스 { $number }개를 관찰한다: { $processes }
