//! Fires when one statement reads its table from end to end; quiet on small tables, sums, indexes and without time in the database.

use super::statement::{columns_with_values, may_be_few, selects_few};
use crate::tests::built::{Group, SEEDS, count, noisy, sessions};
use crate::tests::verdict;
use diagnose::{Hypothesis, Status, VerdictStatus};
use model::event::TABLES_NOT_COUNTED;
use model::series::labels;
use model::{Component, ComponentKind, Event, Labels, Observation, Run, Series, SessionState, Wait, signal};
use testkit::{HostSpec, LevelSpec, LoopSpec, RunBuilder};

const ADDRESS: &str = "127.0.0.1:5432";
const FIND: &str = "select … from customer c where c.e_mail=?";

/// Statements of 12 ms on a database with one CPU.
fn scanning(f: f64, l: LevelSpec) -> LevelSpec {
    let slow = if f >= 1.0 { 110.0 } else { 12.0 + 4.0 * f };
    LevelSpec { database: slow, database_server: slow * 0.95, database_cpu: 11.5, pool_size: 20.0, ..l }
}

fn scans(run: &mut Run, per_request: f64, rows: f64) {
    let table = || labels([("table", "customer")]);
    count(run, signal::DATABASE_COMMITS, Labels::new(), 1.0);
    count(run, signal::TABLE_SEQUENTIAL_SCANS, table(), per_request);
    count(run, signal::TABLE_SEQUENTIAL_ROWS, table(), per_request * rows);
}

fn working(statement: &'static str) -> impl Fn(f64) -> Vec<Group> {
    move |f| {
        vec![(SessionState::Active, Wait::None, statement, if f >= 1.0 { 9 } else { 1 }), (SessionState::Idle, Wait::Client, "COMMIT", 4)]
    }
}

fn built(seed: Option<u64>, rows: f64, statement: &'static str) -> Run {
    let mut run = RunBuilder::new().usual_levels(85.0, |f, l| seed.map_or(scanning(f, l.clone()), |s| noisy(s, scanning(f, l)))).build();
    scans(&mut run, 1.0, rows);
    sessions(&mut run, working(statement));
    run
}

fn told(run: Run) -> Hypothesis {
    verdict(run).hypothesis("index-missing").unwrap().clone()
}

/// A figure of what the reason says, as a whole number; `None` where it says nothing of the kind.
fn figure(h: &Hypothesis, id: &str, name: &str) -> Option<f64> {
    h.reason.find(id)?.figure(name).map(f64::round)
}

#[test]
fn fires_when_one_statement_reads_its_table_from_end_to_end() {
    let d = verdict(built(None, 200_000.0, FIND));
    let h = d.hypothesis("index-missing").unwrap();
    assert_eq!((h.status, h.site.as_str()), (Status::Supported, FIND), "{h:?}");
    assert_eq!(d.verdict.cause, Some("index-missing"));
    assert!(h.weight > 0.9 && h.reason.is("index-missing/holds"), "{h:?}");
    assert_eq!(figure(h, "index-missing/read-whole", "rows"), Some(200_000.0), "{h:?}");
    assert_ne!(d.verdict.cause, Some("connection-pool-too-small"));
}

#[test]
fn fires_with_noise() {
    for seed in SEEDS {
        let h = told(built(Some(seed), 200_000.0, FIND));
        assert_eq!((h.status, h.weight > 0.8), (Status::Supported, true), "{seed}: {h:?}");
    }
}

#[test]
fn fires_on_a_service_with_an_event_loop() {
    let shape = |f: f64, l: LoopSpec| LoopSpec { pool: if f >= 1.0 { (80.0, 115.0, 2.5) } else { (0.2, 12.0 + 4.0 * f, 0.5) }, ..l };
    let mut run = RunBuilder::node(2).usual_loop_levels(85.0, shape).build();
    scans(&mut run, 1.0, 200_000.0);
    sessions(&mut run, working(FIND));
    let d = verdict(run);
    assert_eq!(d.verdict.cause, Some("index-missing"), "{:#?} {:#?}", d.verdict, d.hypothesis("index-missing"));
}

