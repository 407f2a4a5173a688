//! A run with one observation of every kind, by hand.

use crate::common::{at, mark};
use model::series::labels;
use model::{
    AnswerSample, Arrival, Attempt, Attempts, Component, ComponentKind, Environment, Frame, FrameKind, Generator, Host, LoadSecond,
    Observation, Outcome, Packed, Phase, PhaseKind, RepeatedField, RunStatus, Runtime, SampledAnswer, Sensor, Series, SessionGroup,
    SessionSample, SessionState, Surplus, Target, ThreadSnapshot, ThreadStat, Wait, WallProfile, WallSample, message,
};

/// Every kind of observation, in a plausible order.
pub(crate) fn rich() -> Vec<Observation> {
    let mut requests = Attempts::new("open-0.6", at(1000));
    for (n, outcome) in (0..7).filter_map(|n| Some((n, Outcome::from_u8(n)?))) {
        let planned = at(1000 + i64::from(n) * 10);
        requests.push(&Attempt { planned, sent: planned, first_byte: planned.plus_ns(900_000), done: planned.plus_ns(1_000_000), outcome });
    }
    let mut used = Series::new(model::signal::POOL_USED, labels([("pool", "HikariPool-1")]));
    for (ms, v) in [(1000, 3.0), (1050, -0.0), (1100, f64::INFINITY), (1150, 1e-300)] {
        used.push(at(ms), v);
    }
    let frame = |class: &str, method: &str, kind| Frame { class: class.into(), method: method.into(), line: 41, kind };
    vec![
        Observation::Environment(environment()),
        Observation::Component(Component {
            id: "hikari:HikariPool-1".into(),
            kind: ComponentKind::ConnectionPool,
            limit: Some(10),
            detail: "6.3".into(),
        }),
        Observation::PhaseStarted(Phase {
            id: "open-0.6".into(),
            kind: PhaseKind::Level,
            arrival: Arrival::Open { rate_per_s: 114.5, poisson: true, max_connections: 512 },
            fraction: Some(0.6),
            start: at(1000),
            end: None,
        }),
        Observation::LoadSecond(LoadSecond {
            phase: "open-0.6".into(),
            start: at(1000),
            end: at(2000),
            planned: 7,
            errors: [("timeout".to_owned(), 1)].into(),
            response_hdr: (0..=255).collect(),
            error_sample: Some("HTTP/1.1 503".into()),
            ..LoadSecond::default()
        }),
        Observation::Attempts(requests),
        Observation::Series(used),
        Observation::Threads(ThreadSnapshot {
            t: at(1500),
            threads: vec![ThreadStat { tid: 7, cpu_ns: u64::MAX, run_queue_ns: 1 }],
            new_names: vec![(7, "http-nio-8080-e".into())],
            process: 0,
        }),
        Observation::Sessions(vec![SessionSample {
            t: at(1500),
            store: String::new(),
            groups: vec![SessionGroup {
                state: SessionState::IdleInTransaction,
                wait: Wait::Client,
                wait_detail: "ClientRead".into(),
                statement: "select * from member where id = $1 -- 회원".into(),
                count: 9,
            }],
            process: 0,
        }]),
        Observation::Stacks {
            frames: vec![
                frame("com.carshare.member.MemberService", "find", FrameKind::Compiled),
                frame("", "__poll", FrameKind::Native),
                frame("", "do_sys_poll", FrameKind::Kernel),
            ],
            stacks: vec![vec![0, 1, 2], vec![]],
        },
        Observation::Wall(WallProfile {
            phase: "open-0.6".into(),
            sampler: "async-profiler 4.6".into(),
            start: at(1000),
            end: at(2000),
            nominal_interval_ns: 10_000_000,
            sampler_moved: true,
            samples: vec![WallSample { t: at(1500), tid: 7, weight: 3, stack: 0 }],
            thread_names: vec![(7, "http-nio-8080-exec-1".into())],
            ..WallProfile::default()
        }),
        mark(3),
        Observation::Sensor(Sensor::lost("sessions", "the server closed the connection")),
        Observation::warning("short-run", "the last level is shorter than 10 s"),
        Observation::PhaseEnded { id: "open-0.6".into(), end: at(2000) },
    ]
}

fn environment() -> Environment {
    Environment {
        load_varies: false,
        host: Host { name: "laptop".into(), kernel: "6.8.0".into(), cpus: 8, memory_bytes: 16 << 30 },
        target: Target {
            pid: 4127,
            start_ticks: 99,
            runtime: Runtime::named("jvm"),
            cpus: vec![0, 1],
            cpu_quota: Some(1.5),
            peers: vec!["127.0.0.1:5432".into()],
            ..Target::default()
        },
        replicas: Vec::new(),
        proxy: None,
        components: vec![],
        generator: Generator { cpus: vec![2], shares_cpus: false, real_time: true, ..model::Generator::default() },
    }
}

