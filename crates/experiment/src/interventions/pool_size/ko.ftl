# 커넥션 풀 크기.
subject = pid { $pid }의 커넥션 풀 "{ $pool }" 크기
