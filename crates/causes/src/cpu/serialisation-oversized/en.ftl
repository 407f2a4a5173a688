headline = Writing and reading large answers takes the CPU that all requests need.
fix = answer only the fields and the page that the client shows; stream what must be large
whether-needed = an answer has { $bytes }: it cannot be seen from outside whether the client needs all of it
whether-needed-of-unknown = it cannot be seen from outside whether the client needs all of it
