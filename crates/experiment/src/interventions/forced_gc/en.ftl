# Full garbage collections on demand.
subject = full collections of pid { $pid }
