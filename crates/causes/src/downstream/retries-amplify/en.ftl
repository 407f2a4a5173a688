name = waiting for retries
headline = Requests wait to try again what failed, and keep their threads meanwhile.
expected = calls of another service fail under load, and requests wait before they try again
falsifier = without retries, requests are served no faster, and no more of them
fix = try again once at most, with a limit on how many of all calls may be retries; heed Retry-After; and look at why the calls fail
no-stacks = no stacks of request threads
observed = at { $rate }, a request waits { $waits } of its { $inside } inside the service to try again what failed
holds = { $observed }; with the queues that it makes, that explains { $share } of the growth of the response time
