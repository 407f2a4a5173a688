name = identical work repeated
headline = Each request does again what could be done once and kept.
expected = each request loads credentials or asks for a token, key or secret that stays valid far longer than a request, and that is a large part of its time
falsifier = each request needs a token of its own, or the time stays the same when the token is kept until it expires
fix = do it once: keep the credentials, the key and the token in one object, and ask again shortly before the token expires
no-stacks = no stacks of request threads
observed = at { $rate }, a request spends { $kept } of its { $inside } inside the service on what could be kept: { $what ->
    [fetching] asking for tokens, keys or secrets
    [loading] loading credentials
   *[both] { $fetching } asking for tokens, keys or secrets, { $loading } loading credentials
 }
now-and-then = { $observed }; that is seen in { $share } of the seconds only, as when a token is renewed
holds = { $observed }; { $growth }
growth = with the queues that it makes, it explains { $share } of the growth of the response time
does-not-limit = { $observed }; it does not explain why the service gets slower under load
of-cpu = { $observed }; it uses { $share } of the CPU of a request, and the CPU is at its limit
less-of-cpu = { $says }; { $least } is needed to name it
whose = { $holds }; whether each request needs a token of its own cannot be seen
fetching = a request spends { $ms } asking for tokens, keys or secrets
loading = a request spends { $ms } loading credentials
same-words = at { $rate }, a request spends { $ms } on calls { $endpoint }; { $share } of them say word for word what the one before said, though the load varies: what does not change could be kept
keep-the-answer = keep the answer for as long as it may be old, and let one request ask when it is too old
says-the-same = of the calls { $endpoint }, { $share } say word for word what the one before said
beside = beside it, { $files }
fetched-again = at { $rate }, a request spends { $ms } of its { $inside } inside the service on calls { $endpoint }, which ask for tokens or keys; { $share } of them say word for word what the one before said, though the load varies
