headline = Collecting the garbage of requests takes the CPU that all requests need.
nearly-full = the heap is nearly full of what lives ({ $full } of its old part): less garbage would not help for long
misfit = this collector works beside the service and has no core for itself: another would take less
fix = make fewer objects per request: an allocation profile shows where ({ $command }); then a larger young part of the heap
fix-in-node = make fewer objects per request: a heap profile shows where ({ $command }, or allocation sampling of a debugger); then a larger young part of the heap ({ $setting })
asked-from-outside = { $all } collections of the whole heap and { $young } of young objects: so many of the whole heap are not due to new objects, but to memory outside of it (buffers, streams that compress) or to a heap that is nearly full; which of the two is not seen
fix-place = make fewer objects in { $site }; then a larger young part of the heap
fix-place-in-node = make fewer objects in { $site }; then a larger young part of the heap ({ $setting })
