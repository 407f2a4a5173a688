# What is said of another tool that is at work on this machine.

refused = another tool is at work on this machine, and an experiment would take what that one does for its own effect
beside = another tool is at work on this machine: { $who }. Each measures the load of the other as well
has-come = another tool has begun on this machine meanwhile: { $who }. Each measures the load of the other as well
tool = tightspot { $command } (pid { $pid })
process = pid { $pid }
has-run = { $who }, which has run for { $time }
unseen = who it is cannot be seen from here
wait = wait until it has ended
go-on-beside = { $variable }=FILE (any other file) goes on beside it; the figures of both are then wrong
unknown = whether another tool is at work on this machine is not known: { $file }: { $error }
