# What became of a change that a killed experiment left.
restored = an earlier experiment was killed: { $subject } is restored now, and checked
gone = an earlier experiment was killed: { $subject } is gone, nothing is left to restore
not-restored = an earlier experiment was killed: { $subject } is NOT restored ({ $why })
