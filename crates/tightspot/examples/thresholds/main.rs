//! Moves each threshold and judges again: `cargo xtask thresholds [--services N] [--seed S] [--out FILE] [--check]`. What each kept run and each simulated
//! service is told is compared with what it is told without the move; a verdict counts as right by the truth beside it. Writes the table where asked to;
//! with `--check` fails where a move of 10 % flips more than 1 % of the right verdicts.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a developer command")]

mod left_out;
mod page;
mod rounds;
mod sums;

use page::{flips, page};
use rounds::{kept, simulated};
use std::process::ExitCode;
use sums::Sums;

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let (mut services, mut seed, mut out, mut check) = (2000_u64, 1_u64, None, false);
    while let Some(word) = words.next() {
        match word.as_str() {
            "--services" => services = words.next().and_then(|v| v.parse().ok()).unwrap_or(services),
            "--seed" => seed = words.next().and_then(|v| v.parse().ok()).unwrap_or(seed),
            "--out" => out = words.next(),
            "--check" => check = true,
            _ => {
                eprintln!("error: {word} is not known");
                return ExitCode::from(2);
            }
        }
    }
    let by_service = kept();
    let mut kept = Sums::default();
    for service in by_service.values() {
        kept.add(service.clone());
    }
    eprintln!("{} kept runs judged", kept.verdicts);
    let (simulated, checked) = simulated(services, seed);
    let page = page(&kept, &simulated, services, seed) + &checked.said() + &left_out::section(&by_service);
    println!("{page}");
    if let Some(Err(e)) = out.filter(|p| p != "-").map(|path| std::fs::write(path, &page)) {
        eprintln!("error: write the table: {e}");
        return ExitCode::FAILURE;
    }
    let flips = flips(&kept, &simulated);
    for (id, share) in &flips {
        println!("missed: {id} moved by 10 % flips {:.1} % of the right verdicts", share * 100.0);
    }
    ExitCode::from(u8::from(check && !flips.is_empty()))
}
