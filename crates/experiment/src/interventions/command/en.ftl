# A change by a command of the user.
subject = what `{ $command }` changes
