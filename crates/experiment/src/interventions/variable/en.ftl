# A variable of the environment.
subject = variable { $variable } of `{ $command }`
