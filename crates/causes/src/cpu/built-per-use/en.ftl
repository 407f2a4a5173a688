headline = The CPU that all requests need builds what is meant to be shared, again and again.
fix = build it once and share it, where it may be shared between threads; else one for each thread
