# 측정 결과 요약.

## 첫 줄, 원인에 자기 문장이 없을 때

slow-because = 느린 원인은 { $cause }입니다.
candidate = { $headline } 다만 확실하지는 않습니다.
not-clear = 원인이 분명하지 않습니다.
at-limit = { $limit }: { $rate }에서 한계에 도달했습니다.
all-busy = { $limit }: { $rate }에서 모두 사용 중입니다.
nearly-at-limit = { $limit }: { $rate }에서 거의 한계에 도달했습니다.
cpu-bound = { $rate }에서 { $core ->
    [loop] 이벤트 루프가
    [quota] { $limit }이
    [shared] 데이터베이스나 부하 생성기와 함께 쓰는 코어가
   *[cpu] CPU가
 } 꽉 찼습니다. 요청 하나가 CPU를 { $ms } 쓰며, { $parts }입니다.
cpu-bound-part = 그중 { $share }는 { $what }
cpu-bound-more = { $first }, { $share }는 { $what }
cpu-bound-locked = { $what }(그 안의 잠금을 { $wait } 기다림, 응답 시간의 { $share })
no-bend = { $rate }까지 병목이 발견되지 않았습니다.
quick-from-start = 서비스는 시작한 지 몇 초 안에 제 속도를 냅니다.
generator-limited = 부하 생성기가 한계에 도달해, 서비스에 대해서는 아무 판단도 하지 않습니다.
in-whose = { $whose }

## 줄 이름

label-evidence = 근거
label-experiment = 실험
label-not = 원인 아님
label-also = 그 밖에
label-hint = 단서
label-unseen = 확인 못 함
label-errors = 오류
label-processes = 프로세스
label-files = 파일
label-cpu = CPU
label-fix = 고칠 것
label-quality = 측정 품질
fix-example = { $fix } (예: tightspot explain { $cause } --fix)
label-run = 실행
label-try = 해 볼 것

## 찾아낸 것

at-site = 위치: { $site }
file-opened = { $file }: 요청당 { $times }번 연다
file-opened-of-size = { $file } ({ $size }): 요청당 { $times }번 연다
says-at-site = { $says } · 위치: { $site }
cause-at-site = { $cause }, { $site }
of = { $what }: { $says }
gain = 서비스의 한계: { $now }. 고치면 최대 { $then }
gain-to-next = 서비스의 한계: { $now }. 고치면 { $way ->
    [least] { $then } 이상 (다음 병목: { $next }. 그때는 요청당 비용이 더 적을 수 있음)
   *[most] 최대 { $then } (다음 병목: { $next }, { $at })
 }
gain-same-again = 서비스의 한계: { $now }. 고치면 최대 { $then } (그때도 같은 병목. 그다음: { $next }, { $at })
gain-cut-by-next = 서비스의 한계: { $now }. 고치면 { $way ->
    [least] { $then } 이상, 최대 { $bound } (다음 병목: { $next }. 그때는 요청당 비용이 더 적을 수 있음)
   *[most] 최대 { $then } (다음 병목: { $next }. 그것만 아니면 { $bound })
 }
limit-reached = 한계: { $limit }, { $rate }에서 도달했다
limit-ahead = 먼저 포화될 것: { $limit }, 약 { $rate } (외삽한 값)
evidence = E{ $level } { $name ->
    [hint] 단서
    [coincides] 함께 커짐
    [explains] 설명됨
    [proven] 증명됨
   *[fixed] 고쳐짐
 }: { $reason }
evidence-told = E{ $level } { $name ->
    [hint] 단서: 기준값을 넘었거나 알려진 패턴과 같을 뿐이다
    [coincides] 함께 커짐: 느려질 때 이것도 함께 커진다
    [explains] 설명됨: 이 수치들의 합이 맞는다
    [proven] 실험으로 증명됨
   *[fixed] 고친 뒤 확인됨
 }
tied = 똑같이 잘 설명하는 원인: { $causes }. 이 원인들이 가장 크게 갈리는 실험: tightspot prove URL --run { $run }
cause-with-gain = { $cause } · 고치면 { $way ->
    [least] { $rate } 이상
   *[most] 최대 { $rate }
 }
rejected-with-knob = { $cause }: { $seen }. { $setting }: { $way ->
    [least] { $rate } 이상
   *[most] 최대 { $rate }
 }
decide = 실험으로 확인한다: tightspot prove URL --run { $run } --hypothesis { $cause }. 또는 다시 측정한다: tightspot why URL
more-generator = 부하 생성기에 전용 코어나 다른 장비를 주거나, 부하를 줄인다

