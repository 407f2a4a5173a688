# 한 경로를 지나는 호출의 지연.
subject = { $from } -> { $to } 호출의 지연
takes-none = 연결을 받지 못했다 ({ $error }). 받을 수 있을 때까지 다시 시도한다
