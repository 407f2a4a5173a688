//! The format of pprof: a gzipped protocol buffer. See `pprof.md` beside this file.

mod proto;

use crate::cpu::{Profiled, above};
use crate::{Output, RenderError, TextOptions};
use diagnose::cpu::{Profile, View};
use flate2::{Compression, GzBuilder};
use proto::{Message, Strings};
use std::collections::BTreeMap;
use std::io::Write as _;

pub(crate) const OUTPUT: &dyn Output<Profiled> = &Pprof;

struct Pprof;

/// Nanoseconds in a millisecond.
const NS: f64 = 1e6;

impl Output<Profiled> for Pprof {
    fn id(&self) -> &'static str {
        "pprof"
    }

    fn endings(&self) -> &'static [&'static str] {
        &[".pb.gz", ".pprof"]
    }

    fn about(&self) -> &'static str {
        "for go tool pprof and what else reads it"
    }

    fn render(&self, p: &Profiled, _: &TextOptions) -> Result<Vec<u8>, RenderError> {
        let [profile] = p.profiles.as_slice() else {
            return Err(RenderError(
                "a file of pprof holds one profile: write one of each (--phase), then go tool pprof -diff_base BEFORE AFTER".to_owned(),
            ));
        };
        let mut gz = GzBuilder::new().write(Vec::new(), Compression::default());
        gz.write_all(&encode(profile)).and_then(|()| gz.finish()).map_err(|e| RenderError(e.to_string()))
    }
}

/// Field numbers are those of `profile.proto`, named beside each.
fn encode(p: &Profile) -> Vec<u8> {
    let mut strings = Strings::default();
    let mut out = Message::default();
    let (what, unit) = (if p.view == View::Cpu { "cpu" } else { "wall" }, "nanoseconds");
    for (kind, unit) in [("samples", "count"), (what, unit)] {
        out.message(1, &value_type(&mut strings, kind, unit)); // sample_type
    }
    let (locations, functions) = tables(p, &mut strings);
    for s in p.by_stack() {
        let above = above(p, s.process, s.group);
        let code = p.stacks[s.stack as usize].iter().map(|f| u64::from(*f) + 1);
        let mut stack: Vec<u64> = above.iter().map(|name| locations[name]).chain(code).collect();
        stack.reverse();
        let mut sample = Message::default();
        sample.packed(1, &stack); // location_id, the leaf first
        sample.packed(2, &[s.count.round() as u64, (s.ms * NS).round() as u64]); // value
        let mut label = Message::default();
        label.number(1, strings.id("threads")); // key
        label.number(2, strings.id(s.group.id())); // str
        sample.message(3, &label); // label
        out.message(2, &sample); // sample
    }
    for (field, m) in &functions {
        out.message(*field, m); // location, function
    }
    out.number(9, (p.started_unix_ns + (p.window_s.0 * 1e9) as i64).max(0) as u64); // time_nanos
    out.number(10, (p.span_s * 1e9) as u64); // duration_nanos
    out.message(11, &value_type(&mut strings, what, unit)); // period_type
    out.number(12, (p.interval_ms * NS) as u64); // period
    out.number(13, strings.id(&format!("run {}, {}", p.run, p.phases.join(", ")))); // comment
    out.number(14, strings.id(what)); // default_sample_type
    for s in strings.all() {
        out.bytes(6, s.as_bytes()); // string_table
    }
    out.finish()
}

fn value_type(strings: &mut Strings, kind: &str, unit: &str) -> Message {
    let mut m = Message::default();
    m.number(1, strings.id(kind)); // type
    m.number(2, strings.id(unit)); // unit
    m
}

/// Locations of what is no function by name, and all locations and functions with the field that they belong to. A frame's location is its index, counted
/// from 1.
fn tables(p: &Profile, strings: &mut Strings) -> (BTreeMap<String, u64>, Vec<(u32, Message)>) {
    let mut all = Vec::new();
    for (i, f) in p.functions.iter().enumerate() {
        all.push((5, function(i as u64 + 1, strings.id(&f.full), strings.id(&f.module))));
    }
    for (i, f) in p.frames.iter().enumerate() {
        all.push((4, location(i as u64 + 1, u64::from(f.function) + 1, f.line)));
    }
    let (mut functions, mut locations) = (p.functions.len() as u64, p.frames.len() as u64);
    let mut named = BTreeMap::new();
    for s in p.by_stack() {
        for name in above(p, s.process, s.group) {
            named.entry(name).or_insert_with_key(|name| {
                (functions, locations) = (functions + 1, locations + 1);
                all.push((5, function(functions, strings.id(name), 0)));
                all.push((4, location(locations, functions, 0)));
                locations
            });
        }
    }
    (named, all)
}

fn function(id: u64, name: u64, file: u64) -> Message {
    let mut m = Message::default();
    m.number(1, id);
    m.number(2, name);
    m.number(3, name); // system_name
    m.number(4, file);
    m
}

fn location(id: u64, function: u64, line: u32) -> Message {
    let mut of = Message::default();
    of.number(1, function); // function_id
    of.number(2, u64::from(line));
    let mut m = Message::default();
    m.number(1, id);
    m.message(4, &of); // line
    m
}

#[cfg(test)]
mod tests;
