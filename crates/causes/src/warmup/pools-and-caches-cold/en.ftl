name = pools and caches not filled yet
# What a service talks to is cold.
headline = The pool is still being filled, or what it leads to is slow at first.
expected = most of the extra time of the first seconds is waiting for connections while the pool is being filled, opening them, or waiting for a store that answers much sooner later
falsifier = with all connections open and the stores asked once before, the first seconds are just as slow
fix = open the pool's connections before there is traffic (minimum size = largest size, wait for it before readiness), ask the stores once, start instances one after another
quick = the first seconds after the start lost almost nothing
elsewhere = at most { $share } of the extra time comes from what the service calls: { $says }
holds = { $share } of the extra time comes from what the service calls: { $says }
share = { $share } of the extra time of the first seconds
fills = { $share } is waiting for a connection: { $says }
filling = { $seconds ->
    [one] for a second
   *[other] for { $seconds } seconds
 } requests waited while the pool had not all connections open ({ $from } of { $max } at first)
not-filling = the pool was not being filled while requests waited for it
opens = { $share } is opening connections
answers = { $share } is stores and services that took { $now } of a request at first and { $warm } when warm
answered = stores and services took { $now } of a request at first, { $warm } when warm
