//! From kept answers to what is told of them. Here the bodies end.

use super::SampleLimits;
use super::ask::KeptAnswer;
use super::coding::{Coding, media_type};
use super::pack::all_levels;
use super::surplus::surplus;
use model::SampledAnswer;

/// What is told of each of `kept`. What cannot be unpacked, or for what no time is left, is told by its size alone.
pub(super) fn study(kept: Vec<KeptAnswer>, first_route: u16, limits: &SampleLimits, stop: &dyn Fn() -> bool) -> Vec<SampledAnswer> {
    let mut left = Left { bytes: limits.unpacked_bytes, packing_ns: limits.packing.as_nanos() as u64 };
    kept.into_iter().take_while(|_| !stop()).map(|answer| look_at(&answer, first_route, &mut left)).collect()
}

/// What may still be used.
struct Left {
    bytes: usize,
    packing_ns: u64,
}

fn look_at(kept: &KeptAnswer, first_route: u16, left: &mut Left) -> SampledAnswer {
    let coding = Coding::of(&kept.head);
    let plain = if kept.is_whole { coding.unpack(&kept.body, left.bytes) } else { None };
    // what comes to nothing may have taken as much as it was allowed
    let failed = || if kept.is_whole { coding.most_of(&kept.body, left.bytes) } else { 0 };
    left.bytes -= plain.as_ref().map_or_else(failed, Vec::len);
    let media_type = media_type(&kept.head);
    let said = if coding == Coding::None && kept.is_whole { Some(&kept.body) } else { plain.as_ref() };
    let surplus = said.and_then(|body| surplus(&media_type, body));
    let packed = plain.as_ref().and_then(|plain| all_levels(coding, plain, &mut left.packing_ns));
    SampledAnswer {
        route: kept.route.and_then(|r| first_route.checked_add(u16::try_from(r).ok()?)),
        media_type,
        encoding: coding.name().to_owned(),
        head_bytes: kept.head.len() as u64,
        body_bytes: kept.body.len() as u64,
        chunks: kept.chunks,
        unpacked_bytes: plain.map(|p| p.len() as u64),
        level_told: coding.level_told(&kept.body),
        packed: packed.unwrap_or_default(),
        surplus,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sampled::pack::tests::{lines, packed};
    use std::time::Duration;

    fn answer(coding: Coding, body: Vec<u8>) -> KeptAnswer {
        let head = format!("HTTP/1.1 200 OK\r\nContent-Type: text/csv; x=1\r\nContent-Encoding: {}\r\n\r\n", coding.name());
        KeptAnswer { route: Some(2), head: head.into_bytes(), body, chunks: None, is_whole: true }
    }

    #[test]
    fn sizes_and_types_are_told_and_a_broken_body_is_told_by_its_size() {
        let plain = lines(100);
        let body = packed(Coding::Gzip, 9, &plain);
        let kept = vec![answer(Coding::Gzip, body.clone()), answer(Coding::Gzip, b"broken".to_vec()), answer(Coding::None, plain.clone())];
        let all = study(kept, 10, &SampleLimits::default(), &|| false);
        assert_eq!((all[0].route, all[0].media_type.as_str(), all[0].encoding.as_str()), (Some(12), "text/csv", "gzip"));
        assert_eq!((all[0].body_bytes, all[0].unpacked_bytes), (body.len() as u64, Some(plain.len() as u64)));
        assert_eq!(all[0].packed.last().map(|p| p.bytes), Some(body.len() as u64), "the same level, the same bytes");
        assert_eq!((all[0].level_told, all[1].level_told), (Some(9), None));
        assert_eq!((all[1].body_bytes, all[1].unpacked_bytes, all[1].packed.len()), (6, None, 0));
        assert_eq!((all[2].encoding.as_str(), all[2].unpacked_bytes), ("", None));
    }

    #[test]
    fn bytes_and_time_are_bounded_over_all_answers() {
        let plain = lines(1_000);
        let kept = |n| (0..n).map(|_| answer(Coding::Gzip, packed(Coding::Gzip, 6, &plain))).collect::<Vec<_>>();
        let room = SampleLimits { unpacked_bytes: plain.len() * 2 + 10, ..SampleLimits::default() };
        let unpacked = study(kept(4), 0, &room, &|| false).iter().filter(|a| a.unpacked_bytes.is_some()).count();
        assert_eq!(unpacked, 2);
        let bomb = packed(Coding::Gzip, 9, &vec![0; 100_000]);
        let bombs = [bomb.clone(), bomb, packed(Coding::Gzip, 6, &plain)].map(|body| answer(Coding::Gzip, body));
        let room = SampleLimits { unpacked_bytes: 90_000, ..SampleLimits::default() };
        assert!(
            study(bombs.into(), 0, &room, &|| false).iter().all(|a| a.unpacked_bytes.is_none()),
            "the first has used all that may be unpacked"
        );
        let no_time = SampleLimits { packing: Duration::ZERO, ..SampleLimits::default() };
        assert!(study(kept(2), 0, &no_time, &|| false).iter().all(|a| a.unpacked_bytes.is_some() && a.packed.is_empty()));
    }
}
