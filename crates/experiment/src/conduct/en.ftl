# Why trials ended before their plan did.
interrupted = stopped by the user
target-died = the service ended
requests-failed = { $failed } of the requests failed with { $knob } at { $setting }, at most { $most } are allowed
failed = { $what }: { $seen }
