# A change by a command of the user.
subject = what `{ $command }` changes
stopped = it was ended, because the user wants to stop
