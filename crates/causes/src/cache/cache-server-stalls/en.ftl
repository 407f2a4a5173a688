name = cache server stalls
headline = The cache server stands still every now and then, for its disk or its memory, and everybody waits.
expected = a command that does nothing waits although no command takes long, and the server's own figures say for what: fsync, copies of the process, swapping
falsifier = with saving switched off, commands that do nothing take as long as before
fix = save less often, or on a replica (appendfsync everysec, a faster disk for its file, memory to spare for the copy, no transparent huge pages)
commands = waiting for other commands is { $commands } of the { $trip } that a command that does nothing takes
no-figure = a command that does nothing takes { $trip }, and no command takes long, but no figure of the server says what it waits for: it may lack a core
copies = it copied itself { $copies } { $copies ->
    [one] time
   *[other] times
 } to save its data, and stood still for { $each } each
delay = it noted a delay by { $event } of up to { $longest }
fsync-delayed = { $times } { $times ->
    [one] write
   *[other] writes
 } waited until the file was on the disk
fsync-always = it waits until each write is on the disk (appendfsync always, { $appended } appended)
swapped = only { $resident } of its memory is resident: the rest is swapped out
holds = { $says }; a command that does nothing takes { $trip } there, { $longest } at most, of which waiting for other commands is { $commands }; requests wait { $wait } of { $response } for the cache
