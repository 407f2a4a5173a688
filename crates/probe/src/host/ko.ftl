# 도구의 스레드가 어디서, 어떤 우선순위로 도는지.

pin = 도구의 스레드를 CPU { $cpus }에 고정
raise-own = 표본 추출 스레드에 실시간 우선순위 부여
raise = 스레드 { $tid }에 실시간 우선순위 부여
see-taskset = 쓸 수 있는 CPU는 `taskset -p $$`로 확인한다
as-root-or-nice = root로, 또는 CAP_SYS_NICE 권한으로 실행한다
