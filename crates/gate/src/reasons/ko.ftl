class-answers = { $class }: 정상 응답 { $seen }건, 필요 { $asked }건
answers = 전체 정상 응답 { $seen }건, 필요 { $asked }건
failed = 요청의 { $share } 실패, 허용 { $asked }
compiling = 컴파일러가 코어 { $cores }개 사용, 허용 { $asked }
loading = 클래스 로드 { $rate }, 허용 { $asked }
invalidated = 최근 { $windows }개 구간에서 컴파일된 코드가 { $count }번 폐기됨
throttled = 웜업에 쓸 CPU 부족: 전체 시간의 { $share } 동안 CPU 할당량 때문에 서비스가 멈춤
not-held = 안정 구간 { $windows }개, 필요 { $asked }개
too-short = 비교할 구간 { $windows }개, 필요 { $asked }개
jumped = { $class }: 구간 사이에 중앙값이 { $share } { $way ->
    [down] 감소
   *[up] 증가
}, 허용 { $asked }
changing = { $class }: 중앙값이 아직 { $low } ~ { $high } 변할 수 있음, 허용 { $asked }
uneven = { $class }: 구간별 중앙값의 차이 { $spread }, 자체 변동 외 허용 { $asked }
above-reference = { $class }: p95 { $p95 }, 웜업이 끝난 상태에서는 { $warm }
burst-to-come = 두 배 부하 점검이 남아 있음
burst-compiling = 두 배 부하에서 컴파일러가 코어 { $cores }개 사용, 허용 { $asked }
burst-changed = { $class }: 두 배 부하에서 중앙값이 이전의 { $times }배, 허용 { $asked }배
burst-faster = { $class }: 두 배 부하에서 중앙값이 이전의 { $times }배이며, 부하를 되돌린 뒤에도 유지되는지는 아직 모름
after-burst = { $class }: 두 배 부하 점검이 끝난 뒤 중앙값이 점검 전의 { $times }배
burst-failed = 두 배 부하에서 요청의 { $share } 실패, 허용 { $asked }
no-compilers = 컴파일러 스레드를 볼 수 없음
no-loading = 클래스 로드를 볼 수 없음
no-invalidation = 컴파일된 코드의 폐기 여부를 볼 수 없음
no-throttling = CPU 할당량 때문에 멈추는지 볼 수 없음
no-reference = 웜업이 끝난 상태의 응답 시간을 모름
