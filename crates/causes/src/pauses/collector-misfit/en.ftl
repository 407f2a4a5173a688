headline = The garbage collector, or the number of its threads, does not fit the cores of the service.
expected = collections stop the service for { $least } of the time, on too few threads or too many for its cores
falsifier = with another collector set by hand the stopped share stays the same
no-jvm = the service does not run on a Java virtual machine
unread = the collections or the names of the virtual machine's threads were not read
stops = { $collector } stops the service for { $stopped } of the time; cores that it may use: { $cores }
uses = { $collector } uses { $share } of the CPU of the service; cores that it may use: { $cores }
fits = { $observed }; the collector fits: look at what is allocated and at the size of the heap
one-thread = it works on one thread
many-threads = it works on { $threads } threads
holds = { $observed }; { $why }; the stops are { $share } of the growth of the response time
no-core-beside = { $observed }; it works beside the service, and there is no core beside it
caution = collectors differ in the memory that they take beside the heap, and -XX:ActiveProcessorCount sizes other thread pools as well
fix-one-thread = -XX:+UseG1GC or -XX:+UseParallelGC, and -XX:ActiveProcessorCount when the virtual machine counts one CPU
fix-many-threads = -XX:ActiveProcessorCount={ $cpus }
fix-beside = -XX:+UseSerialGC on one core, or a second core
