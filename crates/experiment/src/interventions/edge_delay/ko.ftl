# 한 경로를 지나는 호출의 지연.
subject = { $from } -> { $to } 호출의 지연
