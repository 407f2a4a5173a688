# Who used the CPUs of the service.
cpus-used = of { $cpus } cores the service used { $own }, others { $others }
cpus-used-by = of { $cpus } cores the service used { $own }, others { $others } ({ $names })
used-by = { $who } { $cores }
used-by-hypervisor = the hypervisor { $cores }
