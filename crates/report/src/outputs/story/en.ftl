# The story of a run.

loaded = { $url } was loaded on { $day }, level by level, until it could do no more.
highest = The highest rate that it answered was { $rate }.

## Titles

where = Where the time goes
why = How sure this is
not = What it is not
fix = The fix
gain = What the fix buys
objectives = Objectives
method = How this was measured

## Drawings

time-caption = Mean response time at each planned rate, by what it is spent on
rest = everything else
unexplained = not explained
gain-caption = Requests per second: measured, and what arithmetic gives
now = now
fixed = { $way ->
    [least] fixed, at least
   *[most] fixed, at most
 }
without = without
with = with { $dose }
experiment-caption = { $subject }: requests per second without the change and with it
column = { $what ->
    [dose] dose
    [without] without
    [with] with
    [ratio] ratio (95 %)
   *[predicted] predicted
 }

not-measured = This is arithmetic: no experiment was made. This makes one: tightspot prove URL --run { $run }. After the change, tightspot verify URL --against URL-OF-THE-STATE-BEFORE measures its effect.
made = Measured with tightspot { $version }, run { $run }.
