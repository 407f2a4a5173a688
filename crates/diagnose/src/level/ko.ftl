# 서비스의 CPU를 쓴 것.
cpus-used = { $cpus }코어 중 서비스가 { $own }코어, 다른 쪽이 { $others }코어를 썼다
cpus-used-by = { $cpus }코어 중 서비스가 { $own }코어, 다른 쪽이 { $others }코어를 썼다 ({ $names })
used-by = { $who } { $cores }
used-by-hypervisor = 하이퍼바이저 { $cores }
