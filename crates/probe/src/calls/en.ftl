# Why it is not seen what the target asks of other services.

watch = see calls to other services
another-network = the target is in another network namespace, whose packets are not seen here
too-many-packets = too many packets passed to look at all of them
needs-raw = the kernel shows packets only to a process with CAP_NET_RAW
