# Messages of kernels and containers, and errors that they give to programs.

descriptors-proves = The process has as many files and sockets open as its limit allows; from then on it can neither accept nor connect.
descriptors-leaves-open = That the limit is too low: connections that are never closed, and requests that pile up, reach any limit. How the number grows tells them apart.

ports-used-up-proves = No local port was free for one more connection to that address: tens of thousands are in use or in TIME_WAIT. Or the process was told to use an address that the machine does not have.
ports-used-up-leaves-open = That the other side is full. Connections that are opened for each call and not kept are the usual reason.

port-taken-proves = Another process listens on the port, so this one could not start.
port-taken-leaves-open = Anything about load: nothing was served yet.

cpu-quota-proves = The kernel stopped the container because its CPU quota for a period of (mostly) 100 ms was used up.
cpu-quota-leaves-open = That this is why requests are slow: the share of periods in which it happens under load, and what it does to the tail, have to be measured. A start with its compilers is throttled for a minute and then no more.

killed-for-memory-proves = The kernel ended a process because the container, or the machine, had no memory left. The process itself could not write a word about it.
killed-for-memory-leaves-open = What took the memory: heap, threads, buffers and the page cache are all counted.

conntrack-full-proves = The firewall's table of connections was full, and packets of new ones were dropped: they are sent again after 1, 3 and 7 seconds.
conntrack-full-leaves-open = That the network is bad.

syn-flooding-proves = The queue of connections that wait to be accepted on a port ran full. Mostly it is not an attack: the process did not accept fast enough.
syn-flooding-leaves-open = That a longer backlog helps: who does not accept, and why, is the question.

disk-full-proves = A file system is full, or has no free inodes; for watchers of files it is `max_user_watches`.
disk-full-leaves-open = Anything about load.

name-not-found-proves = A name was not resolved: it does not exist, or no name server answered in time (EAI_AGAIN, `Temporary failure`).
name-not-found-leaves-open = That the service behind the name is down. Look-ups for each call, because connections are not kept, overload name servers.

probe-failed-proves = The endpoint that the cluster asks did not answer in time, or not with 2xx. A failed liveness probe restarts the container, which then starts cold under the same traffic.
probe-failed-leaves-open = That the process is broken: busy workers, and a check that asks the database, fail it too.

task-hung-proves = A thread waited in the kernel for more than { $blocked }, mostly for a disk or a network file system.
task-hung-leaves-open = Which request it served.
