name = CPU 수 오인
headline = 런타임이 인식한 CPU 수가 실제로 쓸 수 있는 CPU 수와 다릅니다.
expected = 런타임이 CPU를 실제로 쓸 수 있는 수의 두 배나 절반으로 인식하고, CPU 할당량에 걸려 멈춘다
falsifier = CPU 수를 직접 설정해도 할당량에 걸려 멈추는 빈도가 그대로다
fix = CPU 수를 { $allowed }개로 직접 설정한다 ({ $setting })
count-unseen = { $runtime } 프로세스가 CPU를 몇 개로 인식하는지 외부에서는 알 수 없다
observed = 런타임이 CPU를 { $counted }개로 인식하는데({ $how }), 쓸 수 있는 것은 { $allowed }개다
holds = { $observed }. 할당량 주기의 { $stopped }에서 런타임이 할당량에 걸려 멈춘다
says-itself = 런타임이 직접 알려 준 값
ignores-quotas = { $runtime } { $version } 버전은 할당량을 읽지 않는다
told-to = -XX:ActiveProcessorCount={ $count }
collector-threads = 컬렉터 스레드 { $threads }개
chose-serial = CPU가 하나거나 메모리가 적을 때처럼 Serial GC를 골랐다
