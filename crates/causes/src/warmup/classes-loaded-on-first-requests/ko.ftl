name = 첫 요청 때 클래스 로딩
# 첫 요청들이 클래스를 로드한다.
headline = 첫 요청들이 클래스를 로드하고, 한 번만 만들면 되는 것을 만듭니다.
expected = 처음 요청들은 느리고 그다음은 느리지 않으며, 늘어난 시간의 대부분이 클래스 로드와 초기화처럼 한 번만 하는 일이다
falsifier = 모든 경로를 미리 한 번씩 호출해 두어도 처음 요청들이 똑같이 느리다
fix = 모든 경로를 한 번씩 호출한 뒤에 트래픽을 보내거나(readiness), 시작할 때 미리 로드하거나, 클래스 데이터를 공유한다(CDS, AOT 캐시)
done-once = 늘어난 시간의 { $once }가 한 번만 하는 일이다
observed = { $says }
shares = 늘어난 시간의 { $once }는 한 번만 하는 일, { $code }는 서비스의 다른 코드이다
less-than-code = { $says }
holds = { $says }
