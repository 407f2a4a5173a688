//! How requests came, in the words of the report.

use ::load::profile::{Profile, Shape};
use ::load::{Job, Pattern};
use ::report::load::{LoadModel, Stage};
use model::{Message, message};

/// The model of a job, with so many requests at a time on a connection.
pub(super) fn model(job: &Job, streams: u32) -> LoadModel {
    let (profile, unit) = match &job.pattern {
        Pattern::Closed { users } if streams > 1 => (users, "in-flight"),
        Pattern::Closed { users } => (users, "connections"),
        Pattern::Open { rate, .. } => (rate, "rate"),
        Pattern::Paced { users, .. } => (users, "users"),
    };
    if profile.length_ns() > 0 {
        return LoadModel::Stages(stages(profile, unit));
    }
    let value = profile.value_at(0);
    match &job.pattern {
        Pattern::Closed { .. } => LoadModel::Closed { connections: (value.round() as u32).div_ceil(streams) },
        Pattern::Open { poisson, .. } => LoadModel::Open { rate_per_s: value, poisson: *poisson },
        Pattern::Paced { every_ns, .. } => LoadModel::Users { users: value.round() as u32, every_ns: *every_ns as u64 },
    }
}

fn stages(profile: &Profile, unit: &'static str) -> Vec<Stage> {
    let (mut at, mut from) = (0, profile.value_at(0));
    let mut all = Vec::new();
    for (i, stage) in profile.all_stages().iter().enumerate() {
        let text = match stage.shape {
            Shape::Step => amount(stage.target, unit),
            Shape::Ramp => message!("load/ramp", from: (amount(from, unit)), to: (amount(stage.target, unit))),
        };
        let (t0, t1) = (at, at + stage.duration_ns);
        let mean = (profile.area_to(t1) - profile.area_to(t0)) * 1e9 / stage.duration_ns as f64;
        let offered_per_s = (unit == "rate").then_some(mean);
        let id = format!("stage-{}", i + 1);
        all.push(Stage { id, text, offered_per_s, achieved_per_s: None, t0_s: t0 as f64 / 1e9, t1_s: t1 as f64 / 1e9 });
        (at, from) = (t1, stage.target);
    }
    all
}

/// `100/s`, `20 connections`.
fn amount(value: f64, unit: &'static str) -> Message {
    message!("load/amount", number: name(format!("{value:.0}")), unit: kind(unit))
}
