# CPU가 하는 일을 트리로.

share = { $of ->
    [wall] 시간
   *[cpu] CPU
}
ms = ms
before = 이전
after = 이후
change = 변화

phase = { $phases }
window = { $phases } ({ $from } ~ { $to })
of-run = { $what } (실행 { $run })

heading = { $what }, { $view ->
    [wall] 시간
   *[cpu] CPU
}: 요청당 { $ms }, { $rate } (요청 { $requests }건, 표본 { $samples }개)
heading-without-requests = { $what }, { $view ->
    [wall] 시간
   *[cpu] CPU
}: 모두 { $ms } (표본 { $samples }개, 응답된 요청 없음)
difference = 요청당 { $view ->
    [wall] 시간
   *[cpu] CPU
}: { $before } 대비 { $after }

process = 프로세스 { $pid }
threads = { $threads ->
    [requests] 요청을 처리하는 스레드
    [thread-pool] 이벤트 루프가 넘긴 일을 하는 스레드
    [poller] 연결을 받고 폴링하는 스레드
    [compilers] 런타임의 컴파일러
    [collector] 가비지 수집
    [watching] 이 도구가 프로세스 안에 둔 것
    [short-lived-threads] 너무 짧게 살아서 보이지 않은 스레드
   *[other-threads] 그 밖의 스레드
}{ $seen ->
    [no] {" "}(스택 없음)
   *[yes] {""}
}
itself = (자체)
unseen = (표본에 없음: 대기에 드는 커널의 몫, 조금씩만 쓰는 스레드)
rest = (그 밖 { $number }개)

error = 표본이 { $samples }개이므로, { $share }인 행에는 { $error }퍼센트포인트까지 오차가 있을 수 있습니다.
no-scheduler = 스케줄러를 보지 못했습니다. 표본 하나를 다음 표본까지의 시간으로 셉니다. 스레드가 코어를 기다리는 시간도 들어갑니다.
requests-of-all = 이 프로세스가 처리한 요청을 세지 못했습니다. 수치는 모든 프로세스의 요청 기준입니다.
more = { $share } 미만인 행은 합치거나 생략했습니다{ $cut ->
    [yes] . { $depth }단계보다 깊은 행도 생략했습니다. --min-share와 --depth로 더 볼 수 있습니다.
   *[no] . --min-share로 더 볼 수 있습니다.
}
