headline = Questions are written in small pieces, and the kernel holds the later ones back until the first is acknowledged.
expected = on connections to a peer bytes wait to be sent though the window has room, for 40 ms each time
falsifier = with TCP_NODELAY, or one write for each question, calls take as long as before
fix = write each question at once (a buffer that is flushed once), and set TCP_NODELAY on the connection; that time passes before the other service has the whole question
unread = whether the kernel holds bytes back was not read
nothing-held = on no connection bytes were held back
observed = the last bytes of a question to { $peer } wait { $ms } per request in the kernel at { $rate }, and { $light } under light load, until the first are acknowledged; on { $connections } connections at a time
held = under light load that is { $ms } of { $response } ({ $share })
