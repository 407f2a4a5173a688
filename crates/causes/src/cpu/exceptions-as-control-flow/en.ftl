name = exceptions as control flow
headline = Making exceptions for ordinary outcomes takes the CPU that all requests need.
fix = return a value for outcomes that are ordinary; where an exception is needed, leave out the stack trace that nobody reads
