headline = The CPU that all requests need goes through a collection in memory for each of them.
fix = keep a map or an index of it up to date, and cut the page before sorting
small = an answer has { $bytes }, so it may be what was asked for
unknown = how much is answered is not known, so it may be what was asked for
