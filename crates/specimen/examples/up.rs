//! Keeps a specimen up: `cargo run -p specimen --example up -- member-lookup before [SEED]`. End it with Enter or with Ctrl-C.

use specimen::{Case, Watch, serve};
use std::io::{Read, Write};
use std::sync::atomic::{AtomicBool, Ordering};

static ENOUGH: AtomicBool = AtomicBool::new(false);

fn main() -> Result<(), specimen::Error> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let id = arguments.first().map_or("member-lookup", String::as_str);
    let variant = arguments.get(1).map_or("before", String::as_str);
    let seed = arguments.get(2).and_then(|s| s.parse().ok()).unwrap_or(1);
    std::thread::spawn(|| {
        // end of input is no wish to stop: it may come from nowhere
        ENOUGH.store(std::io::stdin().read_exact(&mut [0]).is_ok(), Ordering::SeqCst);
    });
    let say = |line: &str| drop(writeln!(std::io::stderr(), "{line}"));
    let watch = Watch { progress: &say, interrupted: &|| ENOUGH.load(Ordering::SeqCst) };
    let (case, _) = Case::find(id)?;
    serve(&case, variant, seed, watch)
}
