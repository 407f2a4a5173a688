headline = 오래 걸리는 명령이 캐시 서버의 하나뿐인 스레드를 차지하고, 모두의 명령이 그것을 기다립니다.
expected = 한 명령이 서버의 스레드를 수 밀리초 이상 쓰고, 아무 일도 하지 않는 명령을 포함한 다른 모든 명령이 그것을 기다린다
falsifier = 그 명령이 없어도 아무 일도 하지 않는 명령이 똑같이 오래 걸린다
fix = 남들이 기다리는 서버에 { $command } 명령을 보내지 않는다. 키는 나누어 훑고(SCAN, HSCAN, ZSCAN), 큰 값은 따로 두거나, 복제본에 묻는다
none = 서버가 실행한 명령이 없다
not-long = { $says }. 남들이 기다릴 만큼은 아니다
takes = { $command } 명령{ $sender }이 한 번에 { $each }, { $rate }: 서버 스레드의 { $share }
holds = { $says }. 아무 일도 하지 않는 명령도 { $trip } 기다리고, 요청은 { $response } 중 { $wait } 동안 캐시를 기다린다
