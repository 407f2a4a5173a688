headline = The CPU that all requests need writes and reads large answers.
fix = answer only the fields and the page that the client shows; stream what must be large
whether-needed = an answer has { $bytes }: whether the client needs all of it cannot be told from outside
whether-needed-of-unknown = whether the client needs all of it cannot be told from outside
