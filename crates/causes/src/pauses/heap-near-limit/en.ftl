name = heap nearly full
headline = The heap is nearly full: collections take the CPU that all requests need, and free little.
unread = how full the heap is was not read
has-room = the old part of the heap has room ({ $full } of it in use after a collection, { $old } of the time in collections is spent on it)
full = { $full } of the old part of the heap stays in use after a collection, and collecting it is { $old } of the time in collections
fix = give the heap room for what lives (-Xmx, or the container's memory), or keep less: a heap histogram shows what ({ $command })
