name = unbuffered response
headline = Writing each answer in small pieces takes the CPU that all requests need.
pieces = an answer comes in { $pieces } pieces of { $bytes } each, and what else each of them costs is not counted
may-be-needed = how much of that goes into the pieces, and not into what each request needs, is not known
fix = gather what is written until it is some 16 kB and hand that on: many rows with each write, a buffered writer, no flush for each row
