# Comments and summaries of code hosts.

now = now
fixed = if fixed
at-most = { $way ->
    [least] { $rate } or more
   *[most] at most { $rate }
 }
next = next limit
highest = highest measured
p95 = p95, light to heavy load
examples = example of the fix
left-out = Parts are left out so that this fits: tightspot report { $run } -o page.html has all of it.
