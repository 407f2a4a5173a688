name = generator shares cores
headline = The load generator and the service share cores.
expected = throughput falls as connections rise, and the CPU that the generator uses is missing from the service
falsifier = on separate cores the figures stay the same
fix = pin the service (taskset -c 0 <command>) and let the generator have the other cores
observed = the generator runs on cores { $generator }, the service on cores { $service }
shared = the generator may run on the service's cores: the figures hold for this machine only
