# 커널과 컨테이너의 메시지, 그리고 프로그램이 받는 오류.

descriptors-proves = 프로세스가 연 파일과 소켓이 한도에 도달했다. 그때부터는 커넥션을 받지도 열지도 못한다.
descriptors-leaves-open = 한도가 너무 낮다는 증거는 아니다. 닫지 않은 커넥션과 쌓이는 요청은 한도를 아무리 높여도 닿는다. 수가 어떻게 느는지로 구별한다.

ports-used-up-proves = 그 주소로 커넥션을 하나 더 열 로컬 포트가 없었다. 수만 개가 쓰이거나 TIME_WAIT에 있다. 또는 장비에 없는 주소를 쓰도록 설정되었다.
ports-used-up-leaves-open = 상대가 가득 찼다는 증거는 아니다. 호출마다 커넥션을 새로 열고 유지하지 않는 것이 흔한 이유이다.

port-taken-proves = 다른 프로세스가 그 포트에서 리슨하고 있어 시작하지 못했다.
port-taken-leaves-open = 부하에 대해서는 아무것도 증명하지 않는다. 아직 아무것도 처리하지 않았다.

cpu-quota-proves = (보통) 100 ms 주기의 CPU 할당량을 다 써서 커널이 컨테이너를 멈췄다.
cpu-quota-leaves-open = 이것 때문에 요청이 느리다는 증거는 아니다. 부하 중에 그런 주기의 비율과, 느린 요청에 미치는 영향을 재야 한다. 컴파일러가 바쁜 시작 직후에만 그렇고 그 뒤에는 없을 수도 있다.

killed-for-memory-proves = 컨테이너나 장비에 메모리가 없어 커널이 프로세스를 끝냈다. 프로세스 자신은 한마디도 남기지 못했다.
killed-for-memory-leaves-open = 무엇이 메모리를 썼는지는 알 수 없다. 힙, 스레드, 버퍼, 페이지 캐시가 모두 포함된다.

conntrack-full-proves = 방화벽의 연결 테이블이 가득 차 새 연결의 패킷을 버렸다. 패킷은 1, 3, 7초 뒤에 다시 전송된다.
conntrack-full-leaves-open = 네트워크가 나쁘다는 증거는 아니다.

syn-flooding-proves = 포트에서 받아들여지기를 기다리는 연결의 큐가 가득 찼다. 대개는 공격이 아니라, 프로세스가 제때 받아들이지 못한 것이다.
syn-flooding-leaves-open = 큐를 늘리면 해결된다는 증거는 아니다. 누가 왜 받아들이지 못하는지가 문제이다.

disk-full-proves = 파일 시스템이 가득 찼거나 빈 `inode`가 없다. 파일을 감시하는 프로그램이라면 `max_user_watches` 한도이다.
disk-full-leaves-open = 부하에 대해서는 아무것도 증명하지 않는다.

name-not-found-proves = 이름을 찾지 못했다. 그런 이름이 없거나, 네임 서버가 제때 대답하지 않았다(EAI_AGAIN, `Temporary failure`).
name-not-found-leaves-open = 그 이름의 서비스가 죽었다는 증거는 아니다. 커넥션을 유지하지 않아 호출마다 찾으면 네임 서버가 과부하가 된다.

probe-failed-proves = 클러스터가 확인하는 엔드포인트가 제때 응답하지 않았거나 2xx가 아니었다. `liveness` 프로브가 실패하면 컨테이너가 다시 시작되고, 웜업되지 않은 상태로 같은 트래픽을 받는다.
probe-failed-leaves-open = 프로세스가 고장 났다는 증거는 아니다. 워커가 바쁘거나, 검사가 데이터베이스를 조회하는 경우에도 실패한다.

task-hung-proves = 스레드 하나가 커널 안에서 { $blocked } 넘게 기다렸다. 대개 디스크나 네트워크 파일 시스템이다.
task-hung-leaves-open = 어느 요청을 처리하던 중이었는지는 알 수 없다.