#[test]
fn on_cpus_that_the_database_fills_with_the_service_it_is_named_though_the_service_has_more() {
    // the service has 1.05 of two cores, and its database 0.78
    let shape = |f: f64, l: LevelSpec| LevelSpec {
        process_cpu: 3.5,
        request_cpu: Some(3.2),
        cpu_framework: 3.1,
        database: if f >= 1.0 { 30.0 } else { 4.0 },
        database_server: if f >= 1.0 { 28.0 } else { 3.5 },
        database_cpu: 2.6,
        pool_size: 40.0,
        host: HostSpec { neighbours: vec![("postgres", 0.78 * f.min(1.0))], ..HostSpec::default() },
        ..l
    };
    let mut run = RunBuilder::new().on_cpus(&[0, 1]).usual_levels(300.0, shape).build();
    scans(&mut run, 1.0, 200_000.0);
    sessions(&mut run, working(FIND));
    let d = verdict(run);
    let h = d.hypothesis("index-missing").unwrap();
    assert_eq!(h.status, Status::Supported, "{h:#?} {:#?}", d.verdict);
    // without it 1.05 of 1.83 cores are left for the same requests
    let gain = h.gain.as_ref().unwrap();
    assert!((1.4..1.9).contains(&(gain.model_per_s / gain.now_per_s)), "{gain:?}");
}

#[test]
fn a_statement_that_wants_many_of_the_rows_is_not_accused() {
    let answering = |bytes: f64| {
        let mut run = built(None, 27_000.0, FIND);
        run.environment.target.peers = vec![ADDRESS.into()];
        let database = Component { id: format!("postgres:{ADDRESS}"), kind: ComponentKind::Database, limit: None, detail: String::new() };
        run.apply(Observation::Component(database));
        count(&mut run, signal::PEER_BYTES_RECEIVED, labels([("peer", ADDRESS)]), bytes);
        told(run)
    };
    assert_eq!(answering(1_500.0).status, Status::Supported);
    // a tenth of the table
    let h = answering(87_000.0);
    assert!(h.status == Status::Untested && h.weight == 0.0 && h.reason.is("index-missing/wants-many"), "{h:?}");
}

#[test]
fn stays_quiet_where_a_scan_is_right() {
    let h = told(built(None, 40.0, FIND));
    assert_eq!(figure(&h, "index-missing/small-tables", "rows"), Some(40.0), "{h:?}");
    let h = told(built(None, 200_000.0, "select count(*) from customer c where c.city=?"));
    assert_eq!(h.status, Status::Untested, "{h:?}");
    let h = told(built(None, 200_000.0, "select … from invoice i where i.id=?"));
    assert_eq!(h.status, Status::Untested, "another program reads it: {h:?}");
}

#[test]
fn stays_quiet_on_a_saturated_database_that_uses_its_indexes() {
    let mut run = RunBuilder::new().usual_levels(85.0, scanning).build();
    count(&mut run, signal::DATABASE_COMMITS, Labels::new(), 1.0);
    count(&mut run, signal::TABLE_INDEX_SCANS, labels([("table", "customer")]), 40.0);
    sessions(&mut run, working(FIND));
    let d = verdict(run);
    assert_eq!(d.hypothesis("index-missing").unwrap().status, Status::Rejected);
    assert_eq!(d.hypothesis("database-cpu-saturated").unwrap().status, Status::Secondary);
}

/// The same statements by an index that hands over `rows` for each request, and answers of `bytes`.
fn by_index(statement: &'static str, rows: f64, bytes: Option<f64>) -> diagnose::Diagnosis {
    let mut run = RunBuilder::new().usual_levels(85.0, scanning).build();
    count(&mut run, signal::DATABASE_COMMITS, Labels::new(), 1.0);
    count(&mut run, signal::TABLE_INDEX_SCANS, labels([("table", "customer")]), 1.0);
    count(&mut run, signal::TABLE_INDEX_ROWS, labels([("table", "customer")]), rows);
    sessions(&mut run, working(statement));
    run.apply(Observation::Component(Component {
        id: format!("postgres:{ADDRESS}"),
        kind: ComponentKind::Database,
        limit: None,
        detail: String::new(),
    }));
    if let Some(bytes) = bytes {
        count(&mut run, signal::PEER_BYTES_RECEIVED, labels([("peer", ADDRESS)]), bytes);
    }
    verdict(run)
}

#[test]
fn fires_where_an_index_hands_over_thousands_of_rows_for_a_few() {
    let d = by_index(FIND, 40_000.0, Some(9_000.0));
    let h = d.hypothesis("index-missing").unwrap();
    assert_eq!((d.verdict.cause, h.site.as_str()), (Some("index-missing"), FIND), "{h:?}");
    let said = (figure(h, "index-missing/read-by-index", "rows"), figure(h, "index-missing/read-for-few", "fit"));
    assert_eq!(said, (Some(40_000.0), Some(1286.0)), "{h:?}");
}

#[test]
fn rows_that_are_sent_are_wanted() {
    let d = by_index(FIND, 40_000.0, Some(900_000.0));
    assert_eq!(d.hypothesis("index-missing").unwrap().status, Status::Rejected);
    assert_eq!(by_index(FIND, 40.0, Some(900.0)).hypothesis("index-missing").unwrap().status, Status::Rejected);
    let page_of_a_list = by_index(FIND, 1_020.0, Some(7.0 * 629.0));
    assert_eq!(page_of_a_list.hypothesis("index-missing").unwrap().status, Status::Rejected, "most of the rows may be sent");
}

