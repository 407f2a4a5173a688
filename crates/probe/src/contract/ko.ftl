# 프로브가 무언가를 하지 못할 때 하는 말.

failed = { $operation } 실패: { $cause }
process = pid { $pid }
of-process = pid { $pid }: { $says }

## 무엇을 하려 했나

attach = pid { $pid }에 연결하기
start-thread = { $what ->
    [threads] 대상의 스레드를 읽는
    [host] 호스트의 수치를 읽는
    [files] 열리는 파일을 세는
    [calls] 다른 서비스 호출을 관찰하는
    [counters] JVM의 수치를 읽는
    [dumps] 가상 스레드를 덤프하는
    [sessions] DB 세션을 표본 추출하는
    [cache] 캐시 서버를 조회하는
    [pulse] 이벤트 루프의 지연을 재는
    [inspector] Node의 인스펙터가 열리고 닫히기를 기다리는
   *[gauges] 게이지를 읽는
 } 스레드 시작

## 무엇이 보였나

watched-by-another = 다른 tightspot(pid { $pid })이 이미 관찰하고 있다
no-such-process = 그런 프로세스가 없다
left-and-off = 이전 실행이 관찰 도중 강제 종료되었다 (pid { $pid }). 남아 있던 표본 추출을 껐다
left-and-ends = 이전 실행이 관찰 도중 강제 종료되었다 (pid { $pid }). 남은 표본 추출은 2분 안에 저절로 끝난다 ({ $why })

## 무엇이 도움이 되나

wait-for-that-run = 그 실행이 끝날 때까지 기다린다
see-ulimit = `ulimit -u`를 확인한다
as-root = 도구를 root로 실행한다 (sudo)
as-user-or-root = 도구를 서비스와 같은 사용자나 root로 실행한다 (sudo)
