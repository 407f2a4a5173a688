name = classes loaded on first requests
# The first requests load classes.
headline = The first requests load classes and build what is built only once.
expected = the first requests are slow and the next are not, and most of the extra time is work done once: loading and initialising classes
falsifier = with each route called once before, the first requests are just as slow
fix = send traffic only after each route was called once (readiness), load eagerly at start, or share class data (CDS, AOT cache)
done-once = { $once } of the extra time is work done once
observed = { $says }
shares = { $once } of the extra time is work done once, { $code } other code of the service
less-than-code = { $says }
holds = { $says }
