# 이 도구가 시작하는 서비스.

start = { $command } 시작
ended = 요청을 받기 전에 끝났다 ({ $status })
not-in-time = { $after } 동안 { $missing }
run-by-hand = 명령을 직접 실행해 출력을 읽어 본다
