//! `quality`: the object that `why` has. Nothing watches the service here, so there are no sensors.

use crate::document::{Generator, OwnFigures, Quality, Warning, Words, graded};
use crate::load::report::LoadReport;

pub(super) fn of(r: &LoadReport) -> Quality {
    let q = &r.quality;
    let (grade, validity) = graded(q.validity);
    let ms = |ns: u64| ns as f64 / 1e6;
    Quality {
        grade,
        validity,
        reasons: q.reasons.iter().map(Words::kept).collect(),
        calibration: None,
        generator: Generator {
            cpu: (q.cpu_share - q.spin_share).max(0.0),
            send_lag_p99_ms: ms(q.send_lag_p99_ns),
            shares_cpus: q.shares_cpus,
            own: Some(OwnFigures {
                spin: q.spin_share,
                run_queue: q.run_queue_share,
                send_lag_p50_ms: ms(q.send_lag_p50_ns),
                send_lag_max_ms: ms(q.send_lag_max_ns),
                memory_bytes: (q.memory_bytes > 0).then_some(q.memory_bytes),
                cpus: q.cpus.clone(),
                real_time: q.real_time,
                pacing: q.pacing.name(),
            }),
        },
        observer_cost_cpu: 0.0,
        sensors: Vec::new(),
        warnings: r.warnings.iter().map(|(code, text)| Warning { code: code.clone(), text: Words::kept(text) }).collect(),
    }
}
