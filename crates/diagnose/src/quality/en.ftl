# Why a measurement cannot be trusted as it is.
at = { $says } (at { $rate })
late = requests left late: send lag p99 { $lag }, at most { $allowed } is allowed
late-and-small = { $late }; that is { $share } of the mean response: means hold, percentiles do not
generator-busy = the generator was busy { $work } of its core; above { $most } it is the limit itself
nothing-answered = no request was answered
shares-a-core = generator and service share a core; each takes time from the other
generator-waited = the generator waited for a core { $share } of the time
held-back = { $share } of requests waited for one of { $connections } connections; the service saw less than was planned
level-left-out = the level at { $rate } is left out: send lag p99 { $lag } while the generator used { $work } of its core, so the machine stood still
shares-cores = generator and service share cores: the figures hold for this machine only
shares-cores-elsewhere = generator and service share cores: the figures hold for this machine only. With the load elsewhere it would be at most about { $elsewhere }, since this tool takes { $tool } of { $cpus } cores here
sampler-overrun = the sampler could not keep up: { $seen }
cpus-uneven = the CPUs of the service are not equally fast all the time: in a slow second a fixed piece of work takes { $times } times as long as usual (at { $rate }). Others on the same machine may be why, its clock, or other threads of the service
slow-seconds-by-cpus = at { $levels } of { $of } levels a few seconds are far slower than the others (at { $rate } they add { $share } to the time of requests), and most of that is because the CPUs were slower then: a fixed piece of work took longer in these seconds, and answers took as much more CPU
slow-seconds-by-cpus-and-collector = at { $levels } of { $of } levels a few seconds are far slower than the others (at { $rate } they add { $share } to the time of requests). Two things together explain most of that: the CPUs were slower then, and the garbage collector was using them