/// What files of schema 2 have besides: a trial, sessions in other states, and who holds the lock that they wait for.
pub(crate) fn since_2() -> Vec<Observation> {
    let phase = |id: &str, start| Phase {
        id: id.into(),
        kind: PhaseKind::Trial,
        arrival: Arrival::Closed { connections: 8 },
        fraction: None,
        start,
        end: None,
    };
    let group = |state, wait, wait_detail: &str, count| SessionGroup {
        state,
        wait,
        wait_detail: wait_detail.into(),
        statement: "update stock set n = ? where item = ?".into(),
        count,
    };
    let groups = vec![
        group(SessionState::Active, Wait::None, "", 1),
        group(SessionState::Active, Wait::Io, "DataFileRead", 2),
        group(SessionState::Active, Wait::Latch, "WALWrite", 3),
        group(SessionState::Active, Wait::Lock, "relation", 4),
        group(SessionState::Active, Wait::RowLock, "transactionid", 5),
        group(SessionState::Active, Wait::Other, "PgSleep", 6),
        group(SessionState::Idle, Wait::Client, "ClientRead", 7),
        group(SessionState::IdleInTransaction, Wait::Client, "ClientRead", 8),
    ];
    let mut waiters =
        Series::new(model::signal::LOCK_WAITERS, labels([("state", SessionState::IdleInTransaction.name()), ("whose", "psql")]));
    waiters.push(at(3500), 5.0);
    vec![
        Observation::PhaseStarted(phase("trial-1", at(3000))),
        Observation::Sessions(vec![SessionSample { t: at(3500), store: String::new(), groups, process: 0 }]),
        Observation::Series(waiters),
        Observation::PhaseEnded { id: "trial-1".into(), end: at(4000) },
    ]
}

/// The end of a run, at a moment that does not vary.
pub(crate) fn ended() -> Observation {
    Observation::Ended { status: RunStatus::Complete, at: at(2001) }
}

/// What schema 3 has beside it: several processes behind a proxy, and messages where there once were texts alone.
pub(crate) fn since_3() -> Vec<Observation> {
    let wall = WallProfile { phase: "trial-1".into(), start: at(3000), end: at(4000), process: 4128, ..WallProfile::default() };
    vec![
        Observation::Wall(WallProfile {
            phase: "open-0.8".into(),
            start: at(2000),
            end: at(3000),
            cpu: vec![WallSample { t: at(2520), tid: 7, weight: 1, stack: 0 }],
            cpu_interval_ns: 10_000_000,
            ..WallProfile::default()
        }),
        Observation::Environment(Environment {
            replicas: vec![Target { pid: 4128, port: 8082, ..Target::default() }],
            proxy: Some(Target { pid: 4000, name: "haproxy".into(), ..Target::default() }),
            ..environment()
        }),
        Observation::Threads(ThreadSnapshot { t: at(3500), process: 4128, ..ThreadSnapshot::default() }),
        Observation::Sessions(vec![SessionSample { t: at(3500), process: 4128, ..SessionSample::default() }]),
        Observation::Wall(wall),
        Observation::Sensor(Sensor::off("wall-stacks", message!("contract/attach", pid: name("7")), message!("contract/as-root"))),
        Observation::warning("dumps-few", message!("jvm/dumps-few", dumps: Count(3.0), phase: name("open-0.6"))),
    ]
}

/// What schema 4 has beside it: how answers are packed.
pub(crate) fn since_4() -> Vec<Observation> {
    let page = SampledAnswer {
        chunks: Some(40),
        route: Some(0),
        media_type: "text/html".into(),
        encoding: "gzip".into(),
        head_bytes: 180,
        body_bytes: 4_096,
        unpacked_bytes: Some(31_007),
        level_told: Some(9),
        packed: vec![Packed { level: 1, bytes: 4_500, cpu_ns: 90_000 }, Packed { level: 9, bytes: 4_096, cpu_ns: u64::MAX }],
        surplus: None,
    };
    let most = Some(RepeatedField { name: "brand".into(), bytes: 700, times: 14 });
    let surplus = Some(Surplus { json_bytes: 1_400, repeated_bytes: 800, empty_bytes: u64::MAX, most });
    let plain = SampledAnswer { body_bytes: 7, surplus, ..SampledAnswer::default() };
    vec![Observation::Answers(AnswerSample { covers: 0.9, answers: vec![page, plain] })]
}
