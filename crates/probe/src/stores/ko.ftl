# 어느 데이터베이스인지 알기 전에 하는 말.

read-address = 데이터베이스 주소 읽기
find-database = 프로세스 { $pid }의 데이터베이스 찾기
no-such-scheme = { $schemes } 중 어느 것으로도 시작하지 않는다
none-among-peers = 연결된 대상 { $peers }개 중에 { $known } 서버가 없다
reasons = { $all }
how = { $each }
read-sessions = { $server }에서 { $process } 세션 읽기
sampling-failed = 세션 표본 추출이 실패했다: { $error }
unknown-host = 알 수 없는 호스트
another-answers = 그곳에서는 { $not } 대신 { $its } 서버가 응답한다 ({ $seen })
no-address = 호스트의 주소를 찾을 수 없다 ({ $seen })
is-it-there = { $how }. 서버가 있는지: { $command }
password-signs = { $how }. 비밀번호의 %는 %25, @는 %40, /는 %2F, :는 %3A, ?는 %3F로 쓴다
which-databases = { $how }. 어떤 데이터베이스가 있는지: { $command }
of-a-driver = 드라이버의 주소(`jdbc:...`, `...+driver://`)이다. { $schemes } 중 하나로 시작하고 호스트 앞에 user:password@가 있어야 한다
