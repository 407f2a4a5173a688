# What `tightspot warm` says.

serves = answers GET http://{ $address }/startupz: 503 until the service may be opened, then 200
sends = warm-up  { $url }: rises to { $rate } in 10 s, header X-Warmup: 1
watches = watches { $what } from outside
beside-itself = the service at --beside is the one that is measured: a warm one of its kind beside it is needed
beside-not-seen = the service at --beside answered in { $seen } of { $of } seconds: what the machine did in the others is not taken out
not-watched = note: the process of the service is not found ({ $why }); only its answers are judged
probe-lost = warning[{ $code }]: { $says }
waits-for-answer = waits for the service to answer: { $why }
answers-so-far = warm-up { $elapsed }: { $answers } good answers
waits-for = warm-up { $elapsed }: { $answers } good answers; { $what }{ $more ->
    [0] {""}
   *[other] {" "}(and { $more } more)
}
starts-over = { $why }: closed, and warmed up again as soon as it answers
opened-has-ended = the service (pid { $pid }) ended after it was opened
nobody-listens = nobody listens at { $address } any more
doubles = all conditions hold; one window at { $rate } shows whether they still do at twice the rate
too-long = not warm after { $longest }; { $policy ->
    [open] the service is opened anyway
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
last-condition = {"  "}last condition to hold: { $condition ->
    [coverage] enough answers of every route
    [quiet] quiet compilers
    [steady] response times that no longer change
   *[burst] the check at twice the rate
}
machine-varies = {"  "}the CPUs of this machine are now faster, now slower (standard deviation { $spread }): over the last minute nothing got faster or slower on the whole, and a change of { $low } to { $high } in 15 s is all that can be shown here
latency = {"  "}p95 of the first { $first } answers { $before }, of the last window { $now }
not-seen = {"  "}not checked: { $what }
state = { $ready ->
    [yes] ready ({ $state })
   *[no] not ready ({ $state })
}

## Mixes

mix = mix     { $source }: { $used } of { $all } requests, { $routes } { $routes ->
    [1] route
   *[other] routes
}
mix-left-out = { $mix }; left out: { $why }
mix-route = {"        "}{ $share }  { $route }
mix-more-routes = {"        "}and { $number } more routes
left-out = { $number } { $why ->
    [unsafe] that may change something
    [failed] that were not answered with 2xx or 3xx
    [own] of this tool
    [unread] lines that are not from an access log
   *[no-path] whose path the run does not keep
}
no-user-agents = note: { $number } lines do not say who sent the request: an earlier warm-up among them cannot be told apart from users
no-access-log = { $file } has no line of an access log ({ $lines } { $lines ->
    [1] line
   *[other] lines
} of something else)
access-log-forms = an access log can be in the common or the combined format, or JSON as nginx, Caddy, Tomcat, Spring, pino-http, Traefik and Envoy write it
nothing-to-send = { $file } has nothing that warm-up may send: { $changing } requests may change something, { $failed } failed, { $own } are of this tool
a-log-with-reads = give a log with GET, HEAD or OPTIONS that were answered with 2xx or 3xx
no-paths-kept = run { $run } keeps no path that can be sent: its paths are names of steps, have places to fill, or lack what may have been a secret
its-scenario = tightspot warm wait -s { $file }    sends the scenario that the run was made with
log-or-url = tightspot warm wait URL --access-log FILE    or the URL of a route

## Recipes

recipe-is-read = recipe  { $file }: knows { $known } of { $all } { $all ->
    [1] route
   *[other] routes
}
recipe-of-other-routes = the recipe { $file } knows none of the routes that are sent
recipe-routes = it has { $recipe }; the load sends { $routes }
calibrate-the-same-mix = tightspot warm calibrate, with the same URL, scenario or log
no-recipe = { $file } is not a recipe: { $what }
make-a-recipe = tightspot warm calibrate URL -o FILE    writes one

## Calibration

length-too-short = a start must be loaded for { $shortest } or longer for its last level to show
calibrates = start { $number } of { $of }: loaded for { $length }
calibrates-what-runs = the start that is running is loaded for { $length }; what it did before was not seen
start-steady = start { $number }: { $course ->
    [warms] slower at first, steady from { $since } on, after { $answers } answers
    [slows] faster at first, steady from { $since } on, after { $answers } answers
   *[flat] steady from the beginning
}
start-never-steady = start { $number } is not in the recipe: not every route was seen at one level for the last 30 s of the load ({ $length }); a route with answers in fewer than 8 of 10 seconds never is
route-steady = {"    "}{ $route }: steady from { $since } on, after { $answers } answers
rule-never = {"  "}{ $rule ->
    [gate] the gate
    [time] a wait of 60 s
   *[answers] a wait for 240 requests
}: not within { $length }
rule-opens = {"  "}{ $rule ->
    [gate] the gate
    [time] a wait of 60 s
   *[answers] a wait for 240 requests
}: opens after { $opens }
rule-against = {"  "}{ $rule ->
    [gate] the gate
    [time] a wait of 60 s
   *[answers] a wait for 240 requests
}: opens after { $opens }, { $way ->
    [early] { $by } too early
   *[late] { $by } after it is steady
}; { $left }
slower-after = response times { $mean } in the 30 s after ({ $low } to { $high })
not-seen-after = the 30 s after were not seen
no-recipe-made = no recipe: no start settled
no-recipe-of-some = no recipe: { $made } of { $asked } starts were measured
recipe-written = recipe  { $file }: { $answers } answers in all, longest wait { $longest }

## Errors

not-safe = warm-up would send what may change something: { $steps }
sent-thousands-of-times = each request of the mix is sent thousands of times; GET, HEAD and OPTIONS change nothing
leave-out-or-allow = leave these out of the mix, or use --allow-unsafe if the service can take them many times
window-form = a window has 2 to 60 whole seconds
never-answered = the service did not answer as it should within { $waited }
load-ended = the load ended before the gate had decided
process-gone = the service (pid { $pid }) ended { $elapsed } into its warm-up
answers-no-more = the service stopped giving good answers { $elapsed } into its warm-up
answered-before = { $answers } good answers before
not-listening = listen at { $address }: { $error }
another-port = --listen 127.0.0.1:PORT with a port that is free
no-gate = ask the gate at { $address }: { $error }
start-a-gate = tightspot warm serve URL    starts one; --gate HOST:PORT if it is elsewhere
