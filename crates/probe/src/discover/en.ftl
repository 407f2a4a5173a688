# Who serves what is loaded, and why that cannot be told.

process = process { $pid } ({ $process })
who-listens = the process that listens on { $at }
nothing-listens = no process of this machine listens on { $at }
not-this-machine = { $host } is not an address of this machine
of-another-user = { $what } belongs to uid { $owner }, this tool runs as uid { $own }
no-such-process = there is no process { $pid }
unrelated = port { $port } is served by unrelated processes: { $processes }

## What helps

start-first = start the service first
start-first-others = start the service first; these listen here: { $others }
run-it-there = run the tool on the machine of the service, against 127.0.0.1
as-that-user = run the tool as that user ({ $command }), or as root; in a container: CAP_SYS_PTRACE
see-what-runs = see `{ $command }` for what runs
name-one = name the one to watch with --pid

## Who was chosen

parent-of-those = { $number } processes share the port; watching the parent, { $watched }
busiest-of-those = { $number } processes share the port; watching the busiest, { $watched }
watching = watching { $number ->
    [one] process
   *[other] processes
 } { $processes }
watching-behind = { $proxy } passes requests on: watching { $number ->
    [one] process
   *[other] processes
 } { $processes }
