name = data scanned per request
headline = Going through data in memory for each request, or copying it, takes the CPU that all requests need.
fix = keep a map or an index of it up to date, and take out what is not asked for before sorting; share what nobody changes instead of copying it
kept-elsewhere = what a cache or a session keeps is written and read in the same way, so it may be that
small = an answer has { $bytes }, so it may be what was asked for
unknown = how much is answered is not known, so it may be what was asked for
computes = only { $share } of it is the platform's collections and texts: it may compute something for each element
