# 실패한 요청과 그 이유.

failed = 요청 { $of }개 중 { $count }개가 { $layer ->
    [accept-queue] 리슨 큐에 자리를 얻지 못했다
    [connect] 커넥션을 얻지 못했다
    [closed] 응답을 받기 전에 커넥션이 끊겼다
    [time-limit] 부하의 제한 시간 안에 응답을 받지 못했다
    [rate-limit] 요청 속도 제한으로 거절되었다({ $status })
    [unavailable] 서비스를 쓸 수 없다는 응답을 받았다({ $status })
    [gateway] 뒤에 있는 서비스에서 제대로 된 응답을 받지 못했다({ $status })
    [pool] 커넥션 풀의 제한 시간까지 커넥션을 기다렸다({ $status })
    [service] 서비스 오류를 응답으로 받았다({ $status })
    [request] 잘못된 요청으로 거절되었다({ $status })
    [protocol] HTTP가 아닌 응답을 받았다
    [check] 시나리오의 기대와 다른 응답을 받았다
   *[unfinished] 단계가 끝날 때까지 응답을 받지 못했다
 }. 처음 발생: { $from }, { $load }
after = { $says }, 평균 { $time } 뒤
connections = 커넥션 { $connections }개에서
rate = { $rate }에서
because = { $says }. { $why }
ended = 서비스의 프로세스가 종료되었다
peer = 다른 서비스가 거절했다: { $endpoint }, 상태 { $status }
peer-silent = 다른 서비스에 보낸 호출이 응답 없이 끝났다: { $endpoint }
cause = 원인: { $cause }
limit = 그때 한계에 도달한 것: { $limit }
unexplained = 이유는 설명되지 않았다
silence = { $from }부터 { $span } 동안 응답이 없었다(평소라면 { $missed }개): { $why }
silences = { $from }에서 { $to } 사이에 { $times }번, 모두 { $span } 동안 응답이 없었다: { $why }
no-answer = { $why ->
    [ended] 서비스의 프로세스가 종료되었다
    [runtime] 런타임이 모든 스레드를 멈췄다
    [failed] 대신 요청이 실패했다
    [locked] 데이터베이스 세션이 잠금을 기다렸다
    [pool] 커넥션 풀 "{ $pool }"의 커넥션이 모두 사용 중이었고 요청이 이를 기다렸다
    [workers] 모든 워커 스레드가 사용 중이었다
    [unwatched] 한계를 찾는 동안에는 이유를 살피지 않았다
   *[unexplained] 이유는 설명되지 않았다
 }
decline = 부하가 늘어날수록 응답이 줄어든다. { $before } { $best }, { $now } { $heaviest }: { $fails ->
    [yes] 나머지는 실패한다
   *[no] 이유는 설명되지 않았다
 }
