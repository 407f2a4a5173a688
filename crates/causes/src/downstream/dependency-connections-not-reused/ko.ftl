headline = 다른 서비스를 호출할 때마다 커넥션을 새로 엽니다.
expected = 다른 서비스 호출의 { $least } 이상에서 커넥션을 새로 연다
falsifier = 커넥션을 유지해도 호출 시간과 CPU 사용량이 그대로다
fix = 클라이언트 하나를 함께 쓰고, 커넥션을 유지하게 하며(keep-alive, 호스트마다 충분한 유휴 커넥션), 응답을 끝까지 읽는다
no-peer = 호출하는 다른 서비스가 없다
not-counted = 커넥션을 몇 개나 새로 여는지는 CAP_NET_ADMIN 권한이 있어야 커널에서 알 수 있다
observed = 요청 하나가 { $peer }에 커넥션을 { $opened }개 새로 열고, { $calls }번 호출한다
holds = { $observed }. 커넥션을 다시 쓰지 않으므로 호출마다 커넥션이 열리기를 기다리고, 커넥션을 여는 데 양쪽 모두 CPU를 쓴다
