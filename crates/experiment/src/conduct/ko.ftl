# 계획보다 먼저 끝난 이유.
interrupted = 사용자가 중단했다
target-died = 서비스가 종료되었다
requests-failed = { $knob } { $setting }에서 요청의 { $failed }가 실패했다. 허용 한도는 { $most }이다
failed = { $what }: { $seen }
