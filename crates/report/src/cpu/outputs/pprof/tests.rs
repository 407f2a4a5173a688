//! What is written is read again, by a reader of the test's own and, where Go is installed, by `go tool pprof`.

use super::*;
use crate::cpu::fixture;
use std::io::Read as _;
use std::process::Command;

fn written(p: &Profiled) -> Vec<u8> {
    OUTPUT.render(p, &TextOptions::default()).expect("it renders")
}

/// Fields of a message: number, and its value or its bytes.
fn fields(mut bytes: &[u8]) -> Vec<(u64, u64, Vec<u8>)> {
    let mut all = Vec::new();
    while !bytes.is_empty() {
        let key = number(&mut bytes);
        let value = number(&mut bytes);
        if key & 7 == 2 {
            let (inside, rest) = bytes.split_at(value as usize);
            all.push((key >> 3, value, inside.to_vec()));
            bytes = rest;
        } else {
            all.push((key >> 3, value, Vec::new()));
        }
    }
    all
}

fn number(bytes: &mut &[u8]) -> u64 {
    let mut value = 0;
    for shift in (0..).step_by(7) {
        let (first, rest) = bytes.split_first().expect("a byte");
        *bytes = rest;
        value |= u64::from(first & 0x7f) << shift;
        if first & 0x80 == 0 {
            return value;
        }
    }
    value
}

fn numbers(mut bytes: &[u8]) -> Vec<u64> {
    let mut all = Vec::new();
    while !bytes.is_empty() {
        all.push(number(&mut bytes));
    }
    all
}

#[test]
fn samples_add_up_and_refer_to_what_is_there() {
    let p = fixture::one();
    let mut plain = Vec::new();
    flate2::read::GzDecoder::new(written(&p).as_slice()).read_to_end(&mut plain).expect("gzip");
    let all = fields(&plain);
    let inside = |field: u64| all.iter().filter(move |f| f.0 == field).map(|f| fields(&f.2));
    let ids = |field: u64| -> Vec<u64> { inside(field).filter_map(|m| m.iter().find(|f| f.0 == 1).map(|f| f.1)).collect() };
    let (locations, functions) = (ids(4), ids(5));
    let mut sum = [0, 0];
    for sample in inside(2) {
        let of = |field: u64| numbers(&sample.iter().find(|f| f.0 == field).expect("the field").2);
        assert!(of(1).iter().all(|l| locations.contains(l)) && !of(1).is_empty());
        sum = [sum[0] + of(2)[0], sum[1] + of(2)[1]];
    }
    for location in inside(4) {
        let line = fields(&location.iter().find(|f| f.0 == 4).expect("a line").2);
        assert!(functions.contains(&line[0].1));
    }
    assert!((sum[0] as f64 - p.last().count()).abs() < 1.0 && (sum[1] as f64 / 1e6 - p.last().total_ms()).abs() < 0.1, "{sum:?}");
    assert_eq!(all.iter().find(|f| f.0 == 6).map(|f| f.2.len()), Some(0), "the first string is empty");
}

#[test]
#[expect(clippy::print_stderr, reason = "a skipped test says why")]
fn go_reads_it() {
    let folder = std::env::temp_dir().join(format!("tightspot-pprof-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a writable folder");
    let file = folder.join("cpu.pb.gz");
    std::fs::write(&file, written(&fixture::one())).expect("a writable folder");
    let run = Command::new("go").args(["tool", "pprof", "-top", "-cum"]).arg(&file).env("HOME", &folder).env("GOFLAGS", "").output();
    std::fs::remove_dir_all(&folder).ok();
    let Ok(out) = run else {
        eprintln!("skipped: Go is not installed");
        return;
    };
    let said = String::from_utf8_lossy(&out.stdout).into_owned() + &String::from_utf8_lossy(&out.stderr);
    assert!(out.status.success(), "{said}");
    assert!(said.contains("Type: cpu") && said.contains("[requests]"), "{said}");
    assert!(said.contains("shop.orders.OrderController.get"), "{said}");
}

#[test]
fn two_profiles_are_refused_with_what_compares_them() {
    let refused = OUTPUT.render(&fixture::two(), &TextOptions::default()).expect_err("it holds one");
    assert!(refused.0.contains("-diff_base"), "{refused}");
}
