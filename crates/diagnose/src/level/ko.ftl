# 서비스의 CPU를 쓴 것.
cpus-used = { $cpus }코어 중 서비스가 { $own }, 그 밖에서 { $others }만큼 썼다
cpus-used-by = { $cpus }코어 중 서비스가 { $own }, 그 밖에서 { $others }만큼 썼다 ({ $names })
used-by = { $who } { $cores }
used-by-hypervisor = 하이퍼바이저 { $cores }
