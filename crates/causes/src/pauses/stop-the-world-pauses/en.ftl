name = GC pauses
headline = The slowest requests wait while the virtual machine collects garbage.
slow-seconds = at { $levels } of { $of } levels a few seconds are far slower than the others (at { $rate } they add { $share } to the time of requests), and most of that is waiting for the collector; why with { $option } tells the share of the slowest requests
fix = fewer and shorter collections: make fewer objects per request (an allocation profile shows where: { $command }), remove what asks for collections, give the young part of the heap more room, or choose a collector that works beside the service if a core is free for it
fix-place = fewer and shorter collections: make fewer objects in { $site }, remove what asks for collections, give the young part of the heap more room, or choose a collector that works beside the service if a core is free for it
and = { $reason }; { $objects }
