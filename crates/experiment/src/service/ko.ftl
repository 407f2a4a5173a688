# 이 도구가 시작하는 서비스.

start = { $command } 시작
ended = 요청을 받기 전에 끝났다 ({ $status })
not-in-time = { $after } 동안 { $missing }
run-by-hand = 명령을 직접 실행해 출력을 읽어 본다
in-the-foreground = 명령이 포그라운드에서 돌게 한다. 서비스를 백그라운드로 보내고 끝나는 명령은 지켜볼 수 없다
