//! HTTP/2 against frames laid down by hand: what is closed, reset, refused or limited in the middle of things.

mod frames;
mod h2run;

use frames::{DATA, RST_STREAM, SETTINGS, Scripted};
use h2run::{closed, config, engine, get, run, send, told};
use load::{EngineConfig, RequestSpec};
use model::Outcome;
use std::time::Duration;

/// ```text
///  streams 1, 3, 5 ->    <- GOAWAY: 1 was the last, answer to 1     3 and 5 go to another connection
/// ```
#[test]
fn what_the_server_has_not_looked_at_is_sent_again_elsewhere() {
    let server = Scripted::start(&[], |number, mut wire| {
        if number > 0 {
            return wire.serve();
        }
        let streams: Vec<u32> = (0..3).filter_map(|_| wire.next_request()).collect();
        // first, so that who is answered does not ask again here
        wire.go_away(streams[0], 0);
        wire.answer(streams[0]);
        wire.ignore();
    });
    let s = run(&engine(config(get(&server.url()), 3)), closed(3, 30));
    assert_eq!((s.count(Outcome::Ok), s.retries, s.sent, server.accepted()), (30, 2, 30, 2), "{}", told(&s));
}

#[test]
fn a_server_that_closes_every_connection_unused_is_given_up_on() {
    let server = Scripted::start(&[], |_, mut wire| {
        wire.next_request();
        wire.go_away(0, 0);
        wire.ignore();
    });
    let s = run(&engine(config(get(&server.url()), 1)), closed(1, 5));
    assert_eq!((s.count(Outcome::ConnectionError), s.retries), (5, 5), "{s:?}");
    assert_eq!(told(&s), "the server closes the connection: GOAWAY NO_ERROR");
}

#[test]
fn a_connection_that_is_closed_in_anger_fails_what_is_on_it() {
    let server = Scripted::start(&[], |_, mut wire| {
        let last = (0..2).filter_map(|_| wire.next_request()).last().unwrap_or(0);
        wire.go_away(last, 11);
    });
    let s = run(&engine(config(get(&server.url()), 2)), closed(2, 10));
    assert_eq!(s.count(Outcome::ConnectionError), 10, "{s:?}");
    assert_eq!(told(&s), "the server closes the connection: GOAWAY ENHANCE_YOUR_CALM");
}

#[test]
fn a_dead_connection_is_replaced() {
    // The first connection swallows everything, PINGs too.
    let server = Scripted::start(&[], |number, mut wire| if number == 0 { wire.ignore() } else { wire.serve() });
    let quick = EngineConfig { timeout: Duration::from_secs(1), ..config(get(&server.url()), 2) };
    let s = run(&engine(quick), closed(2, 30));
    // Without another connection nothing is answered, ever.
    assert!(s.count(Outcome::Ok) > 0 && s.count(Outcome::Timeout) >= 2 && server.accepted() >= 2, "{s:?}");
}

#[test]
fn frames_that_no_server_means_are_protocol_errors() {
    let server = Scripted::start(&[], |_, mut wire| {
        if let Some(stream) = wire.next_request() {
            // A body without a head.
            wire.send(DATA, 1, stream, b"x");
        }
        wire.ignore();
    });
    let s = run(&engine(config(get(&server.url()), 1)), closed(1, 3));
    assert_eq!(s.count(Outcome::ProtocolError), 3, "{s:?}");
}

#[test]
fn a_reset_behind_the_answer_takes_nothing_back_and_one_within_it_does() {
    let server = Scripted::start(&[], |_, mut wire| {
        let mut count = 0_u32;
        while let Some(stream) = wire.next_request() {
            count += 1;
            if count % 2 == 1 {
                wire.answer(stream);
                wire.send(RST_STREAM, 0, stream, &0_u32.to_be_bytes());
            } else {
                wire.head(stream);
                wire.send(DATA, 0, stream, b"half");
                wire.send(RST_STREAM, 0, stream, &8_u32.to_be_bytes());
            }
        }
    });
    let s = run(&engine(config(get(&server.url()), 1)), closed(1, 10));
    assert_eq!((s.count(Outcome::Ok), s.count(Outcome::ConnectionError), server.accepted()), (5, 5, 1), "{s:?}");
    assert_eq!(told(&s), "the server reset the stream: RST_STREAM CANCEL");
}

#[test]
fn a_limit_that_is_lowered_is_followed() {
    // MAX_CONCURRENT_STREAMS (3): 4 at first, then 1.
    let server = Scripted::start(&[0, 3, 0, 0, 0, 4], |_, mut wire| {
        let first: Vec<u32> = (0..4).filter_map(|_| wire.next_request()).collect();
        wire.send(SETTINGS, 0, 0, &[0, 3, 0, 0, 0, 1]);
        for stream in first {
            wire.answer(stream);
        }
        wire.serve();
    });
    let s = run(&engine(config(get(&server.url()), 8)), closed(4, 40));
    assert_eq!((s.count(Outcome::Ok), server.accepted()), (40, 1), "{}", told(&s));
}

#[test]
fn a_limit_that_is_raised_is_used() {
    // MAX_CONCURRENT_STREAMS (3): 1 at first, then 4, and nothing is answered before there are four.
    let server = Scripted::start(&[0, 3, 0, 0, 0, 1], |_, mut wire| {
        let first = wire.next_request();
        wire.send(SETTINGS, 0, 0, &[0, 3, 0, 0, 0, 4]);
        let more: Vec<u32> = (0..3).filter_map(|_| wire.next_request()).collect();
        for stream in first.into_iter().chain(more) {
            wire.answer(stream);
        }
        wire.serve();
    });
    let s = run(&engine(config(get(&server.url()), 4)), closed(4, 40));
    assert_eq!((s.count(Outcome::Ok), server.accepted()), (40, 1), "{}", told(&s));
}

#[test]
fn a_request_that_cannot_be_sent_says_why() {
    let server = Scripted::start(&[], |_, mut wire| wire.serve());
    let header = ("x-odd".to_owned(), "a\u{1}b".to_owned());
    let odd = send(&RequestSpec { url: server.url(), headers: vec![header], ..RequestSpec::default() });
    let s = run(&engine(config(odd, 2)), closed(2, 4));
    assert_eq!((s.count(Outcome::ProtocolError), s.sent), (4, 0), "{s:?}");
    assert!(told(&s).contains("value of the header \"x-odd\" cannot be sent over HTTP/2"), "{}", told(&s));
}
