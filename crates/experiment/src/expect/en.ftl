# What a cause predicts of a change.
change = { $low } to { $high }
