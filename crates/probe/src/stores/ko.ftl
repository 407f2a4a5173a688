# 어느 데이터베이스인지 알기 전에 하는 말.

read-address = 데이터베이스 주소 읽기
find-database = 프로세스 { $pid }의 데이터베이스 찾기
no-such-scheme = { $schemes } 중 어느 것으로도 시작하지 않는다
none-among-peers = 연결된 상대 { $peers }개 중에 { $known } 서버가 없다
reasons = { $all }
how = { $each }
read-sessions = { $server }에서 { $process } 세션 읽기
sampling-failed = 세션 표본 추출이 실패했다: { $error }
unknown-host = 알 수 없는 호스트
