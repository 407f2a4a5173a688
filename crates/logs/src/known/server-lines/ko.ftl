# 서버, 워커, executor의 메시지.

executor-rejected-proves = executor가 작업을 더 받지 않았다. { $active ->
    [none] 스레드가 몇 개 바빴는지는 이 줄에 없다.
   *[other] 스레드 { $pool-size }개 중 { $active }개가 바빴고, 작업 { $queued }개가 기다렸다.
 }
executor-rejected-leaves-open = 스레드가 더 필요하다는 증거는 아니다. 그 작업들이 무엇을 기다리는지가 문제이다. 종료 중인 executor도 거부하며, 그것은 줄에 쓰여 있다.

tomcat-threads-proves = 워커 스레드 { $most }개가 모두 만들어졌고, 할 일이 더 있었다.
tomcat-threads-leaves-open = 스레드를 늘리면 나아진다는 증거는 아니다. 코어가 적으면 더 나빠진다. 스레드가 무엇을 기다리는지가 문제이다.

tomcat-stuck-proves = 멈춘 스레드를 찾는 밸브가 확인했을 때 요청 하나가 { $active } 동안 실행 중이었다. 그 스택이 아래에 있다.
tomcat-stuck-leaves-open = 멈춰 있다는 증거는 아니다. 느리게 진행 중일 수 있다. 스택 하나는 한 순간일 뿐이다.

connection-reset-proves = 아직 쓰고 있는 커넥션을 다른 쪽이 닫았다. 기다리다 포기한 클라이언트, 끝났거나 유휴 한도에 닿은 서버, 또는 프록시이다.
connection-reset-leaves-open = 누가 왜 닫았는지는 알 수 없다. 클라이언트가 포기한 것은 느려진 결과이지 원인이 아니다. `keep-alive` 한도가 서로 맞지 않으면 부하가 없어도 일어난다.

connection-refused-proves = 그 순간 그 주소와 포트에서 아무도 리슨하지 않았다. 프로세스가 죽었거나, 아직 뜨지 않았거나, 다른 곳에서 리슨한다.
connection-refused-leaves-open = 상대가 과부하라는 증거는 아니다. Linux에서 가득 찬 리슨 큐는 거부하지 않고, 기다리게 하거나 타임아웃이 나게 한다.

spring-async-timeout-proves = 다른 스레드가 응답을 만드는 요청이 제때 응답받지 못했고, 서버가 503을 보냈다.
spring-async-timeout-leaves-open = 그 스레드가 무엇을 기다렸는지, 시작은 했는지는 알 수 없다.

nginx-upstream-timeout-proves = 프록시 뒤의 서비스가 프록시의 한도 안에 응답하지 않았다. `while connecting to`는 연결조차 되지 않았다는 뜻이다.
nginx-upstream-timeout-leaves-open = 서비스 안에서 시간이 어디로 갔는지는 알 수 없다.

nginx-no-upstream-proves = 프록시 뒤의 서버가 모두 실패로 계산되어(`max_fails`), 요청을 보내 보지도 않고 거절한다.
nginx-no-upstream-leaves-open = 모두 죽었다는 증거는 아니다. `fail_timeout` 안에 타임아웃이 몇 번만 나도 이렇게 되며, 프록시가 느린 서비스를 죽은 것으로 만든다.

nginx-connections-proves = 프록시의 워커 하나가 커넥션 { $most }개를 모두 썼다. 클라이언트 쪽과 서비스 쪽을 합한 수이다.
nginx-connections-leaves-open = 트래픽이 너무 많다는 증거는 아니다. 느린 서비스는 커넥션을 더 오래 열어 두고, 그것만으로도 가득 찬다.

gunicorn-timeout-proves = 워커가 `timeout` 동안 마스터에 알리지 않아 요청과 함께 종료되었다.
gunicorn-timeout-leaves-open = 무엇을 하고 있었는지는 알 수 없다. 데이터베이스를 기다리는 동기 워커와 계산하는 워커가 똑같아 보인다.

uwsgi-queue-proves = 커넥션 { $queued }개가 받아들여지기를 기다렸고, 큐의 한도는 { $most }이다. 워커가 모두 바빴다.
uwsgi-queue-leaves-open = 큐가 너무 짧다는 증거는 아니다. 길게 하면 더 오래 기다릴 뿐이다. 워커가 무엇을 기다리는지가 문제이다.

php-children-proves = 워커 { $most }개가 모두 바빴다.
php-children-leaves-open = 워커를 늘리면 나아진다는 증거는 아니다. 무엇을 기다리는지가 문제이고, 워커마다 데이터베이스 커넥션을 하나씩 갖는다.

service-overloaded-proves = 서비스가 자기 이벤트 루프나 메모리가 한도를 넘은 것을 감지해, 스스로 요청을 거절했다.
service-overloaded-leaves-open = 어느 코드가 루프를 붙잡는지는 알 수 없다.
