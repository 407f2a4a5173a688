# Messages of virtual machines, collectors and event loops.

java-heap-proves = The heap was full, or nearly all the time went to collecting it. The thread that got the error is the one that asked last, not the one that filled it.
java-heap-leaves-open = That the heap is too small, or that something leaks: requests that queue keep their objects, so a slow dependency fills a heap too. A heap dump says what is in it.

java-threads-proves = The kernel refused another thread: `ulimit -u`, `pids.max` of the container, or memory for stacks. The heap is not what ran out, whatever the name says.
java-threads-leaves-open = Who made the threads: a thread dump groups them by their names.

java-other-memory-proves = A limit beside the heap was reached: classes (`MaxMetaspaceSize`), direct buffers (`MaxDirectMemorySize`), or the size of one array.
java-other-memory-leaves-open = That a larger heap helps: it takes room from these.

node-heap-proves = The heap of V8 reached its limit (`--max-old-space-size`), and the process ended.
node-heap-leaves-open = That something leaks: large answers, and requests that wait for something slow, are kept as well.

java-full-collection-proves = The whole process stood still for a collection of the whole heap, or one failed for lack of room. { $pause ->
    [none] The line does not say for how long.
   *[other] It took { $pause }.
 }
java-full-collection-leaves-open = That the pauses are what users wait for: their share of the time, and the seconds of the slow requests, show it.

java-collection-proves = The process stood still for { $pause }.
java-collection-leaves-open = That this is too much: short pauses are the ordinary work of a collector. How often they come, and what allocates, matters more than one of them.

java-allocation-stall-proves = A thread waited { $stall } because the collector had not freed memory yet.
java-allocation-stall-leaves-open = Whether heap, cores for the collector, or fewer allocations are what is needed.

java-code-cache-proves = No room is left for compiled code: from then on new code is interpreted, which is many times slower.
java-code-cache-leaves-open = That the service was slow before that line.

loop-blocked-proves = The thread that serves everybody did one thing for too long, or did not get to run. { $blocked ->
    [none] The line does not say for how long.
   *[other] It was { $blocked }.
 }
loop-blocked-leaves-open = Whether code kept it, or it had no core: a quota and a collection look the same from inside.

asyncio-slow-proves = One callback kept the loop for { $took }, and everything else waited.
asyncio-slow-leaves-open = Why it took so long: it may compute, call something synchronously, or have had no core.

node-listeners-proves = { $listeners } listeners were added to one emitter: something is attached for each use and not taken off.
node-listeners-leaves-open = That memory runs out, or that this is why the service is slow.
