headline = 런타임이 실제로 쓸 수 있는 것과 다른 수의 CPU에 맞춰 동작합니다.
expected = 런타임이 CPU를 쓸 수 있는 수의 두 배나 절반으로 세고, 할당량에 걸려 멈춘다
falsifier = CPU 수를 직접 설정해도 그만큼 자주 할당량에 걸려 멈춘다
fix = CPU 수를 { $allowed }개로 직접 설정한다 ({ $setting })
count-unseen = { $runtime } 프로세스가 CPU를 몇 개로 세는지 밖에서 볼 수 없다
observed = 런타임이 CPU를 { $counted }개로 세는데({ $how }), 쓸 수 있는 것은 { $allowed }개다
holds = { $observed }. 주기의 { $stopped }에서 할당량에 걸려 멈춘다
says-itself = 런타임이 직접 알려 준 값
ignores-quotas = { $runtime } { $version } 버전은 할당량을 읽지 않는다
told-to = -XX:ActiveProcessorCount={ $count }
collector-threads = 컬렉터 스레드 { $threads }개
chose-serial = CPU가 하나거나 메모리가 적을 때처럼 Serial GC를 골랐다
