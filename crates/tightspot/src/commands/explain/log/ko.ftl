# `tightspot explain --log`: 로그의 줄이 무엇을 증명하는지.

counts = { $lines }줄: { $messages ->
    [0] 아는 메시지가 없다
   *[other] 아는 메시지 { $messages }가지가 { $known }줄에 있다{ $belonging ->
        [0] {""}
       *[other] {" "}(그에 딸린 스택 { $belonging }줄)
     }. 모르는 줄은 { $unknown }줄이다
 }
times = { $count }번
times-at = { $count }번, { $at }
times-between = { $count }번, { $first } → { $last }
figure = { $name } { $value }
figure-between = { $name } { $least } → { $most }
layer = { $layer ->
    [pool] 서비스 안의 커넥션 풀
    [http-pool] 서비스 안에서 다른 서비스로 가는 커넥션 풀
    [driver] 서비스 안의 드라이버나 라이브러리
    [database] 데이터베이스 서버
    [cache] 서비스 안의 캐시 클라이언트
    [server] 요청을 받는 서버나 프록시
    [executor] 서비스 안의 executor (큐가 있는 스레드들)
    [runtime] 프로세스의 런타임
    [loop] 프로세스의 이벤트 루프
    [system] 운영 체제의 한도
    [container] 컨테이너나 클러스터의 한도
    [network] 연결의 양 끝 중 하나, 또는 그 사이
    [peer] 다른 서비스 호출
    [client] 서비스 자신이 호출 앞에 둔 차단 장치
   *[other] 알 수 없음
 }
label-seen = 횟수
label-line = 줄
label-figures = 수치
label-layer = 기록한 쪽
label-proves = 증명함
label-open = 증명 못 함
label-fits = 맞는 원인
label-mistaken = 흔한 오해
label-next = 다음 단계
none-known = 모르는 줄에 대해서는 아무 말도 하지 않는다. 서비스가 왜 느린지 보려면: tightspot why URL
a-page = 원인의 페이지: { $command }
several = 메시지는 나온 순서대로이다. 하나가 다른 것의 결과일 수 있고, 처음 것이 늘 원인은 아니다. 원인의 페이지: { $command }

## 읽을 수 없는 것

paste = 줄을 붙여 넣고 Enter, Ctrl-D를 누른다
give-a-file = 로그가 든 텍스트 파일이나, 붙여 넣거나 파이프로 보낸 것을 읽는 `-`를 지정한다
give-lines = 오류가 있는 줄과 그 아래 스택을 함께 넣는다
empty = { $file }: 줄이 없다
not-text = { $file }: 텍스트가 아니다
compressed = 압축되어 있다
wide = 글자 하나가 2바이트이다 (UTF-16)
zero-byte = 값이 0인 바이트가 있다 (처음에서 { $at }바이트 뒤)
too-long = { $file }: 너무 길다
has-bytes = 크기는 { $bytes }이고, { $most }까지만 읽는다
has-more-bytes = { $most }보다 크다
last-part = { $command }    마지막 부분을 읽는다
