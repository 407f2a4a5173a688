name = JVM stops other than GC
headline = The slowest requests wait while the virtual machine has stopped all threads for something other than a collection.
fix = find what stops the threads ({ $option } names each stop: thread dumps, walks of the heap, code that is thrown away), and do it less often or not at all
