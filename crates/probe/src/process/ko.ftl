# 커널이 대상에 대해 알려 주는 것, 알려 주지 못하는 이유.

read = 프로세스 { $pid } 읽기
read-file = { $file } 읽기
count-requests = 프로세스별 요청 수 세기
has-ended = 이미 끝났다
ended-in-the-run = 프로세스가 실행 도중에 끝났다 (pid { $pid })
no-thread-has-one = 그 파일이 있는 스레드가 없다
this-network-alone = 커널은 이 네트워크 네임스페이스의 연결만 알려 준다 (sock_diag)
none = 프로세스가 없다
start-again = 서비스를 다시 시작한다
needs-sched-info = CONFIG_SCHED_INFO가 켜진 커널과, hidepid 없이 마운트된 /proc이 필요하다
as-user-of-all = 도구를 모든 프로세스의 사용자로, 또는 root로 실행한다
where-all-run = 모든 프로세스가 있는 곳에서 도구를 실행한다
