//! The same four kinds of answer in Korean.

use super::{opts, summary};
use crate::TextOptions;
use crate::fixture::{self, Case};
use insta::assert_snapshot;
use words::Lang;

fn korean(c: &Case) -> String {
    summary(c, &TextOptions { lang: Lang::Ko, ..opts(100) })
}

#[test]
fn a_named_cause_comes_with_site_limit_evidence_and_what_it_is_not() {
    assert_snapshot!(korean(&fixture::found()), @r#"
    ✖ 다른 서비스를 호출하는 동안 데이터베이스 커넥션을 점유합니다.  connection-held-across-remote-call
      커넥션 풀 "HikariPool-1"(크기 10): 커넥션 점유 시간은 51.4 ms이다; 그중 49 ms는 트랜잭션 안에서
        다른 서비스(auth:9000)를 호출하는 시간이다 · 위치: MemberService.find:41
      서비스의 한계: 190/s. 고치면 많아야 2,100/s (다음 한계: 서비스의 CPU. 그것만 아니면 2,910/s)
      근거        E2 설명됨: 커넥션 10개 / 51.4 ms = 195/s, 실제 처리량은 190/s이다. 커넥션 대기가 응답
                  시간 증가분의 93 %이다. 개방 부하 단계 3개 중 3개에서 시간이 맞는다
      아닌 것     connection-pool-too-small: the database works 1.8 ms of 51.4 ms held. pool 30: 많아야
                  570/s
                  cpu-saturated: 22 % of 1 core
                  gc-pressure: 0.4 % of the time stopped
                  slow-query: a statement takes 1.8 ms at any load
      그 밖에     allocation-heavy (Convert.toDto): the collector takes 4 % of the time at 190/s
      못 본 것    locks (not asked for; start with --profile lock). 판단하지 못한 원인: lock-contention
      시간이 쓰인 곳, 150/s  평균 응답 112 ms 중
                   53 %  59.4 ms  DB 커넥션 대기
                   44 %  48.8 ms  DB 커넥션 점유 중 › 원격 호출
                  1.2 %  1.31 ms  DB 커넥션 점유 중 › 데이터베이스
                  0.6 %  0.68 ms  더 작은 부분
                  1.3 %  1.46 ms  설명되지 않음 (± 0.7 ms)
                  코어 대기: 많아야 0.052 ms, 위의 대기와 겹친다
      고칠 것     원격 호출을 트랜잭션보다 앞(또는 뒤)에서 한다. 트랜잭션은 리포지토리에 둔다 (예:
                  tightspot explain connection-held-across-remote-call --fix)
      측정 품질   좋음 · 부하 생성기: 자기 코어의 18 %, 전송 지연 p99 0.104 ms · 관찰 비용: 코어의 0.6 %
                  이런 판정은 우리 서비스를 측정한 300번 중 291번 옳았다 (94 % ~ 98 %)
      실행        7f3a · 모든 단계: tightspot report 7f3a --ledger
    "#);
}

#[test]
fn a_healthy_service_is_said_to_be_one_with_what_saturates_first() {
    assert_snapshot!(korean(&fixture::none()), @r"
    ✔ 600/s까지 느려지지 않았습니다.
      먼저 포화될 것: 서비스의 CPU, 약 3,120/s (외삽한 값)
      아닌 것     cpu-saturated: 22 % of 1 core
                  gc-pressure: 0.4 % of the time stopped
                  slow-query: a statement takes 1.8 ms at any load
                  worker-threads-exhausted: 45 of 200 busy
      시간이 쓰인 곳, 480/s  평균 응답 0.52 ms 중
                  58 %       0.3 ms  DB 커넥션 점유 중 › 데이터베이스
                  19 %     0.098 ms  CPU 사용
                        <= 0.075 ms  디스패치 밖의 워커
                  14 %     0.072 ms  설명되지 않음 (± 0.012 ms)
                  코어 대기: 많아야 0.052 ms, 위의 대기와 겹친다
                  이렇게 짧은 요청은 시간 내역으로 증명되는 것이 적다. 판정은 용량(한계 / 점유 시간)과
                  스케줄러 수치에 근거한다
      측정 품질   좋음 · 부하 생성기: 자기 코어의 18 %, 전송 지연 p99 0.104 ms · 관찰 비용: 코어의 0.6 %
                  이런 판정은 우리 서비스를 측정한 80번 중 72번 옳았다 (81 % ~ 95 %)
      실행        7f3a · 모든 단계: tightspot report 7f3a --ledger
    ");
}

#[test]
fn what_cannot_be_told_is_said_with_what_is_missing() {
    assert_snapshot!(korean(&fixture::inconclusive()), @r"
    ? 원인이 분명하지 않습니다.
      152/s에서 22.6 ms 중 20.1 ms가 서비스 안에서 보이지 않는 곳에서 쓰였다 (단계 3개 중 0개에서 시간이
        맞는다). 클라이언트와 서비스 사이를 봐야 한다
      단서        log-appender-blocks (Ledger.append:12): logging grows with load (no more than a hint)
      못 본 것    sessions (hidden by the test). 판단하지 못한 원인: slow-query, database-lock-wait,
                  missing-index 등
      시간이 쓰인 곳, 152/s  평균 응답 22.6 ms 중
                  9.1 %  2.05 ms  DB 커넥션 점유 중 › 데이터베이스
                  2.2 %   0.5 ms  CPU 사용
                   89 %  20.1 ms  설명되지 않음 (± 0.31 ms)
                  코어 대기: 많아야 0.052 ms, 위의 대기와 겹친다
                  시간의 합이 맞지 않는다. 설명되지 않은 시간이 3.4 ms보다 길다
      측정 품질   좋음 · 부하 생성기: 자기 코어의 18 %, 전송 지연 p99 0.104 ms · 관찰 비용: 코어의 0.6 %
      실행        7f3a · 모든 단계: tightspot report 7f3a --ledger
    ");
}

#[test]
fn a_limited_generator_refuses_a_verdict_about_the_service() {
    assert_snapshot!(korean(&fixture::generator_limited()), @r"
    ! 부하 생성기가 한계에 닿아, 서비스에 대해서는 아무것도 말할 수 없습니다.
      부하 생성기가 자기 코어의 94 %를 썼다. 70 %를 넘으면 생성기가 한계다 (152/s일 때); 부하 생성기와
        서비스가 코어를 함께 쓴다. 수치는 이 기계에서만 유효하다
      해 볼 것    부하 생성기에 전용 코어나 다른 기계를 주거나, 부하를 줄인다
      시간이 쓰인 곳, 152/s  평균 응답 11.6 ms 중
                   78 %    9 ms  늦은 전송 (생성기 또는 커넥션 상한)
                  3.4 %  0.4 ms  CPU 사용
                   19 %  2.2 ms  설명되지 않음 (± 0.2 ms)
                  코어 대기: 많아야 0.052 ms, 위의 대기와 겹친다
                  시간의 합이 맞지 않는다. 설명되지 않은 시간이 1.74 ms보다 길다
      측정 품질   나쁨 · 부하 생성기: 자기 코어의 94 %, 전송 지연 p99 9.03 ms · 관찰 비용: 코어의 0.6 %
      실행        7f3a · 모든 단계: tightspot report 7f3a --ledger
    ");
}
