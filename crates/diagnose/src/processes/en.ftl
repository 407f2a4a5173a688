# A service of several processes.
none-watched = no process was watched
not-counted = the requests that each process served could not be counted (where connections come and go, only root sees them all), so there are no figures per request: load one process alone, with --pid and the URL of its own port
not-counted-by-process = requests were not counted by process
another-as-slow = { $who } would be slow because { $cause }, but { $other } is as slow: { $figures }
as-slow-without-it = another process is as slow without it
alike = { $whose } alike: { $figures }
all = { $says }
of = { $who }: { $says }
figures = { $whose }: { $figures }
only-one = the only process that served requests
each = each of { $number } processes
some = { $number } of { $of } processes: { $names }
figure = { $what ->
    [inside] { $value } inside
    [hold] hold { $value }
   *[cpu] { $value } of CPU per request
 }
range = { $what ->
    [inside] { $low } to { $high } inside
    [hold] hold { $low } to { $high }
   *[cpu] { $low } to { $high } of CPU per request
 }
told = { $who }: { $figures }
share = pid { $pid } { $share }
unequal = requests are not spread equally: { $shares }
idle = no request came to it
healthy = healthy ({ $reason })
not-judged = cannot be judged ({ $reason })
aside = { $who }: { $says }
aside-with-time = { $who }: { $inside } inside, { $says }
limit-of = { $limit } of pid { $pid }
