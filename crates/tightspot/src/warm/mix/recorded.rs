//! A mix from a kept run: its routes by their share. A run keeps no path as it was sent, only names of routes without what may be a secret: a route whose name is a
//! whole path is sent as it stands, the others cannot be.

use super::{SAFE, Source};
use crate::cli::Cli;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::kept;
use load::Mix;
use model::harmless::HIDDEN;
use model::{Run, message};
use record::Store;
use std::collections::BTreeMap;

/// What a route of a run is good for.
#[derive(Debug, PartialEq, Eq)]
enum Route<'a> {
    Path(&'a str, &'a str),
    NotSafe,
    /// A name that somebody gave, or a path of which a part was not kept.
    NoPath,
}

/// Reads the run `name` into `mix`.
pub(super) fn read(cli: &Cli, name: &str, mix: &mut Mix) -> Result<Source, Failure> {
    let (run, _) = record::read(&Store::open(cli.store.as_deref())?.resolve(name)?)?;
    take(&run, mix)
}

/// Adds what may be sent to `mix`: no more than what was answered well.
fn take(run: &Run, mix: &mut Mix) -> Result<Source, Failure> {
    let id = run.info.id.clone();
    let (mut used, mut not_safe, mut no_path, mut failed) = (0, 0, 0, 0);
    for (route, seen) in routes(run) {
        failed += seen.failed;
        match of(route) {
            Route::Path(method, path) if seen.ok > 0 => {
                mix.add(method, path, seen.ok);
                used += seen.ok;
            }
            Route::Path(..) => {}
            Route::NotSafe => not_safe += seen.ok,
            Route::NoPath => no_path += seen.ok,
        }
    }
    if used > 0 {
        let left_out = vec![("unsafe", not_safe), ("failed", failed), ("no-path", no_path)];
        return Ok(Source { name: id, requests: used + not_safe + failed + no_path, left_out, note: None });
    }
    let what = if no_path > 0 {
        message!("warm/no-paths-kept", run: name(&id))
    } else {
        let (changing, failed) = (not_safe as f64, failed as f64);
        message!("warm/nothing-to-send", file: name(&id), changing: Count(changing), failed: Count(failed), own: Count(0.0))
    };
    let failure = Failure::new(Exit::Usage, "no-paths", what);
    Err(match kept::scenario_file(&run.info) {
        Some(file) => failure.help(message!("warm/its-scenario", file: name(file))),
        None => failure.help(message!("warm/log-or-url")),
    })
}

/// Answers of a route.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Seen {
    ok: u64,
    failed: u64,
}

/// What each route was answered by its name; where the run does not say, each counts as answered once.
fn routes(run: &Run) -> BTreeMap<&str, Seen> {
    let mut all: BTreeMap<&str, Seen> = BTreeMap::new();
    for route in run.load.iter().filter_map(|s| s.traffic.as_ref()).flat_map(|t| &t.routes) {
        if let Some(name) = run.info.routes.get(usize::from(route.route)) {
            let seen = all.entry(name).or_default();
            seen.ok += route.ok;
            seen.failed += route.errors.values().sum::<u64>();
        }
    }
    if all.values().all(|seen| seen.ok + seen.failed == 0) {
        all = run.info.routes.iter().map(|name| (name.as_str(), Seen { ok: 1, failed: 0 })).collect();
    }
    all
}

fn of(name: &str) -> Route<'_> {
    match name.split_once(' ') {
        Some((method, path)) if path.starts_with('/') && !path.contains(HIDDEN) && !path.contains(['{', ' ']) => {
            if SAFE.contains(&method) {
                Route::Path(method, path)
            } else {
                Route::NotSafe
            }
        }
        _ => Route::NoPath,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::traffic::{RouteTraffic, Traffic};
    use model::{LoadSecond, RunInfo};

    #[test]
    fn a_route_can_be_sent_where_its_name_is_a_whole_path_of_a_safe_method() {
        assert_eq!(of("GET /products?page=2"), Route::Path("GET", "/products?page=2"));
        assert_eq!(of("POST /orders"), Route::NotSafe);
        for name in ["login", "GET /members/{{id}}", "GET /reset/***", "GET /x?token=***", "GET a", ""] {
            assert_eq!(of(name), Route::NoPath, "{name}");
        }
    }

    /// A run of these routes, with seconds of good and failed answers of each.
    fn run(routes: &[&str], seconds: &[&[(u64, u64)]]) -> Run {
        let route = |(i, (ok, failed)): (usize, &(u64, u64))| RouteTraffic {
            route: i as u16,
            ok: *ok,
            errors: BTreeMap::from([("server-error".to_owned(), *failed)]),
            ..RouteTraffic::default()
        };
        let second = |all: &&[(u64, u64)]| {
            let routes = all.iter().enumerate().map(route).collect();
            LoadSecond { traffic: Some(Traffic { routes, ..Traffic::default() }), ..LoadSecond::default() }
        };
        let info = RunInfo { routes: routes.iter().map(|r| format!("GET {r}")).collect(), ..RunInfo::default() };
        Run { info, load: seconds.iter().map(second).collect(), ..Run::default() }
    }

    /// The paths that are sent, each with how often of ten million times, and how many requests are left out because they failed.
    fn sent(run: &Run) -> (Vec<(String, u32)>, u64) {
        let mut mix = Mix::new(1);
        let source = take(run, &mut mix).expect("something can be sent");
        let scenario = mix.scenario("http://localhost:1/", &[], false).expect("it can be sent");
        let paths = scenario.steps().iter().map(|s| (s.path.clone(), s.weight)).collect();
        (paths, source.left_out.iter().filter(|(why, _)| *why == "failed").map(|(_, n)| n).sum())
    }

    fn path(path: &str, times: u32) -> (String, u32) {
        (path.to_owned(), times)
    }

    #[test]
    fn shares_are_those_of_the_good_answers_and_even_where_none_are_kept() {
        let routes = ["/a", "/b"];
        assert_eq!(sent(&run(&routes, &[])), (vec![path("/a", 5_000_000), path("/b", 5_000_000)], 0));
        let seen = run(&routes, &[&[(3, 0), (2, 0)], &[(5, 2), (0, 0)]]);
        assert_eq!(sent(&seen), (vec![path("/a", 8_000_000), path("/b", 2_000_000)], 2));
    }

    #[test]
    fn a_route_that_was_never_answered_well_is_not_sent() {
        let routes = ["/a", "/fails", "/rare"];
        let seen = run(&routes, &[&[(900, 0), (0, 7), (10, 0)], &[(90, 1), (0, 9), (0, 0)]]);
        assert_eq!(sent(&seen), (vec![path("/a", 9_900_000), path("/rare", 500_000)], 17));
        let refused = take(&run(&routes, &[&[(0, 3), (0, 7)]]), &mut Mix::new(1)).err().expect("nothing can be sent");
        assert!(refused.what.is("warm/nothing-to-send"), "{refused}");
    }
}
