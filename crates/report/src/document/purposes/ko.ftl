# What CPU is used for, by purpose.

name = { $purpose ->
    [server] 요청을 받고 응답을 쓰는 일
    [framework] 프레임워크
    [routing] 요청을 처리기로 보내는 일
    [rendering] 페이지 렌더링
    [expressions] 템플릿 표현식
    [copying] 객체 복사 (깊은 복사, 직렬화했다가 다시 읽는 일)
    [serialising] JSON이나 XML 등을 쓰고 읽는 일
    [mapping] 행을 객체로 옮기는 일
    [transactions] 트랜잭션을 시작하고 끝내는 일
    [client] 다른 서비스 호출
    [cache] 메모리 캐시
    [runtime] 런타임 자체
    [driver] 데이터베이스 드라이버
    [connection-pool] 커넥션 풀
    [logging] 로그 쓰기
    [authentication] 인증
    [password-hash] 비밀번호 해시
    [validation] 입력 검증
    [messages] 언어별 문구(메시지 번들)
    [metrics] 메트릭과 트레이스
    [tls] TLS
    [lookup] 파일과 리소스를 찾는 일
    [class-loading] 클래스나 모듈을 찾아 로드하는 일
    [exceptions] 예외 생성
    [regex] 정규식
    [formatting] 숫자와 날짜 서식
    [hashing] 해시와 난수
    [encryption] 암호화와 서명
    [compression] 압축
    [arithmetic] 큰 수와 십진수 계산
    [files] 파일 읽고 쓰기
    [processes] 프로세스 시작
    [first-use] 처음 쓸 때 하는 일
    [collections] 메모리의 컬렉션
    [strings] 문자열
    [reflection] 리플렉션
    [network] 네트워크
    [waking] 다른 스레드 깨우기
    [yielding] 다른 스레드에 양보하기
    [locking] 잠금 획득
    [memory] 객체 생성과 복사
    [concurrency] executor, future, 타이머
    [platform] 플랫폼
    [kernel] 대기 전후의 커널 작업
    [own] 서비스 자체 코드
    [package] { $package }
    [collector] 가비지 수집
    [compilers] 런타임의 컴파일러
    [polling] 연결 폴링
    [other-threads] 다른 스레드
   *[given-away] 다른 스레드가 이벤트 루프 대신 하는 일
 }
own-by = 서비스 자체 코드({ $means })
in = { $what }({ $method })
package-by = { $package }({ $means })
beside-loop = 이벤트 루프 외의 스레드(엔진의 가비지 수집과 컴파일, 또는 워커)
