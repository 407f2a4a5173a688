# 시작 직후의 느림에 대해, 관련된 모든 원인이 똑같이 하는 말.
no-virtual-machine = JVM에서 실행되는 서비스가 아니다
warm = 측정하기 전에 서비스가 이미 웜업되어 있었다
cut-short = 비교할 웜업된 단계가 나오기 전에 측정이 끝났다
lost = 처음 { $seconds }초 동안, 이 측정의 웜업된 단계({ $warm }, { $rate })에 비해 { $lost } 분량의 처리를 하지 못했다
others = 처음 { $seconds }초가 느렸지만, 다른 쪽이 서비스의 CPU를 썼다: { $who }
few-samples = 처음 { $seconds }초가 느렸지만, 표본 { $samples }개로는 이유를 알 수 없다
elsewhere = { $took }. 그러나 늘어난 시간 중 서비스 자신의 코드에 쓰인 것은 { $own }뿐이다 (데이터베이스, 다른 서비스, 로그, GC에 { $outside }, 관측된 요청에 속하지 않는 것이 { $unseen })
took = 처음 { $seconds }초의 요청은 { $now } 걸렸다 (웜업 뒤에는 { $warm }, 첫 1초에는 { $first }, 세 배 이상 느린 상태가 { $slow-seconds }초 이어졌다)
took-and-lost = 처음 { $seconds }초의 요청은 { $now } 걸렸다 (웜업 뒤에는 { $warm }, 첫 1초에는 { $first }, { $lost } 분량의 처리를 하지 못했다)
failed = 요청의 { $share }가 실패했다
once-by-one = { $package } { $share }
shares = 늘어난 시간 중 { $code }는 아직 컴파일되지 않은 코드, { $once }는 클래스 로드 등 한 번만 하는 일이다
shares-by = 늘어난 시간 중 { $code }는 아직 컴파일되지 않은 코드, { $once }는 클래스 로드 등 한 번만 하는 일이다 (요청한 쪽: { $by })
held = 커넥션 점유 시간은 { $now }, 웜업 뒤에는 { $warm }였다
meanwhile = 그동안 { $what }
loaded = 클래스 { $classes }개를 로드했다
compiled = 메서드 { $methods }개를 컴파일했다
compilers = 컴파일러가 CPU를 { $cpu } 썼다
in-hold = 트랜잭션 안의 시간 중 { $interpreted }는 인터프리터로 실행한 코드이고 { $once }는 한 번만 하는 일이다
lost-early = 처음 { $seconds }초 동안 { $lost } 분량의 처리를 하지 못했다
loaded-early = 처음 { $seconds }초 동안 클래스 { $classes }개를 로드했다
compiled-early = 처음 { $seconds }초 동안 메서드 { $methods }개를 컴파일했다
request-cpu = 요청당 CPU 시간은 { $now }, 웜업 뒤에는 { $warm }이다
hold = 커넥션 점유 시간은 { $now }, 웜업 뒤에는 { $warm }이다
first-requests = { $number ->
    [1] 첫 요청은 { $ms } 걸렸다
   *[other] 처음 요청 { $number }개는 각각 { $ms } 걸렸다
 }
