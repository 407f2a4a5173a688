# What became of a change that a killed experiment left.
restored = an earlier experiment was killed: { $subject } is restored now, and checked
gone = an earlier experiment was killed: { $subject } is gone, nothing is left to restore
not-noted = an earlier experiment was killed: { $subject } is restored now, and checked; that could not be noted ({ $why }), so that the next command restores it once more
not-restored = an earlier experiment was killed: { $subject } is NOT restored ({ $why })
# Why a journal is not used.
no-file = it is a link, or no regular file; what it says would be executed, so nothing of it is
of-another-user = it belongs to user { $owner }, and user { $user } runs this; what it says would be executed, so nothing of it is. As another user run without the state folder of the one who called (sudo -H, not sudo -E)
writable-by-others = others may write to it (mode { $mode }); what it says would be executed, so nothing of it is. If nobody else wrote to it: chmod 600
garbled = line { $line } cannot be read ({ $why }), and it may say what is still changed: look at the file, put back by hand what it says, then remove it
another-is-first = pid { $pid } is changing it in an experiment of its own
note-change = note the change in { $file }
nothing-changed = nothing was changed: without a note nothing is
change = change { $subject }
differs = it is no longer what it was when this tool looked at it: somebody else has changed it since
not-made-not-noted = { $seen }; nothing was changed, which could not be noted in { $file } ({ $why }), so that what this tool saw first is put back once it is gone
look-again = run it again: it begins with what is there then
