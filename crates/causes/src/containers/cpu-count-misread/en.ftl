name = CPU count misread
headline = The runtime counts a different number of CPUs than it may use.
expected = the runtime counts twice the CPUs that it may use, or half of them, and its quota stops it
falsifier = with the number set by hand, the quota stops it as often as before
fix = set the number of CPUs to { $allowed } by hand ({ $setting })
count-unseen = how many CPUs a { $runtime } process counts cannot be seen from outside
observed = it counts { $counted } { $counted ->
    [one] CPU
   *[other] CPUs
 } ({ $how }) and may use { $allowed }
holds = { $observed }, and its quota stops it in { $stopped } of the periods
says-itself = as it says itself
ignores-quotas = { $runtime } { $version } does not read quotas
told-to = -XX:ActiveProcessorCount={ $count }
collector-threads = { $threads } collector { $threads ->
    [one] thread
   *[other] threads
 }
chose-serial = it chose the serial collector, as for one CPU or little memory
