# The largest heap.
subject = largest heap of `{ $command }`
