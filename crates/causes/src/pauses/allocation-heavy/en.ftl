headline = Collecting the garbage of requests takes the CPU that all requests need.
nearly-full = the heap is nearly full of what lives ({ $full } of its old part): less garbage would not help for long
misfit = this collector works beside the service and has no core for itself: another would take less
made = a request makes about { $bytes } of objects
fix = make fewer objects per request: an allocation profile shows where ({ $command }); then a larger young part of the heap
