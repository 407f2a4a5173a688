headline = The CPU that all requests need makes exceptions for ordinary outcomes.
fix = return a value for outcomes that are ordinary; where an exception must be, leave out the stack trace that nobody reads
