//! What scripts read is what the drawings show, in the language of the page.

use super::{all, page, unpacked};
use crate::fixture;
use crate::{Judged, TextOptions};
use serde_json::Value;
use words::Lang;

fn found() -> Judged {
    let c = fixture::found();
    Judged::new(c.run, c.diagnosis)
}

fn array(of: &Value) -> &Vec<Value> {
    of.as_array().expect("an array")
}

#[test]
fn every_chart_has_its_drawing_and_every_drawing_its_chart() {
    for page in all().iter().map(|j| page(j, Lang::En)) {
        let data = unpacked(&page);
        let lanes: Vec<&str> = data["timeline"]["lanes"].as_array().into_iter().flatten().filter_map(|l| l["id"].as_str()).collect();
        let drawn: Vec<&str> = page.split("<figure class=\"lane\" id=\"").skip(1).filter_map(|f| f.split('"').next()).collect();
        assert!(!lanes.is_empty());
        assert_eq!(lanes, drawn);
    }
}

#[test]
fn a_line_has_as_many_values_as_there_are_stretches_of_time() {
    for page in all().iter().map(|j| page(j, Lang::En)) {
        let t = &unpacked(&page)["timeline"];
        let count = t["count"].as_u64().expect("a number") as usize;
        for line in array(&t["lanes"]).iter().flat_map(|l| array(&l["lines"])) {
            let columns = ["y", "low", "high"].iter().filter_map(|c| line[c].as_array());
            assert!(columns.clone().count() > 0 && columns.clone().all(|c| c.len() == count), "{line}");
            assert!(array(&line["y"]).iter().any(Value::is_number), "{line}");
        }
    }
}

#[test]
fn calls_are_a_tree_whose_frames_have_no_less_than_those_that_they_call() {
    let c = fixture::full_core();
    let data = unpacked(&page(&Judged::new(c.run, c.diagnosis), Lang::En));
    let labels = array(&data["labels"]).len() as u64;
    assert_eq!(array(&data["calls"]).iter().filter(|c| c["drawn"] == true).count(), 1);
    for calls in array(&data["calls"]) {
        let column = |name: &str| array(&calls[name]).iter().map(|v| v.as_f64().expect("a number")).collect::<Vec<f64>>();
        let (depth, ms, label) = (column("depth"), column("ms"), column("label"));
        assert!(depth.len() == ms.len() && ms.len() == column("own").len() && depth.len() == label.len() && depth.len() > 1);
        assert!(depth[0] == 0.0 && label.iter().all(|l| (*l as u64) < labels));
        for (i, d) in depth.iter().enumerate().skip(1) {
            assert!(*d >= 1.0 && *d <= depth[i - 1] + 1.0, "{i}");
            let parent = (0..i).rev().find(|p| depth[*p] < *d).expect("all are below the first");
            assert!(ms[i] <= ms[parent] * 1.000_1, "{i}");
        }
    }
}

#[test]
fn scripts_speak_the_language_of_the_page() {
    let j = found();
    let [english, korean] = Lang::ALL.map(|lang| unpacked(&page(&j, lang))["words"].clone());
    let (en, ko) = (english.as_object().expect("texts"), korean.as_object().expect("texts"));
    assert!(en.keys().eq(ko.keys()) && en.values().chain(ko.values()).all(|t| t.as_str().is_some_and(|t| !t.is_empty())));
    assert!(en.iter().all(|(id, text)| ko[id] != *text), "a text is the same in both languages");
}

#[test]
fn a_page_is_the_same_each_time() {
    let (j, options) = (found(), TextOptions::default());
    assert_eq!(super::html(&j, &options, super::Form::File), super::html(&j, &options, super::Form::File));
}
