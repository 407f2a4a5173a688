# What `tightspot warm` says.

serves = answers GET http://{ $address }/startupz: 503 until the service may be opened, then 200
sends = warm-up  { $url }: rises to { $rate } in 10 s, header X-Warmup: 1
watches = watches { $what } from outside
not-watched = note: the process of the service is not found ({ $why }); its answers alone are judged
probe-lost = warning[{ $code }]: { $says }
waits-for-answer = waits for the service to answer: { $why }
answers-so-far = warm-up { $elapsed }: { $answers } good answers
waits-for = warm-up { $elapsed }: { $answers } good answers; { $what }{ $more ->
    [0] {""}
   *[other] {" "}(and { $more } more)
}
doubles = all conditions hold; one window at { $rate } shows whether they still do at twice the rate
too-long = not warm after { $longest }; { $policy ->
    [open] the service is opened all the same
    [hold] it is held closed until it is warm
   *[fail] it stays closed
}: { $why }

## Result

is-warm = warm  { $url } after { $elapsed } and { $answers } good answers
opened-cold = opened cold  { $url } is not warm after { $elapsed }:
failed = not warm  { $url } after { $elapsed }:
held = held  { $url } is not warm after { $elapsed }:
ended-early = stopped  { $url } after { $elapsed }, not warm yet:
reason = {"  "}{ $says }
last-condition = {"  "}held last: { $condition ->
    [coverage] enough answers of every route
    [quiet] quiet compilers
    [steady] response times that no longer change
   *[burst] the check at twice the rate
}
latency = {"  "}p95 of the first { $first } answers { $before }, of the last window { $now }
not-seen = {"  "}not asked: { $what }
state = { $ready ->
    [yes] ready ({ $state })
   *[no] not ready ({ $state })
}

## Errors

not-safe = warm-up would send what may change something: { $steps }
sent-thousands-of-times = each request of the mix is sent thousands of times; GET, HEAD and OPTIONS change nothing
leave-out-or-allow = leave these out of the mix, or --allow-unsafe where the service takes them as often as it likes
window-form = a window has 2 to 60 whole seconds
never-answered = the service did not answer as it should within { $waited }
load-ended = the load ended before the gate had decided
process-gone = the service (pid { $pid }) ended { $elapsed } into its warm-up
answers-no-more = the service gave no good answer any more { $elapsed } into its warm-up
answered-before = { $answers } good answers before
not-listening = listen at { $address }: { $error }
another-port = --listen 127.0.0.1:PORT with a port that is free
no-gate = ask the gate at { $address }: { $error }
start-a-gate = tightspot warm serve URL    starts one; --gate HOST:PORT where it is elsewhere
