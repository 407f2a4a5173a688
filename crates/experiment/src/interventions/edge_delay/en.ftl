# A delay of the calls over one edge.
subject = delay of each call from { $from } to { $to }
takes-none = edge    a connection could not be taken ({ $error }): it is tried again until one can
lapsed = the delay before it has lapsed, because this tool stood still or somebody else took it off: what was measured with it does not count
