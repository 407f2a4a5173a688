# The CPU that a process may use.
subject = CPU of pid { $pid } ({ $by ->
    [own-quota] quota of its control group
    [new-quota] quota of a control group of ours
   *[cpus] CPUs it may run on
 })
