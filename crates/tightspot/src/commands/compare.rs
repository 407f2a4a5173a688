//! `tightspot compare A B [C...]`: what kept runs measured, side by side, as text, page, Markdown or JSON. It gives no verdict: runs one after the other differ by whatever the
//! machine did meanwhile (two equal systems have looked 38 % apart that way: Abedi & Brecht, ICPE 2017). That is what `verify` is for. With `--cpu`: what the
//! CPU does for a request in one run against the other.

mod alike;
mod cpu;

use super::load::recorded;
use super::profile;
use crate::cli::{Cli, CompareArgs};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::files::Files;
use crate::output::{self, said};
use ::report::Judged;
use ::report::comparison::{Comparison, OUTPUTS, Side};
use alike::Asked;
use model::{Message, Run, message};
use record::Store;

/// Prints and writes the figures, and in what the runs are not alike.
pub(crate) fn run(cli: &Cli, args: &CompareArgs) -> Result<Exit, Failure> {
    let store = Store::open(cli.store.as_deref())?;
    if cpu::is_asked(args) {
        return cpu::run(cli, args, &store);
    }
    let form = super::output_named(if args.json { "json" } else { &args.format }, &OUTPUTS)?;
    let (of_profile, others) = profile::apart(&args.out, &OUTPUTS);
    let files = Files::in_form(Some(form), &others, &OUTPUTS)?;
    let comparison = comparison(args, &store)?;
    let look = super::page(cli);
    cpu::besides(cli, args, &store, &of_profile)?;
    let written = files.write(&comparison, &look, cli, &format!("compare {}", args.runs.join(" ")));
    if !files.take(form) {
        super::print(form, &comparison, &look)?;
    }
    tell(comparison.differences());
    written?;
    Ok(Exit::Inconclusive)
}

fn comparison(args: &CompareArgs, store: &Store) -> Result<Comparison, Failure> {
    let (mut sides, mut asked) = (Vec::new(), Vec::new());
    for name in &args.runs {
        let (run, _) = record::read(&store.resolve(name)?)?;
        asked.push(Asked::of(&run));
        sides.push(side(run));
    }
    let one_alone = || Failure::new(Exit::Usage, "runs", message!("commands/two-runs"));
    Comparison::of(sides, alike::differences(&asked)).ok_or_else(one_alone)
}

fn side(run: Run) -> Side {
    if let Some(load) = recorded::report(&run) {
        return Side::Load(Box::new(load));
    }
    let diagnosis = diagnose::diagnose(&run, causes::ALL);
    Side::Judged(Box::new(Judged::new(run, diagnosis)))
}

/// What has to be known beside the figures.
fn tell(differences: &[Message]) {
    for d in differences {
        output::warning(&message!("commands/of-different-things", difference: (d.clone())));
    }
    output::note(&said(&message!("commands/no-verdict", reason: (::report::comparison::reason()))));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::Command;
    use clap::Parser as _;

    #[test]
    fn what_the_cpu_does_is_asked_for_by_a_flag_or_by_a_form_of_its_own() {
        let asked = |words: &[&str]| {
            let cli = Cli::try_parse_from(["tightspot", "compare", "a", "b"].iter().chain(words)).expect("arguments");
            let Command::Compare(args) = cli.command else { panic!("compare") };
            cpu::is_asked(&args)
        };
        for words in [&["--cpu"][..], &["--wall"], &["--phase", "x"], &["--format", "speedscope"], &["--cpu", "--json"]] {
            assert!(asked(words), "{words:?}");
        }
        for words in [&[][..], &["--json"], &["--format", "json"], &["--format", "html"], &["-o", "x.html"], &["-o", "cpu.pb.gz"]] {
            assert!(!asked(words), "{words:?}");
        }
    }
}
