# A delay of the calls over one edge.
subject = delay of each call from { $from } to { $to }
