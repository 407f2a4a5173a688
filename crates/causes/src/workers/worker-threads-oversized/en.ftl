name = worker threads oversized
# More busy workers than the CPU can serve.
headline = There are more busy worker threads than the CPU can serve.
expected = on a full CPU more busy workers answer fewer requests, and each answer costs more CPU
falsifier = with a quarter of the workers, throughput falls
fix = fewer workers: step down towards { $workers }, where throughput was highest; requests then wait in the queue, at no cost
no-workers = no worker threads of a server were read
no-cpu = the CPU of the service was not measured
observed = { $busy } of { $workers } workers are busy on { $cores } cores, which are { $used } used
cpu-not-full = the service uses { $used } of its CPU: its workers wait for something other than a core
few = { $busy } { $busy ->
    [one] worker is
   *[other] workers are
 } busy on { $cores } cores
no-trial = { $observed }; a number alone is no cause, and there was no trial with fewer busy workers
fewer-no-better = fewer busy workers did no better: { $fewer } with { $fewer-requests } { $fewer-requests ->
    [one] request
   *[other] requests
 } at once, { $best } with { $best-requests }
no-cpu-of-trials = the CPU of the service was not measured while connections were doubled
trials = { $best } at { $best-cpu } of CPU per answer with { $best-requests } { $best-requests ->
    [one] request
   *[other] requests
 } at once, { $most } at { $most-cpu } with { $most-requests }
tried = { $observed }; { $trials }
little-lost = { $lost } of the best throughput is lost with the most requests at once, and CPU per answer goes from { $before } to { $after }
lost = { $lost } of the best throughput is lost
dearer = CPU per answer goes from { $before } to { $after }
