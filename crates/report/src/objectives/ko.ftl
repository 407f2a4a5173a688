# `why` 실행의 목표.

label = SLO
seen = { $objective }: { $seen }
seen-at = { $objective }: { $rate }에서 { $seen }
not-judged = { $objective }: 판단하지 못함: { $why }
holds-to = { $says } ({ $rate }까지 지켜짐)
holds-nowhere = { $says } (지켜진 단계가 없음)
beyond = { $says } (포화 상태에서는 지켜지지 않음: { $rate }에서 { $seen })
no-level = 계획한 부하 단계를 하나도 측정하지 못했다
ended-early = 판단을 가르는 가장 무거운 부하 단계까지 가기 전에 실행이 끝났다

## 부하 전에 거절

whole-levels-only = { $objective }: `for`, `after`, `abort`는 `load`에서만 쓴다. `why`는 단계 전체를 판단한다
of-load-only = { $metric } 값은 `load`만 기록한다
