name = objects built per use
headline = Building the same kind of object for each use, instead of sharing one, takes the CPU that all requests need.
fix = build it once and share it; if threads may not share it, keep one for each thread
