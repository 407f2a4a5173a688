//! The file format of speedscope: frames once, and for each profile samples in order of time with their weights. See `speedscope.md` beside this file.

use crate::cpu::{Profiled, above};
use crate::{Output, RenderError, TextOptions};
use diagnose::cpu::{CodeFrame, Profile, View};
use serde_json::{Value, json};
use std::collections::BTreeMap;

pub(crate) const OUTPUT: &dyn Output<Profiled> = &Speedscope;

struct Speedscope;

/// What speedscope knows the format by.
const SCHEMA: &str = "https://www.speedscope.app/file-format-schema.json";

impl Output<Profiled> for Speedscope {
    fn id(&self) -> &'static str {
        "speedscope"
    }

    fn endings(&self) -> &'static [&'static str] {
        &[".speedscope.json"]
    }

    fn about(&self) -> &'static str {
        "for speedscope.app"
    }

    fn render(&self, p: &Profiled, _: &TextOptions) -> Result<Vec<u8>, RenderError> {
        let mut frames = Frames::default();
        let profiles: Vec<Value> = p.profiles.iter().map(|p| profile(p, &mut frames)).collect();
        let document = json!({
            "$schema": SCHEMA,
            "exporter": format!("tightspot@{}", env!("CARGO_PKG_VERSION")),
            "name": format!("run {}", p.last().run),
            "activeProfileIndex": profiles.len() - 1,
            "shared": { "frames": frames.all },
            "profiles": profiles,
        });
        Ok(format!("{document}\n").into_bytes())
    }
}

/// Frames of all profiles, each once.
#[derive(Default)]
struct Frames {
    all: Vec<Value>,
    known: BTreeMap<(String, String, u32), usize>,
}

impl Frames {
    fn id(&mut self, name: String, file: &str, line: u32) -> usize {
        let key = (name, file.to_owned(), line);
        if let Some(id) = self.known.get(&key) {
            return *id;
        }
        let mut frame = json!({ "name": key.0 });
        if !file.is_empty() {
            frame["file"] = file.into();
        }
        if line > 0 {
            frame["line"] = line.into();
        }
        self.all.push(frame);
        self.known.insert(key, self.all.len() - 1);
        self.all.len() - 1
    }

    fn of(&mut self, p: &Profile, frame: CodeFrame) -> usize {
        let function = &p.functions[frame.function as usize];
        let line = if function.is_told_by_line() { frame.line } else { 0 };
        self.id(function.full.clone(), &function.module, line)
    }
}

fn profile(p: &Profile, frames: &mut Frames) -> Value {
    let of_stack: Vec<Vec<usize>> = p.stacks.iter().map(|s| s.iter().map(|f| frames.of(p, p.frames[*f as usize])).collect()).collect();
    let mut stack = |s: &diagnose::cpu::Sample| {
        let above: Vec<usize> = above(p, s.process, s.group).into_iter().map(|name| frames.id(name, "", 0)).collect();
        [above.as_slice(), &of_stack[s.stack as usize]].concat()
    };
    let samples: Vec<Vec<usize>> = p.samples.iter().map(&mut stack).collect();
    let weights: Vec<f64> = p.samples.iter().map(|s| s.ms).collect();
    let what = match p.view {
        View::Cpu => "CPU",
        View::Wall => "time",
    };
    json!({
        "type": "sampled",
        "name": format!("{what} of {}, run {}", p.phases.join(", "), p.run),
        "unit": "milliseconds",
        "startValue": 0,
        "endValue": p.total_ms(),
        "samples": samples,
        "weights": weights,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::fixture;

    fn written(p: &Profiled) -> Value {
        serde_json::from_slice(&OUTPUT.render(p, &TextOptions::default()).expect("it renders")).expect("JSON")
    }

    #[test]
    fn every_sample_has_frames_that_are_there_and_a_weight() {
        let p = fixture::two();
        let doc = written(&p);
        let frames = doc["shared"]["frames"].as_array().expect("frames").len();
        for (profile, of) in doc["profiles"].as_array().expect("profiles").iter().zip(&p.profiles) {
            let samples = profile["samples"].as_array().expect("samples");
            let weights: Vec<f64> = profile["weights"].as_array().expect("weights").iter().filter_map(Value::as_f64).collect();
            assert!(samples.iter().flat_map(|s| s.as_array().expect("a stack")).all(|f| f.as_u64().is_some_and(|f| (f as usize) < frames)));
            assert_eq!(samples.len(), weights.len());
            assert!((weights.iter().sum::<f64>() - of.total_ms()).abs() < 1e-6 && weights.iter().all(|w| *w >= 0.0));
        }
        assert_eq!(doc["profiles"].as_array().map(Vec::len), Some(2));
    }

    #[test]
    fn it_says_which_format_it_is() {
        let doc = written(&fixture::one());
        assert_eq!((doc["$schema"].as_str(), doc["activeProfileIndex"].as_u64()), (Some(SCHEMA), Some(0)));
        assert_eq!((&doc["profiles"][0]["type"], &doc["profiles"][0]["unit"]), (&json!("sampled"), &json!("milliseconds")));
        assert!(doc["shared"]["frames"].as_array().expect("frames").iter().any(|f| f["name"] == "shop.orders.OrderController.get"));
    }
}
