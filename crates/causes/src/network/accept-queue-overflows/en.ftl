name = accept queue overflows
headline = New connections are turned away at a full listen queue and try again a second later.
expected = the listen queue overflows, and requests wait 1, 3 or 7 s for their connection
falsifier = with a queue four times as long, they wait as often as before
fix = make the queue longer (accept-count, net.core.somaxconn), accept more connections, and let clients keep theirs
unread = the listen queue of the service's port was not read
observed = { $overflows } { $overflows ->
    [one] connection was
   *[other] connections were
 } turned away at { $rate }, at most { $most } waited in the queue of port { $port }
observed-empty = { $overflows } { $overflows ->
    [one] connection was
   *[other] connections were
 } turned away at { $rate }, none was seen waiting in the queue of port { $port }
queue-unclear = { $observed }; that queue was empty at every reading, so it may be another queue that overflows
holds = { $observed }; each tries again after a second at the earliest, so at any time { $again } of them wait to do so, and { $waiting } requests wait for a connection, { $late } of { $response }
