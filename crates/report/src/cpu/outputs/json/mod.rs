//! The tree for programs: every node, as a flat list, because stacks are deeper than readers of nested JSON allow. See `json.md` beside this file.

use crate::cpu::Profiled;
use crate::form::Form;
use crate::{Output, TextOptions};
use diagnose::cpu::{CallTree, Profile, View, Weight, Whose};
use diagnose::language::CodeKind;
use serde_json::{Value, json};

pub(crate) const OUTPUT: &dyn Output<Profiled> = &Form::json(render);

fn render(p: &Profiled, _: &TextOptions) -> String {
    let document = json!({
        "schema_version": "1.0",
        "cpu_tree": {
            "per_request": p.tree.per_request,
            "profiles": p.profiles.iter().map(profile).collect::<Vec<_>>(),
            "nodes": nodes(&p.tree, p.profiles.len()),
        },
    });
    format!("{document:#}\n")
}

fn profile(p: &Profile) -> Value {
    json!({
        "run": p.run,
        "view": match p.view { View::Cpu => "cpu", View::Wall => "wall" },
        "phases": p.phases,
        "t0_s": p.window_s.0,
        "t1_s": p.window_s.1,
        "span_s": p.span_s,
        "processes": p.processes,
        "requests": p.requests,
        "requests_of_all_processes": p.requests_of_all,
        "per_s": p.per_s(),
        "samples": p.count(),
        "interval_ms": p.interval_ms,
        "by_scheduler": p.by_scheduler,
        "total_ms": p.total_ms(),
        "per_request_ms": p.per_request_ms(p.total_ms()),
    })
}

fn nodes(tree: &CallTree, sides: usize) -> Vec<Value> {
    let mut parents: Vec<Option<usize>> = vec![None; tree.nodes.len()];
    for (id, n) in tree.nodes.iter().enumerate() {
        n.children.iter().for_each(|c| parents[*c] = Some(id));
    }
    let all = |w: &[Weight; 2], f: fn(&Weight) -> f64| w[..sides].iter().map(f).collect::<Vec<f64>>();
    let node = |(id, n): (usize, &diagnose::cpu::Node)| {
        let (kind, name) = kind(&n.label.whose);
        json!({
            "id": id,
            "parent": parents[id],
            "kind": kind,
            "name": if n.label.full.is_empty() { &name } else { &n.label.full },
            "ms": all(&n.total, |w| w.ms),
            "own_ms": all(&n.own, |w| w.ms),
            "samples": all(&n.total, |w| w.samples),
            "own_samples": all(&n.own, |w| w.samples),
        })
    };
    tree.nodes.iter().enumerate().map(node).collect()
}

fn kind(whose: &Whose) -> (&'static str, String) {
    match whose {
        Whose::All => ("all", String::new()),
        Whose::Process(pid) => ("process", pid.to_string()),
        Whose::Threads(t) => ("threads", t.id().to_owned()),
        Whose::Code(CodeKind::Own) => ("own", String::new()),
        Whose::Code(CodeKind::Library) => ("library", String::new()),
        Whose::Code(CodeKind::Native) => ("native", String::new()),
        Whose::Code(CodeKind::Kernel) => ("kernel", String::new()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::fixture;

    #[test]
    fn what_a_node_has_is_its_own_and_that_of_its_children() {
        let bytes = OUTPUT.render(&fixture::two(), &TextOptions::default()).expect("it renders");
        let doc: Value = serde_json::from_slice(&bytes).expect("JSON");
        let nodes = doc["cpu_tree"]["nodes"].as_array().expect("nodes");
        let ms = |n: &Value, key: &str, side: usize| n[key][side].as_f64().expect("a figure");
        for n in nodes {
            for side in 0..2 {
                let below: f64 = nodes.iter().filter(|c| c["parent"] == n["id"]).map(|c| ms(c, "ms", side)).sum();
                assert!((ms(n, "own_ms", side) + below - ms(n, "ms", side)).abs() < 1e-9, "{n}");
            }
        }
        assert_eq!((&nodes[0]["kind"], nodes[0]["parent"].is_null()), (&json!("all"), true));
        assert!(nodes.iter().any(|n| n["kind"] == "own" && n["name"].as_str().is_some_and(|n| n.starts_with("shop.orders."))));
        let per_request = doc["cpu_tree"]["profiles"][1]["per_request_ms"].as_f64().expect("a figure");
        assert!((per_request - ms(&nodes[0], "ms", 1)).abs() < 1e-9);
    }
}
