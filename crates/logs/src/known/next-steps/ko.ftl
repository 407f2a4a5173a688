# 더 알아내는 명령이 무엇을 보여 주는지.

why-shows = 서비스에 부하를 주고 지켜보며, 시간이 어디에 쓰이는지 지목한다
why-database-shows = 데이터베이스가 보는 세션도 함께 본다(MySQL이면 mysql://...). 누가 무엇을 하느라 커넥션을 붙잡는지
why-postgres-shows = PostgreSQL이 보는 세션도 함께 본다. 누가 무엇을 하느라 커넥션을 붙잡는지
why-mysql-shows = MySQL이 보는 세션도 함께 본다. 누가 커넥션을 붙잡는지, 누가 누구의 행을 기다리는지
why-prove-shows = 그런 다음 실행 중인 서비스에서 한 가지를 바꾸어 원인을 시험하고 되돌린다
from-start-shows = 배포 직후에 나온다면: 서비스를 시작해 첫 1분을 웜업된 상태와 비교한다
cpu-shows = 그 뒤에: 요청 하나에 CPU가 무엇을 하는지 호출 트리로 보인다
doctor-shows = 이 장비에서 무엇이 리슨하고 무엇을 볼 수 있는지
postgres-sessions-shows = 누구의 세션인지, 유휴 세션이 몇 개인지
postgres-locks-shows = 지금 누가 누구를 기다리는지
mysql-sessions-shows = 누구의 세션인지, 유휴 세션이 몇 개인지
mysql-locks-shows = 마지막 데드락과, 잠금을 잡은 트랜잭션
redis-slow-shows = Redis 자체에서 오래 걸린 명령. 오가는 시간은 `redis-cli --latency`로 본다
redis-clients-shows = 클라이언트가 몇 개인지. 한도는 `redis-cli config get maxclients`로 본다
listen-queue-shows = 받아들여지기를 기다리는 연결(Recv-Q), 큐의 길이(Send-Q), 그리고 거절된 수
sockets-shows = 소켓이 몇 개이고, TIME_WAIT에 몇 개 있는지
descriptors-shows = 몇 개가 열려 있고 한도는 얼마인지. 1분 뒤에 다시 본다
threads-shows = 스레드가 몇 개이고 한도는 얼마인지
cpu-stat-shows = 할당량으로 멈춘 주기(`nr_periods` 중 `nr_throttled`). 부하 중에 두 번 본다
disk-shows = 파일 시스템이 얼마나 찼는지
