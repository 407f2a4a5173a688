# What is said of the inside of a Node process.

## What was tried

open-inspector = open the inspector of pid { $pid }
close-inspector = close the inspector of pid { $pid }
connect = connect to the inspector in pid { $pid }
call = { $method } in pid { $pid }
run-script = run a script in pid { $pid }
install-gauges = install the gauges
read-gauges = read the gauges
find-pools = find pools in the heap
read-profile = read the CPU profile
read-objects = read where objects are made

## The inspector

another-network = its loopback is not ours: it has a network namespace of its own (a container)
in-its-network = run the tool in the service's network: { $command }
not-opened = it opened no inspector within { $within }: the application handles SIGUSR1 itself, or its loop is blocked
with-inspect-or-wait = start the service with --inspect=127.0.0.1:0, or wait until it answers
not-node = { $process } is not a Node process: SIGUSR1 would end it
no-handler = it has no handler for SIGUSR1 (--disable-sigusr1, an embedded build without inspector, or still starting): the signal would end it
with-handler-or-inspect = start the service without --disable-sigusr1, or with --inspect=127.0.0.1:0
port-held = port { $port }, where it would open its inspector, is held by another process
port-held-by = port { $port }, where it would open its inspector, is held by pid { $pid } ({ $process })
close-or-other-port = close that one, or start the service with --inspect-port=0 (pid { $pid })
reachable = { $why }; an inspector that other machines may reach is not opened: whoever connects to it can run code in the service
on-loopback = start the service with --inspect-port=127.0.0.1:0, or without an address in NODE_OPTIONS
names-an-address = { $option } in { $place ->
    [line] its command line
   *[options] NODE_OPTIONS
 } names the address { $address }
file-with-options = a file that { $option } names has options for the inspector, which are not read here
file-not-read = the file that { $option } names is no regular file of at most { $most }, so what it says of the inspector is not known
environment-not-readable = its environment, which may name another address in NODE_OPTIONS, cannot be read: { $error }
opened-and-closed = it opened at { $address }, and was closed at once
opened-and-not-closed = it opened at { $address }, and could not be closed: { $why }
still-listens = it still listens on { $address } after { $after }
closes-by-itself = it closes by itself once the loop of the service runs again
not-noted = that it is opened cannot be noted in { $folder }, from where a later command would close it if this tool is killed
note-elsewhere = name a folder that can be written: { $setting }
process-apart-gone = the process that was to open and close it has ended before it was done
no-answer = no answer within { $within }: the loop is blocked
refused = it refused
threw = it threw
no-text = a text was expected, not { $value }
not-sent = it was not sent

## What is seen, and what is not

no-workers = an event loop has no worker threads
heap-not-searched = the heap was not searched
none-or-several = there is none with this name any more, or there are several of its kind now
pools-left-out = { $more } more pools or clients are not read, only the first { $first }
no-pool = no pool of node-postgres, mysql2, mariadb, Knex or Sequelize in the heap
cluster-not-watched = the port is served by { $workers } cluster workers; the process that is watched (pid { $pid }) only hands connections to them
worker-threads-not-watched = { $threads } JavaScript worker threads run in the service; only the scheduler's figures show what they do
promises-followed = the application tracks its promises itself (AsyncLocalStorage), so watching tracks them too and costs more
allocations-unseen = who makes the objects is not seen: { $why }
still-open = { $open } connections are still open, { $max } allowed: the others are busy all the time
inspector-stays-open = the inspector of process { $pid } stays open at { $address } while it is watched, where every user of this machine can run code as the service: { $why }
inspector-visited = while the inspector of process { $pid } was open for a moment, somebody else was connected to it and could run code as the service; user by number: { $users }