/// Where service and database share their cores, requests wait for the service as well: the time in the database is less than half of
/// what grows.
#[test]
fn a_database_at_its_limit_by_one_statement_is_named_whatever_else_grows() {
    let waits = |f: f64, l: LevelSpec| LevelSpec { worker_queue: if f >= 1.0 { 150.0 } else { 0.2 }, ..scanning(f, l) };
    let mut run = RunBuilder::new().usual_levels(85.0, waits).build();
    scans(&mut run, 1.0, 200_000.0);
    sessions(&mut run, working(FIND));
    let h = told(run);
    assert!(h.status == Status::Supported && h.weight > 0.9, "{h:?}");
    assert!(h.gain.is_some_and(|g| g.model_per_s > 1.5 * g.now_per_s));
}

#[test]
fn a_full_event_loop_speaks_against_it_however_many_cores_there_are() {
    let shape = |f: f64, l: LoopSpec| LoopSpec {
        framework: 11.0,
        pool: if f >= 1.0 { (80.0, 115.0, 2.5) } else { (0.2, 12.0 + 4.0 * f, 0.5) },
        ..l
    };
    let mut run = RunBuilder::node(2).on_cpus(&[0, 1]).usual_loop_levels(85.0, shape).build();
    scans(&mut run, 1.0, 200_000.0);
    sessions(&mut run, working(FIND));
    let h = told(run);
    assert!(h.status == Status::Secondary && h.weight >= 0.6, "{h:?}");
}

#[test]
fn rows_of_an_index_that_may_be_wanted_get_no_name_and_no_clean_bill() {
    for (statement, bytes) in [(FIND, None), ("select distinct c.city from customer c where c.country=?", Some(9_000.0))] {
        let d = by_index(statement, 40_000.0, bytes);
        let h = d.hypothesis("index-missing").unwrap();
        assert_eq!((h.status, d.verdict.cause), (Status::Untested, None), "{h:?}");
        assert_eq!(d.verdict.status, diagnose::VerdictStatus::Inconclusive, "{:?}", d.verdict);
    }
}

#[test]
fn stays_quiet_when_the_database_is_a_small_part() {
    let mut run = RunBuilder::new().usual_levels(190.0, |f, l| LevelSpec { remote: if f >= 1.0 { 300.0 } else { 50.0 }, ..l }).build();
    scans(&mut run, 1.0, 5_000.0);
    sessions(&mut run, working(FIND));
    let h = told(run);
    assert_eq!(h.status, Status::Rejected, "{h:?}");
    assert_eq!(figure(&h, "index-missing/small", "database"), Some(2.0), "{h:?}");
}

#[test]
fn cannot_be_judged_without_sessions_or_counters() {
    let without = RunBuilder::new().without("sessions").usual_levels(85.0, scanning).build();
    assert_eq!(told(without).status, Status::NotObservable);
    assert_eq!(told(RunBuilder::new().usual_levels(85.0, scanning).build()).status, Status::NotObservable);
}

#[test]
fn a_server_that_does_not_count_its_tables_is_neither_acquitted_nor_called_healthy() {
    let full = RunBuilder::new().usual_levels(85.0, scanning).build();
    let with = |uncounted: bool| {
        let mut run = full.clone();
        count(&mut run, signal::DATABASE_COMMITS, Labels::new(), 1.0);
        sessions(&mut run, working(FIND));
        if uncounted {
            run.apply(Observation::Event(Event::now(TABLES_NOT_COUNTED, "")));
        }
        verdict(run)
    };
    let counted = with(false);
    assert_eq!((counted.verdict.status, counted.hypothesis("index-missing").unwrap().status), (VerdictStatus::None, Status::Rejected));
    let d = with(true);
    assert_eq!((d.verdict.status, d.hypothesis("index-missing").unwrap().status), (VerdictStatus::Inconclusive, Status::NotObservable));
    assert_eq!(d.verdict.rules.last().map(|r| r.rule), Some("full-database-tables-uncounted"));
}

#[test]
fn sums_are_told_from_searches() {
    for (statement, few) in [
        (FIND, true),
        ("update customer set grade=? where e_mail=?", true),
        ("select * from customer", false),
        ("select city, count(*) from customer where x=? group by city", false),
        ("select sum(points) from customer where x=?", false),
    ] {
        assert_eq!(selects_few(statement), few, "{statement}");
    }
}

