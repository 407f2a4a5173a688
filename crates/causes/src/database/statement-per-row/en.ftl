name = N+1 statements
headline = A request asks the database again for every row (N+1).
expected = a request waits for the database many times, each time for a short statement
falsifier = 1 ms more on the way to the database makes a request only 1 ms longer
caution = fetching two lists in one join multiplies the rows; a page limit then has to be applied before the join
fix = fetch the rows in one statement (join, IN list, fetch join, batch size, data loader); write in batches
no-database = no request waits for a database
uncounted = the kernel's counts of the service's connections were not read (a network namespace of its own?)
peer-unknown = it is not known which of the service's peers is the database
observed = { $trips } round { $trips ->
    [one] trip
   *[other] trips
 } to the database per request, { $each } each under light load
few-trips = { $trips } round { $trips ->
    [one] trip
   *[other] trips
 } to the database per request
long-statements = a round trip takes { $each }: the statements themselves are long
statements-unseen = { $trips } round trips to the database per request, and whether they are one statement was not seen: its sessions were not read
different-statements = { $trips } round trips to the database per request, but no statement is sent more than { $same ->
    [one] once
   *[other] { $same } times
 }
small = { $trips } round trips per request, but they are { $share } of the response under light load
cpu-of-other-work = the service uses { $used } of its CPU, { $asking } of that for access to data
holds = a request waits { $trips } times for the database, { $each } each: { $waits } { $at-a-time ->
    [one] of { $response }
   *[several] in all, several at a time, in { $response }
 } under light load, and { $asking } of CPU for asking
fetched-late = { $holds }; the answers wait { $late } until the loop fetches them
segments = a request goes to the database about { $trips } times, by the segments with data that it sends
each = { $each } each
waits = { $waits } of { $response } are spent waiting for the database under light load
