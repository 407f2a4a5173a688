# Why there is no experiment.
several-processes = an experiment changes one process, and { $processes } serve the requests: prove it on one of them, with --pid and the URL of its own port
no-saturation = saturation was not measured
changed-since = { $subject } was { $seen } while the levels were measured and is { $now } now: predictions would be of another state
no-cause = no cause is named, so there is nothing to prove; --hypothesis CAUSE tests one
no-prediction = nothing can be predicted of this change from what the run saw
no-means = nothing is known that makes this change
asked-for = asked for
