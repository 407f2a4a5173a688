# Objectives of a run of `why`.

label = SLO
seen = { $objective }: { $seen }
seen-at = { $objective }: { $seen } at { $rate }
not-judged = { $objective }: not judged: { $why }
holds-to = { $says } (holds up to { $rate })
holds-nowhere = { $says } (holds at no level)
beyond = { $says } (not at saturation: { $seen } at { $rate })
no-level = no planned level was measured
ended-early = the run ended before its heaviest planned level, which decides

## Refused before the load

whole-levels-only = { $objective }: for, after and abort belong to `load`; `why` judges whole levels
of-load-only = only `load` keeps { $metric }