#[test]
fn rows_of_a_given_value_may_be_few_whatever_is_made_of_them() {
    for (statement, may) in [
        ("select loan_id, count(*), max(renewed_on) from renewal where loan_id = any(?) group by loan_id", true),
        ("select sum(total) from invoice where customer_id=?", true),
        ("select day, sum(total) from sale where shop IN (?, ?) group by day", true),
        ("select count(*) from customer c where c.city like ?", true),
        ("select day, sum(total) from sale where day >= ? group by day", false),
        ("select max(total) from invoice where state <> ?", false),
        ("select state, count(*) from invoice group by state", false),
    ] {
        assert_eq!(may_be_few(statement), may, "{statement}");
    }
}

#[test]
fn a_column_with_a_given_value_is_known_by_its_table() {
    let asks = |statement, column| columns_with_values(statement).iter().any(|named| named.is("Renewal", column, statement));
    for statement in [
        "select max(x) from renewal where loan_id = any(?) group by loan_id",
        "select max(r.x) from renewal r join shop s on s.id=r.shop where s.kind=? and r.\"loan_id\"=?",
        "select sum(x) from public.renewal as n where n.loan_id in (?)",
        "select sum(x) from renewal where renewal.loan_id = any(array[?]::int[]) and lower(d) = ?",
    ] {
        assert!(asks(statement, "Loan_Id"), "{statement}");
    }
    for statement in [
        "select max(r.x) from renewal r join loan l on l.loan_id=r.loan_id where l.loan_id=?",
        "select sum(x) from renewal where lower(loan_id) = ? and loan_id <> ?",
        "select sum(x) from renewal where ? = loan_id and loan_id = other",
        "select sum(loan_id) from renewal",
    ] {
        assert!(!asks(statement, "loan_id"), "{statement}");
    }
}

/// Sums over the rows of a given `id`, of which the server says that there are so many.
fn sums(values: Option<f64>) -> diagnose::Diagnosis {
    told_of("select c.id, max(c.at) from customer c where c.id = any(?) group by c.id", values, "none")
}

/// The server says of `id` how many values it has, and whether an `index` begins with it.
fn told_of(statement: &'static str, values: Option<f64>, index: &str) -> diagnose::Diagnosis {
    let mut run = built(None, 200_000.0, statement);
    if let Some(values) = values {
        let mut s = Series::new(signal::TABLE_COLUMN_VALUES, labels([("table", "customer"), ("column", "id"), ("index", index)]));
        s.push(run.phases[0].start, values);
        run.series.insert((s.signal.clone(), s.labels.clone()), s);
    }
    verdict(run)
}

#[test]
fn sums_over_the_rows_of_a_given_value_are_named_where_the_column_has_many_values() {
    let d = sums(Some(40_000.0));
    let h = d.hypothesis("index-missing").unwrap();
    assert_eq!(d.verdict.cause, Some("index-missing"), "{h:#?}");
    assert_eq!(figure(h, "index-missing/of-a-value", "values"), Some(40_000.0), "{h:#?}");
    assert!(h.claims.iter().any(|c| c.metric == "column_values" && c.value == 40_000.0), "{h:#?}");
    // of five, a fifth of the table is asked for
    let few = sums(Some(5.0));
    assert_eq!((few.verdict.status, few.hypothesis("index-missing").unwrap().status), (VerdictStatus::None, Status::Untested));
    assert_eq!(sums(None).verdict.status, VerdictStatus::Inconclusive);
    // the values of one column say nothing of rows that another condition lets in
    let either = told_of("select sum(c.at) from customer c where c.id = ? or c.at > ?", Some(40_000.0), "none");
    assert_eq!((either.verdict.status, either.verdict.cause), (VerdictStatus::Inconclusive, None));
}

#[test]
fn an_index_that_is_there_and_not_used_is_told_as_such() {
    let of = |index| told_of("select name from customer where id = ?", Some(40_000.0), index);
    let fix = |index| of(index).hypothesis("index-missing").unwrap().fix.clone();
    assert!(fix("first").is("index-missing/fix-unused"), "{}", fix("first"));
    assert!(fix("none").is("index-missing/fix"), "{}", fix("none"));
}

#[test]
fn a_database_that_is_full_of_sums_over_given_values_gets_no_clean_bill() {
    let d = |statement| verdict(built(None, 200_000.0, statement));
    let few = d("select c.id, max(c.at) from customer c where c.id = any(?) group by c.id");
    assert_eq!((few.verdict.status, few.verdict.cause), (VerdictStatus::Inconclusive, None), "{:#?}", few.verdict);
    let all = d("select c.city, count(*) from customer c where c.at > ? group by c.city");
    assert_eq!((all.verdict.status, all.verdict.cause), (VerdictStatus::None, None), "{:#?}", all.verdict);
}
