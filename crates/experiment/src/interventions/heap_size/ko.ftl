# 최대 힙 크기.
subject = `{ $command }`의 최대 힙 크기
