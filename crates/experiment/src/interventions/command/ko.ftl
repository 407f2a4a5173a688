# 사용자의 명령으로 하는 변경.
subject = `{ $command }` 명령이 바꾸는 것
stopped = 사용자가 중단을 요청해 종료했다
