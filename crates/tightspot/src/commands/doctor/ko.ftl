# 여기서 무엇을 볼 수 있는지.

host = 호스트   CPU { $cpus }개, { $gib } GiB, Linux { $kernel }
target = 대상     { $what }
no-target = 대상     지정하지 않음: `tightspot doctor URL`은 그 서비스에서 무엇을 볼 수 있는지 알려 준다
shared-cores = 코어     부하 생성기가 서비스의 코어를 함께 쓴다. 다른 곳에서도 통하는 수치를 얻으려면 서비스를 코어에 고정한다 ({ $command })
free-cores = 코어     서비스가 쓰지 않는 코어 { $cores }개를 부하 생성기와 표본 추출에 쓴다
goes-first = 보내기   다른 모든 프로그램보다 먼저 실행되므로, 바쁜 코어에서도 요청이 제때 나간다
waits-its-turn = 보내기   다른 프로그램과 차례를 나누므로, 바쁜 코어에서는 요청이 늦게 나간다. root로 실행하거나 허용한다: { $command }
ok = 정상
sensor = { $mark } { $sensor } { $state }
needed-by = { $sensor }  필요로 하는 원인: { $causes }
unlock = {"    "}보려면: { $how }
problem = ! { $says }
help = {"    "}도움: { $help }
nothing-listens = 리슨    이 도구에서 보이는 것이 없다
services = 여기서 리슨하는 서비스와 진단 명령 (/보다는 실제로 일을 하는 경로가 낫다):
others = 그 밖에 리슨하는 것: { $others }
unseen-process = (누구의 프로세스인지 여기서는 볼 수 없다)
