# 다른 서비스와 그 호출에 대한 메시지.

read-timeout-proves = 연결하고 요청을 보냈지만, 허용된 시간 안에 응답(또는 그 나머지)을 보지 못했다.
read-timeout-leaves-open = 다른 서비스가 느리다는 증거는 아니다. 이쪽이 멈췄거나, 루프가 막혔거나, 코어가 모자라도 타이머는 끝난다. 그동안 붙잡고 있던 것(데이터베이스 커넥션, 워커)이 다음으로 바닥난다.

connect-timeout-proves = 제때 연결조차 되지 않았다. 패킷에 대답이 없었거나, 상대의 리슨 큐가 가득 찼다.
connect-timeout-leaves-open = 둘 중 무엇인지는 알 수 없고, 상대의 코드가 느리다는 증거도 아니다. 상대는 아직 요청을 보지도 못했다.

go-client-timeout-proves = 다른 서비스 호출이 클라이언트가 허용한 시간보다 오래 걸렸다. 연결하는 시간과 빈 커넥션을 기다린 시간도 포함된다.
go-client-timeout-leaves-open = 다른 서비스가 느리다는 증거는 아니다. 호스트마다 유지하는 커넥션이 적으면(`MaxIdleConnsPerHost`는 2) 호출마다 연결부터 한다.

peer-refuses-rate-proves = 다른 서비스나 그 앞의 게이트웨이가 호출이 너무 많다고 거절했다.
peer-refuses-rate-leaves-open = 느리거나 죽었다는 증거는 아니다. 호출이 너무 많은 것은 우리 탓일 때가 많다. 요청마다 같은 호출, 재시도, 행마다 한 번씩 하는 호출이 그렇다.

peer-unavailable-proves = 서버나 프록시에 대답할 쪽이 없었다. 아무도 없었거나(502), 거절했거나(503), 기다렸지만 응답을 받지 못했다(504).
peer-unavailable-leaves-open = 누구의 응답인지는 알 수 없다. 프록시, 게이트웨이, 메시가 스스로 보내기도 한다. 503은 과부하인 서비스가 스스로 보내는 응답이기도 하다.

circuit-open-proves = 서비스 스스로 다른 서비스를 호출하지 않았다. 앞의 호출 중 너무 많이 실패했거나, 느렸거나, 아직 진행 중이다.
circuit-open-leaves-open = 이 순간 다른 서비스가 느리다는 증거는 아니다. 무엇을 실패나 느림으로 세는지는 서킷 브레이커의 설정에 달렸다.

grpc-deadline-proves = 호출이 기한 안에 끝나지 않았다. 기한은 호출한 쪽의 호출자가 정했을 수도 있다.
grpc-deadline-leaves-open = 시간이 어디로 갔는지는 알 수 없다. 보내기 전, 가는 길, 다른 서비스 안, 또는 같은 커넥션에 있는 100개 뒤일 수 있다.

grpc-exhausted-proves = 한도에 도달했다. 호출 수, 메모리, 또는 메시지 크기(따로 정하지 않으면 4 MB)이다.
grpc-exhausted-leaves-open = 어느 한도인지는 알 수 없다. 코드 뒤의 문구에 나온다.
