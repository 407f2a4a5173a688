name = lookup repeated per request
headline = Looking up the same things again and again takes the CPU that all requests need.
caution = what is kept is not seen to change before a restart, or before the time for which it is kept
fix = keep what was found, and that nothing was found: turn on the framework's cache, or look up once at the start
