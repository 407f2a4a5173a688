//! Lines as they stand in logs, each with the messages that are to be recognised in it; and what holds of any input.

mod lines;

use crate::{Reader, Reading, known, step};
use model::Value;
use proptest::prelude::*;
use std::collections::BTreeSet;

fn read(text: &str) -> Reading {
    let mut reader = Reader::default();
    text.lines().for_each(|l| reader.line(l));
    reader.end()
}

fn ids(text: &str) -> Vec<&'static str> {
    read(text).messages.iter().map(|s| s.known.id.as_str()).collect()
}

#[test]
fn lines_of_logs_are_recognised() {
    for (line, want) in lines::LINES {
        assert_eq!(ids(line), *want, "{line}");
    }
}

#[test]
fn each_message_has_a_line_of_a_log() {
    let told: BTreeSet<&str> = lines::LINES.iter().flat_map(|(_, ids)| ids.iter().copied()).collect();
    let untold: Vec<&str> = known().iter().map(|k| k.id.as_str()).filter(|id| !told.contains(id)).collect();
    assert!(untold.is_empty(), "no line for {untold:?}");
}

#[test]
fn lines_that_nobody_knows_are_counted_and_not_guessed_at() {
    for line in lines::STRANGERS {
        let reading = read(line);
        assert!(reading.messages.is_empty(), "{line}: {:?}", reading.messages);
        assert_eq!((reading.lines, reading.unknown), (1, 1), "{line}");
    }
}

#[test]
fn ids_are_unique_and_steps_are_there() {
    let ids: BTreeSet<&str> = known().iter().map(|k| k.id.as_str()).collect();
    assert_eq!(ids.len(), known().len());
    for k in known() {
        assert!(!k.next.is_empty() && k.next.iter().all(|n| step(n).is_some()), "{}: {:?}", k.id, k.next);
        assert!(k.next.iter().any(|n| step(n).is_some_and(|s| s.command.starts_with("tightspot"))) || k.causes.is_empty(), "{}", k.id);
    }
}

#[test]
fn figures_are_read_with_their_units() {
    let reading =
        read("HikariPool-1 - Connection is not available, request timed out after 10007ms (total=30, active=30, idle=0, waiting=12)");
    let told = [("timeout", Value::Ms(10_007.0)), ("total", Value::Count(30.0)), ("active", Value::Count(30.0))];
    for (name, value) in told {
        assert!(reading.messages[0].told.contains(&(name.to_owned(), value)), "{:?}", reading.messages[0].told);
    }
    assert_eq!(
        reading.messages[0].line,
        "Connection is not available, request timed out after 10007ms (total=30, active=30, idle=0, waiting=12)"
    );
}

/// ```text
/// 12:00:01  ERROR  message      <- one event: the message, and again as the cause of the trace
///           trace
///           Caused by: message
/// 12:00:02  INFO   other        <- nobody knows it
/// 12:00:09  ERROR  message      <- a second one
/// ```
#[test]
fn a_message_is_counted_once_in_each_stack_trace() {
    let line = |waiting| {
        format!(
            "HikariPool-1 - Connection is not available, request timed out after 10007ms (total=30, active=30, idle=0, waiting={waiting})"
        )
    };
    let text = format!(
        "2026-05-03 12:00:01,001 ERROR {0}\norg.springframework.dao.DataAccessResourceFailureException: no connection\n\tat a.B.c(B.java:1)\nCaused by: \
         java.sql.SQLTransientConnectionException: {0}\n\t... 80 more\n\n2026-05-03 12:00:02,001 INFO other\n2026-05-03 12:00:09,001 ERROR {1}\n",
        line(12),
        line(3)
    );
    let reading = read(&text);
    let [seen] = &reading.messages[..] else { panic!("{:?}", reading.messages) };
    assert_eq!((reading.lines, reading.known, reading.belonging, reading.unknown), (7, 3, 3, 1));
    assert_eq!(
        (seen.count, seen.first.as_deref(), seen.last.as_deref()),
        (2, Some("2026-05-03 12:00:01,001"), Some("2026-05-03 12:00:09,001"))
    );
    let waiting = seen.figures.iter().find(|f| f.name == "waiting").expect("it is told");
    assert_eq!((&waiting.first, &waiting.least, &waiting.most), (&Value::Count(12.0), &Value::Count(3.0), &Value::Count(12.0)));
}

#[test]
fn lines_without_a_time_are_events_of_their_own() {
    let reading = read("java.lang.OutOfMemoryError: Java heap space\n\tat a.B.c(B.java:1)\njava.lang.OutOfMemoryError: Java heap space\n");
    assert_eq!((reading.messages[0].count, reading.belonging, reading.messages[0].first.as_deref()), (2, 1, None));
}

#[test]
fn what_stands_around_a_message_is_not_kept() {
    let secret = "hunter2hunter";
    let reading = read(&format!(
        "password={secret} FATAL: sorry, too many clients already postgres://app:{secret}@db/shop Executing <Task {secret}> took 1.5 seconds"
    ));
    assert_eq!(reading.messages.len(), 2);
    assert!(!format!("{reading:?}").contains(secret), "{reading:?}");
}

proptest! {
    #[test]
    fn no_input_panics(text in "(?s).{0,400}", line in 0..lines::LINES.len(), at in 0..400_usize) {
        let reading = read(&text);
        prop_assert_eq!(reading.lines, reading.known + reading.belonging + reading.unknown);
        // a known line with something put into it
        let known = lines::LINES[line].0;
        let (before, after) = known.split_at(crate::stamp::beginning(known, at).len());
        let reading = read(&format!("{before}{text}{after}"));
        prop_assert_eq!(reading.lines, reading.known + reading.belonging + reading.unknown);
    }

    #[test]
    fn a_line_is_recognised_behind_any_head(head in "[A-Za-z0-9 :.,\\[\\]]{0,80}", line in 0..lines::LINES.len()) {
        let (line, want) = lines::LINES[line];
        prop_assert_eq!(ids(&format!("{head} {line}")), want.to_vec());
    }
}
