# The number of worker threads.
subject = worker threads "{ $executor }" of pid { $pid }
