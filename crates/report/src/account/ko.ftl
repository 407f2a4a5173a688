# 시간 내역의 줄: 응답 시간이 어디에 쓰였는가.
holding = DB 커넥션 점유 중
on-the-loop = 이벤트 루프에서
libuv-pool = libuv 스레드 풀
late-send = 전송 지연 (부하 생성기 또는 커넥션 상한)
turned-away = 전송 지연 (커넥션이 거절됨)
poller = 폴러와 억셉터
unread = 소켓에서 아직 읽지 않음
worker-queue = 워커 스레드 대기
outside-dispatch = 요청 처리 밖의 워커 스레드
stopped = 정지 (컬렉터, 세이프포인트)
pool-wait = DB 커넥션 대기
remote = 원격 호출
cache = 캐시(Redis) 대기
database = 데이터베이스
network = 데이터베이스까지의 네트워크와 드라이버
run-queue = 실행 큐
cpu = CPU 사용
lock = 잠금 대기
logging = 로그 기록
disk = 디스크 대기
call-turn = 다른 서비스를 호출할 차례 대기 (나머지 시간)
memory = 컬렉터가 아직 회수하지 못한 메모리 대기
answer-wait = 소켓이 나머지 응답을 받을 때까지 대기
client-pool-wait = HTTP 클라이언트 커넥션 대기
other-wait = 그 밖의 대기
request-io = 요청 읽기와 응답 쓰기
loop-wait = 이벤트 루프 대기
collecting = 가비지 수집
blocked = 동기 호출에 막힘
thread-wait = 스레드 대기
parallel = 병렬로 기다려 위에서 중복 집계된 시간
worker-taken = 요청이 워커를 쓰는 시간
in-server = HTTP 서버 안의 시간

## 줄 주변

where = 시간이 쓰인 곳, { $rate }
of-response = 평균 응답 { $response } 중
smaller = 더 작은 부분
unexplained-with-error = 설명되지 않음 (± { $error })
core-wait = 코어 대기: 최대 { $most }, 위의 대기와 겹친다
no-stacks = 스택이 없어 서비스 안에서 일어난 일은 내역에 없다
closed-load = 클로즈드 루프 부하였다. 이때는 시간의 합이 언제나 맞게 되어 있으므로 아무것도 증명하지 못한다
not-closing = 시간의 합이 맞지 않는다. 설명되지 않은 시간이 { $tolerance }보다 길다
proves-little = 요청이 이렇게 짧으면 시간 내역으로 증명할 수 있는 것이 적다
proves-little-found = 요청이 이렇게 짧으면 시간 내역으로 증명할 수 있는 것이 적다. 판정({ $evidence ->
    [hint] 단서
    [coincides] 함께 커짐
    [explains] 설명됨
    [proven] 증명됨
   *[fixed] 고쳐짐
 })은 용량(한계 / 점유 시간)과 스케줄러 수치에 근거한다
proves-little-none = 요청이 이렇게 짧으면 시간 내역으로 증명할 수 있는 것이 적다. 판정은 용량(한계 / 점유 시간)과 스케줄러 수치에 근거한다

## 모든 단계의 표

nothing-measured = 끝까지 측정한 부하 단계가 없다
answers = 응답
response-ms = 응답 시간, ms
unexplained = 설명되지 않음
account = 시간의 합
core-wait-within = 위의 시간에 포함된 코어 대기
cpu-by-account = 시간 내역 기준 CPU
cpu-by-scheduler = 스케줄러 기준 CPU
check = 대조: { $of }
by-gauge = 게이지 기준
by-stacks = 스택 기준
agree = 일치
yes = 예
no = 아니요
row-no-stacks = 스택 없음
row-closed-load = 클로즈드 루프 부하
row-closes = 맞음
row-does-not-close = 맞지 않음
