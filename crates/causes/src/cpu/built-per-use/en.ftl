headline = Building again and again what is meant to be shared takes the CPU that all requests need.
fix = build it once and share it, where it may be shared between threads; else one for each thread
