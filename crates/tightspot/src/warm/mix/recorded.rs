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
    let id = run.info.id.clone();
    let mut counts = [0; 3];
    for (route, requests) in routes(&run) {
        let which = match of(route) {
            Route::Path(method, path) => {
                mix.add(method, path, requests);
                0
            }
            Route::NotSafe => 1,
            Route::NoPath => 2,
        };
        counts[which] += requests;
    }
    let [used, not_safe, no_path] = counts;
    if used > 0 {
        return Ok(Source {
            name: id,
            requests: counts.iter().sum(),
            left_out: vec![("unsafe", not_safe), ("no-path", no_path)],
            note: None,
        });
    }
    let failure = Failure::new(Exit::Usage, "no-paths", message!("warm/no-paths-kept", run: name(&id)));
    Err(match kept::scenario_file(&run.info) {
        Some(file) => failure.help(message!("warm/its-scenario", file: name(file))),
        None => failure.help(message!("warm/log-or-url")),
    })
}

/// Good answers of each route by its name; where the run does not say, each counts once.
fn routes(run: &Run) -> BTreeMap<&str, u64> {
    let mut all: BTreeMap<&str, u64> = BTreeMap::new();
    for route in run.load.iter().filter_map(|s| s.traffic.as_ref()).flat_map(|t| &t.routes) {
        if let Some(name) = run.info.routes.get(usize::from(route.route)) {
            *all.entry(name).or_default() += route.ok;
        }
    }
    if all.values().sum::<u64>() == 0 {
        all = run.info.routes.iter().map(|name| (name.as_str(), 1)).collect();
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

    #[test]
    fn shares_are_those_of_the_good_answers_and_even_where_none_are_kept() {
        let second = |ok: [u64; 2]| {
            let routes =
                ok.iter().enumerate().map(|(i, ok)| RouteTraffic { route: i as u16, ok: *ok, ..RouteTraffic::default() }).collect();
            LoadSecond { traffic: Some(Traffic { routes, ..Traffic::default() }), ..LoadSecond::default() }
        };
        let info = RunInfo { routes: vec!["GET /a".to_owned(), "GET /b".to_owned()], ..RunInfo::default() };
        let mut run = Run { info, ..Run::default() };
        assert_eq!(routes(&run), BTreeMap::from([("GET /a", 1), ("GET /b", 1)]));
        run.load = vec![second([3, 1]), second([5, 0])];
        assert_eq!(routes(&run), BTreeMap::from([("GET /a", 8), ("GET /b", 1)]));
    }
}
