//! `--slo`, and `[slo]` of the scenario's file: objectives that cannot be judged are refused before anything is started.

use super::{Purpose, diagnoses};
use crate::cli::WhyArgs;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::progress::Progress;
use load::Scenario;
use model::{Message, message};
use report::load::{Slo, unknown_routes};

/// Refuses objectives that levels cannot decide, and any where there is no diagnosis that could show them.
pub(super) fn check(args: &WhyArgs, purpose: &Purpose) -> Result<(), Failure> {
    if !diagnoses(args, purpose) && !args.slo.is_empty() {
        return Err(refused(message!("why/no-objectives")).help(message!("why/judge-by-why")));
    }
    fit(&args.slo)
}

/// Those of the command line, and those of the scenario's file on other figures. What the file asks for and levels cannot decide is left to `load`, and said.
pub(super) fn of_scenario(args: &WhyArgs, purpose: &Purpose, scenario: &Scenario, progress: &Progress) -> Result<Vec<Slo>, Failure> {
    let mut all = if diagnoses(args, purpose) { with_those_of_file(&args.slo, scenario)? } else { args.slo.clone() };
    all.retain(|slo| {
        let why = report::objectives::unfit(slo);
        if let Some(why) = &why {
            progress.say(message!("why/objective-left-to-load", objective: name(&slo.text), why: (why.clone())));
        }
        why.is_none()
    });
    check_routes(&all, scenario.routes())?;
    Ok(all)
}

/// `given`, and what the scenario's file asks of figures that are not among them.
pub(crate) fn with_those_of_file(given: &[Slo], scenario: &Scenario) -> Result<Vec<Slo>, Failure> {
    let read = |(key, limit): &(String, String)| {
        Slo::of_entry(key, limit).map_err(|e| refused(message!("why/objective-of-file", key: name(key), mistake: name(e.to_string()))))
    };
    let of_file = scenario.objectives().iter().map(read).collect::<Result<Vec<Slo>, Failure>>()?;
    let is_given = |slo: &Slo| given.iter().any(|g| g.metric == slo.metric && g.route == slo.route);
    Ok(given.iter().cloned().chain(of_file.into_iter().filter(|slo| !is_given(slo))).collect())
}

/// Refuses objectives that levels cannot decide.
pub(crate) fn fit(slos: &[Slo]) -> Result<(), Failure> {
    match slos.iter().find_map(report::objectives::unfit) {
        None => Ok(()),
        Some(why) => Err(refused(why).help("tightspot load URL -q 200 --slo ...")),
    }
}

/// Refuses objectives on routes that are not there.
pub(crate) fn check_routes(slos: &[Slo], known: &[String]) -> Result<(), Failure> {
    let known: Vec<&str> = known.iter().map(String::as_str).collect();
    let unknown = unknown_routes(slos, &known);
    if unknown.is_empty() {
        return Ok(());
    }
    let what = message!("commands/no-such-route", routes: name(unknown.join(", ")));
    Err(refused(what).help(message!("commands/routes", routes: name(known.join(", ")))))
}

fn refused(what: Message) -> Failure {
    Failure::new(Exit::Usage, "slo", what)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scenario(slo: &str) -> Scenario {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("s.toml");
        let text = format!("[target]\nurl = \"http://127.0.0.1:8080\"\n[[scenario.step]]\nrequest = \"GET /\"\n[slo]\n{slo}\n");
        std::fs::write(&path, text).expect("a writable folder");
        Scenario::from_file(&path).expect("valid")
    }

    fn texts(given: &[&str], slo: &str) -> Vec<String> {
        let given: Vec<Slo> = given.iter().map(|s| s.parse().expect("an objective")).collect();
        with_those_of_file(&given, &scenario(slo)).expect("readable").into_iter().map(|s| s.text).collect()
    }

    #[test]
    fn an_objective_of_the_command_line_stands_in_the_place_of_the_files() {
        const FILE: &str = "p99 = \"300ms\"\ntps = 500";
        assert_eq!(texts(&[], FILE), ["p99<=300ms", "tps>=500"]);
        assert_eq!(texts(&["p99<80ms", "p50<5ms"], FILE), ["p99<80ms", "p50<5ms", "tps>=500"]);
    }

    #[test]
    fn a_limit_that_cannot_be_read_is_told_with_its_figure() {
        let e = with_those_of_file(&[], &scenario("p99 = \"fast\"")).expect_err("no limit");
        assert!(e.to_string().contains("p99"), "{e}");
    }
}
