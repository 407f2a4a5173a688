//! What holds for every store, and how those of a run are found.

use super::*;
use model::{Observation, Peer, Phase, Role, Sensor, SensorState, Target, sensor};
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

fn context(peers: &[&str], databases: &[&str], seen: &Arc<Mutex<Vec<Observation>>>) -> Context {
    let recognised = |a: &&str| Peer { name: "postgres".into(), role: Role::Database, ..Peer::from(*a) };
    Context {
        target: Target { peers: peers.iter().map(recognised).collect(), ..Target::default() },
        sink: Arc::<Mutex<Vec<Observation>>>::clone(seen),
        spare_cpus: Vec::new(),
        scratch: std::env::temp_dir(),
        databases: databases.iter().map(|d| (*d).to_owned()).collect(),
        beside: crate::Beside::default(),
    }
}

fn names(cx: &Context) -> Vec<&'static str> {
    probes(cx).iter().map(|p| p.name()).collect()
}

#[test]
fn stores_differ_in_name_programs_port_and_schemes_and_read_their_own_addresses() {
    let distinct = |all: Vec<String>| all.len() == all.iter().collect::<BTreeSet<_>>().len();
    assert!(distinct(ALL.iter().map(|s| s.name().to_owned()).collect()));
    assert!(distinct(ALL.iter().map(|s| s.usual_port().to_string()).collect()));
    assert!(distinct(ALL.iter().flat_map(|s| s.programs()).map(|p| (*p).to_owned()).collect()));
    assert!(distinct(ALL.iter().flat_map(|s| s.schemes()).map(|p| (*p).to_owned()).collect()));
    for store in ALL {
        assert!(store.programs().iter().all(|p| p.len() <= 15), "{}: the kernel keeps 15 characters", store.name());
        assert!(!store.how().is_empty() && store.page().len() > 100, "{}", store.name());
        for scheme in store.schemes() {
            let ours = format!("{scheme}://user@127.0.0.1/x");
            assert_eq!(reader_of(&ours).map(Store::name), Some(store.name()));
            assert!(check(&ours).is_ok(), "{ours}");
        }
    }
}

#[test]
fn an_address_that_no_store_reads_is_refused_with_the_schemes_known_and_not_repeated() {
    let e = check("oracle://scott:tiger@h/d").expect_err("no store");
    assert_eq!(e.name, "database-address-wrong");
    assert!(e.to_string().contains("postgres://") && e.help.says("postgres/how"), "{e} {}", e.help);
    assert!(!e.to_string().contains("tiger"), "{e}");
    assert!(check("").is_ok(), "a variable that is empty says nothing");
    for of_a_driver in ["jdbc:postgresql://h:5432/d?password=tiger", "mysql+pymysql://scott:tiger@h/d", "r2dbc:mysql://h/d"] {
        let e = check(of_a_driver).expect_err("no store");
        assert!(e.cause.says("stores/of-a-driver") && !e.to_string().contains("tiger"), "{e}");
    }
}

#[test]
fn each_server_among_the_peers_is_asked_unless_the_user_names_those_to_ask() {
    let seen = Arc::default();
    // addresses of documentation: nobody is there, and nobody is asked
    let two = ["192.0.2.1:5432", "192.0.2.2:5432"];
    assert_eq!(names(&context(&two, &[], &seen)), ["postgres", "postgres"]);
    assert_eq!(names(&context(&two, &["postgres://u@192.0.2.2/d"], &seen)), ["postgres"]);
    assert_eq!(names(&context(&[], &["postgres://u@192.0.2.1/a", "postgres://u@192.0.2.2/b"], &seen)), ["postgres", "postgres"]);
    let (found, _) = find::wanted(&context(&two, &[], &seen).target.peers, &["user=u".to_owned()]).remove(0);
    assert_eq!(found.name(), "postgres");
}

#[test]
fn an_address_without_a_host_goes_to_the_server_that_was_found() {
    let seen = Arc::default();
    let peers = context(&["192.0.2.1:5433"], &[], &seen).target.peers;
    let all = find::wanted(&peers, &["user=u".to_owned()]);
    assert_eq!(all.len(), 1);
    assert_eq!(all[0].1, Access { address: Some("user=u".to_owned()), found: Some("192.0.2.1:5433".parse().expect("address")) });
    assert_eq!(find::wanted(&peers, &["postgres://u@192.0.2.9/d".to_owned()])[0].1.found, None);
}

#[test]
fn where_no_database_is_found_it_is_said_with_what_helps() {
    let seen = Arc::default();
    let cx = context(&[], &[], &seen);
    probes(&cx)[0].attach(&cx).expect("who talks to nobody has none");
    assert!(matches!(&seen.lock().expect("not poisoned")[..], [Observation::Sensor(s)] if s.state != SensorState::On));
    seen.lock().expect("not poisoned").clear();
    let cx = Context { target: model::Target { peers: vec![model::Peer::from("192.0.2.7:4000")], ..cx.target.clone() }, ..cx };
    let e = probes(&cx)[0].attach(&cx).expect_err("nobody");
    assert_eq!(e.name, "database-not-found");
    let said = seen.lock().expect("not poisoned").clone();
    assert_eq!(said, [Observation::Sensor(Sensor::off(sensor::SESSIONS, e.said(), e.help))]);
}

/// Says its word when it is attached.
struct Says(SensorState);

impl Probe for Says {
    fn name(&self) -> &'static str {
        "says"
    }

    fn attach(&mut self, cx: &Context) -> Result<(), ProbeError> {
        let reason = if self.0 == SensorState::On { "" } else { "no password" };
        let s = Sensor { state: self.0, reason: reason.into(), ..Sensor::on(sensor::SESSIONS) };
        cx.sink.observe(Observation::Sensor(s));
        Ok(())
    }

    fn begin(&mut self, _phase: &Phase) -> Result<(), ProbeError> {
        Ok(())
    }

    fn end(&mut self, _phase: &Phase) -> Result<(), ProbeError> {
        Ok(())
    }

    fn detach(&mut self) -> Result<(), ProbeError> {
        Ok(())
    }
}

#[test]
fn sessions_are_seen_as_long_as_one_server_shows_them_and_the_others_are_told_of() {
    let last = |states: &[SensorState]| {
        let seen = Arc::default();
        let cx = context(&[], &[], &seen);
        for mut p in super::sensor::shared(states.iter().map(|s| Box::new(Says(*s)) as Box<dyn Probe>).collect()) {
            p.attach(&cx).expect("attach");
        }
        let all = seen.lock().expect("not poisoned");
        let Some(Observation::Sensor(s)) = all.last() else { panic!("said nothing") };
        (s.state, s.reason.to_string())
    };
    let (on, off) = (SensorState::On, SensorState::Off);
    assert_eq!(last(&[on, off]), (on, "no password".to_owned()));
    assert_eq!(last(&[off, on]), (on, "no password".to_owned()));
    assert_eq!(last(&[off, off]), (off, "no password".to_owned()));
    assert_eq!(last(&[on, on]), (on, String::new()));
}
