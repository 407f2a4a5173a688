# 워커 스레드 수.
subject = pid { $pid }의 워커 스레드 수 ("{ $executor }")
