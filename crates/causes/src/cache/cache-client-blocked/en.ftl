name = cache client blocked
headline = Commands wait in the client of the cache behind one that waits on purpose, while the server has nothing to do.
expected = requests wait for the cache while its server answers at once, and a connection to it waits on purpose
falsifier = with a connection of its own for the command that waits, requests wait as long as before
server = { $observed }: that explains { $share } of the wait
waited = requests wait { $wait } of { $response } for the cache at { $rate }, { $light } under light load
waits = { $waited }; its server answers a command that does nothing within { $trip }
behind = { $waits }; one connection waits on purpose ({ $command }), and commands behind it on the same one wait along
undecided = { $waits }; { $why }
not-counted = whether that is a command on its way, or a lock or a connection of the client, is not counted
on-purpose = requests may wait on purpose ({ $command })
nobody-waits = no connection waits on purpose, so why commands wait is not seen
fix = give commands that wait on purpose a connection of their own; look at the client's queue and at what keeps its thread
fix-command = give { $command } a connection of its own ({ $call }): whoever shares one waits until it answers
those-alone = { $waiting } { $waiting ->
    [one] connection waits
   *[other] connections wait
 } on purpose, and without those a request waits { $others } for the cache
