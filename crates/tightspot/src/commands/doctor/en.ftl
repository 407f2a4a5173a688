# What can be seen from here.

host = host     { $cpus } cpus, { $gib } GiB, Linux { $kernel }
target = target   { $what }
no-target = target   none given: `tightspot doctor URL` says what can be seen of a service
shared-cores = cores    the generator shares the service's cores: pin the service ({ $command }) for figures that hold elsewhere
free-cores = cores    { $cores } free of the service, for generator and samplers
goes-first = sending  ahead of all other programs: requests leave on time even on a busy core
waits-its-turn = sending  like any other program: on a busy core requests leave late; run as root, or allow it: { $command }
ok = ok
sensor = { $mark } { $sensor } { $state }
needed-by = { $sensor }  needed by: { $causes }
unlock = {"    "}unlock: { $how }
problem = ! { $says }
help = {"    "}help: { $help }
nothing-listens = listening  nothing that this tool can see
services = services that listen here, and what diagnoses them (a route that does work says more than /):
others = others that listen: { $others }
unseen-process = (whose process cannot be seen from here)
