headline = A long command occupies the one thread of the cache server, and everybody's commands wait for it.
expected = a command takes milliseconds or more on the server's thread, and any other command, even one that does nothing, waits for it
falsifier = without that command, commands that do nothing take as long as before
fix = do not send { $command } to a server that others wait for: go through keys in steps (SCAN, HSCAN, ZSCAN), keep large values apart, or ask a replica
none = the server has executed no command but its own
not-long = { $says }: too little for others to wait for
takes = { $command }{ $sender } takes { $each } each, { $rate }: { $share } of the server's thread
holds = { $says }; a command that does nothing waits { $trip } there, and requests wait { $wait } of { $response } for the cache
