# Why this experiment, or why none.
predictions = { $cause } predicts that throughput changes by { $predicted }, { $rival } by { $by-rival }
prediction = { $cause } predicts that throughput changes by { $predicted }; no other cause predicts anything about it
not-looked-at = { $cause } was not looked at
nothing-can-be-changed = nothing can be changed from here
can-be-changed = what can be changed from here: { $factors }
no-known-experiment = no known experiment proves { $cause }; { $can }
too-near = with { $factor } the predictions of { $cause } and of its rivals are too close to each other
out-of-reach = only a change of { $factor } proves { $cause }, and that cannot be changed from here; { $can }
