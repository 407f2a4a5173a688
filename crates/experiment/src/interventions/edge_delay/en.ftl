# A delay of the calls over one edge.
subject = delay of each call from { $from } to { $to }
takes-none = edge    a connection could not be taken ({ $error }): it is tried again until one can
