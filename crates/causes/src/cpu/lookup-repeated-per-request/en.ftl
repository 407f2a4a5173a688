headline = The CPU that all requests need looks up the same things again and again.
fix = keep what was found, and that nothing was found: turn on the framework's cache, or look up once at the start
