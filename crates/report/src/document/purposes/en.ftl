# What CPU is used for, by purpose.

name = { $purpose ->
    [server] taking requests and writing answers
    [framework] the framework
    [routing] routing requests to their handlers
    [rendering] rendering pages
    [expressions] expressions of templates
    [copying] copying objects (deep clones, objects written out and read back)
    [serialising] writing and reading JSON, XML and the like
    [mapping] mapping rows to objects
    [transactions] beginning and ending transactions
    [client] calls to other services
    [cache] the cache in memory
    [runtime] the runtime itself
    [driver] the database driver
    [connection-pool] the connection pool
    [logging] writing log lines
    [authentication] authentication
    [password-hash] hashing passwords
    [validation] validating input
    [messages] translated texts (message bundles)
    [metrics] metrics and traces
    [tls] TLS
    [lookup] looking up files and resources
    [class-loading] finding and loading classes or modules
    [exceptions] making exceptions
    [regex] regular expressions
    [formatting] formatting numbers and dates
    [hashing] hashes and random numbers
    [encryption] encryption and signatures
    [compression] compressing
    [arithmetic] large and decimal numbers
    [files] reading and writing files
    [processes] starting processes
    [first-use] work done at first use
    [collections] collections in memory
    [strings] strings
    [reflection] reflection
    [network] the network
    [waking] waking other threads
    [yielding] yielding to other threads
    [locking] taking locks
    [memory] making and copying objects
    [concurrency] executors, futures and timers
    [platform] the platform
    [kernel] the kernel, around waits
    [own] code of the service itself
    [package] { $package }
    [collector] garbage collection
    [compilers] the compilers of the runtime
    [polling] polling connections
    [other-threads] other threads
   *[given-away] work of other threads for the event loop
 }
own-by = code of the service itself ({ $means })
in = { $what } ({ $method })
package-by = { $package } ({ $means })
beside-loop = threads beside the event loop (collecting and compiling by the engine, or workers)
