name = transaction left idle
headline = A transaction is left idle while it holds locks that others wait for.
expected = sessions wait for a lock whose holder is idle in its transaction: its program does something else
falsifier = with a limit on idle transactions (idle_in_transaction_session_timeout) the waits remain
fix = end the transaction before the program does something else; the statements that wait are its victims
fix-call = make the call at { $site } before the first statement that locks, or after the transaction; the statements that wait are its victims
no-sessions = no session of the service was sampled while it was loaded
observed = sessions idle in transaction: { $idle }; waiting for locks: { $waiting }, { $ms } per request
nobody-waits = almost no session waits for a lock (idle in transaction: { $idle })
small = waiting for locks, with the queue for connections that wait, is { $queued } of { $response }
holders-unseen = { $waiting } { $waiting ->
    [one] session waits
   *[other] sessions wait
 } for locks, but who holds them could not be asked
at-work = { $share } of the waiting sessions wait for a session that is at work, the others for one that is idle { $idle } at a time, as between two statements
of-the-service = the service itself
of-another = another program ({ $program })
holds = { $waiting } { $waiting ->
    [one] session waits
   *[other] sessions wait
 } for a lock, { $share } of them for a session of { $whose } that sits idle in its transaction, { $idle } at a time and up to { $longest }, after: { $statement }
calls = { $holds }; meanwhile it waits { $remote } per request for the answer to a call at { $site }
calls-as-long = { $holds }; calls at { $site } take as long ({ $remote } per request)
