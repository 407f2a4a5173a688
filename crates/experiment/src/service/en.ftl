# A service that this tool starts.

start = start { $command }
ended = it ended with { $status } before it took requests
not-in-time = { $missing } for { $after }
run-by-hand = run the command by hand and read its output
in-the-foreground = let the command run in the foreground: one that puts the service into the background and ends cannot be watched
