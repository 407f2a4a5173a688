# Where threads of the tool run, and with which priority.

pin = keep a thread of the tool on cpus { $cpus }
raise-own = give the sampling thread real-time priority
raise = give thread { $tid } real-time priority
see-taskset = see `taskset -p $$` for the cpus that may be used
as-root-or-nice = run as root, or with CAP_SYS_NICE
