# What the kernel tells of the target, and why it does not.

read = read process { $pid }
read-file = read { $file }
count-requests = count the requests of each process
has-ended = it has ended
ended-in-the-run = process { $pid } ended during the run
no-thread-has-one = no thread has one
this-network-alone = the kernel shows only connections of this network namespace (sock_diag)
none = there is no process
start-again = start the service again
needs-sched-info = needs a kernel with CONFIG_SCHED_INFO and a /proc mounted without hidepid
as-user-of-all = run the tool as the user of all processes, or as root
where-all-run = run the tool where all processes run