## 실험

experiment = { $outcome ->
    [proven] 증명됨:
    [supported] 뒷받침됨:
    [not_shown] 확인되지 않음:
    [no_material_effect] 의미 있는 효과 없음:
   *[contradicted] 어긋남:
 } { $says }; { $restored ->
    [yes] 원래대로 되돌리고 확인함
    [nothing] 되돌릴 것 없음
   *[no] 되돌리지 못함
 }
control = 대조군 x{ $ratio } ({ $low }..{ $high }), { $flat ->
    [yes] 변화 없음
   *[no] 변화 있음
 }

## 꽉 찬 코어가 하는 일

cpu-of = { $rate }에서 요청당 { $ms }
cpu-by = { $what }: { $method }
cpu-for = { $what }, 호출한 코드: { $own }
cpu-made = { $what } (객체의 { $share }를 { $own }에서 만든다)
cpu-without = { $what }. 이것이 없으면 약 { $rate }
cpu-unseen = 표본에 없음
cpu-light = 부하가 가벼울 때는 { $ms }
cpu-contention = 그중 { $ms }는 스레드 간 경합 비용(깨우기, 양보, 잠금)
cpu-bytes = 응답은 { $bytes }
cpu-tree = 트리로 보기: tightspot report { $run } --cpu

## 볼 수 없던 것

sensor = { $sensor } ({ $why })
sensor-for = { $sensor } ({ $why }). 판단하지 못한 원인: { $causes }
sensor-not-seen = 관찰되지 않음
and-others = { $causes } 등

## 여러 프로세스

of-requests = 요청의 { $share }
at-most = 최대 { $rate }
inside = 내부 { $time }
hold = 점유 { $time }
cpu = CPU { $time }
no-cause = { $status ->
    [none] 정상
    [generator_limited] 부하 생성기가 한계에 도달함
   *[inconclusive] 원인이 분명하지 않음
 }

## 측정 품질과 실행

grade = { $grade ->
    [good] 좋음
    [fair] 보통
   *[poor] 나쁨
 }
generator = 부하 생성기: 자기 코어의 { $work }, 전송 지연 p99 { $lag }
observer = 관찰 비용: 코어의 { $cost }
calibration = 이런 판정은 시험용 서비스를 측정한 { $of }번 중 { $right }번 맞았다 ({ $low } ~ { $high })
failed = 요청 { $sent }개 중 { $failed }개 실패
stopped = 측정이 일찍 중단됨
aborted = 측정이 비정상 종료됨
warning = 경고[{ $code }]: { $says }
all-levels = 모든 단계: tightspot report { $run } --ledger

## A start, second by second

label-start = 시작
start-lost = 웜업이 끝난 상태와 비교하면 처음 { $of } 동안 { $lost } 분량의 요청을 처리하지 못했다
start-minute = 첫 1분: p50 { $p50 }, p99 { $p99 }, 최대 { $max }. 요청 { $of }개 중 { $failed }개 실패
start-warm = 웜업
start-column = { $what ->
    [second] 초
    [answered] 성공/s
    [failed] 실패
    [response] 응답
    [held] 점유
    [waited] 대기
    [in-use] 사용 중
    [classes] 클래스
   *[uncompiled] 미컴파일
}

## 가장 느린 요청

label-tail = 꼬리 지연
tail-short = 가장 느린 요청들도 큐 대기로 설명되는 시간보다 오래 걸리지 않습니다.
tail-percentiles = p50 { $p50 } · p95 { $p95 } · p99 { $p99 } · p99.9 { $p999 } · 최대 { $max }
tail-spikes = 요청 { $of }개 가운데 { $slow }개가 p99보다 오래 걸렸고, { $spikes }번 튀었다
tail-column = { $what ->
    [event] 이벤트
    [number] 횟수
    [mean] 평균
    [longest] 최대
    [share] 느린 요청 중
   *[risk] 느릴 확률
}
tail-event = { $event ->
    [young-collections] Young GC
    [full-collections] Full GC
    [concurrent-collections] Concurrent GC의 멈춤
    [stops] 다른 이유의 멈춤
    [long-turns] 이벤트 루프가 오래 붙잡힘
    [slow-cpus] CPU가 느려진 시간
   *[cache-stalls] 캐시가 멈춤
}
tail-standing = { $standing ->
    [too-few] 너무 적음
    [too-short] 너무 짧음
    [follows] 느려진 뒤 발생
   *[unrelated] 없음
}
tail-unexplained = 관찰된 이벤트 없음
