# 프로세스가 쓸 수 있는 CPU.
subject = pid { $pid }의 CPU ({ $by ->
    [own-quota] 그 컨트롤 그룹의 할당량
    [new-quota] 새로 만든 컨트롤 그룹의 할당량
   *[cpus] 실행할 수 있는 CPU
 })
