//! Fires where requests sleep before they try again; quiet where the call itself takes the time, and where they sleep for another reason.

use crate::tests::built::replace_stack;
use diagnose::{Analysis, Hypothesis, Status};
use testkit::{LevelSpec, RunBuilder};

const TRIES: [&str; 4] = [
    "org.apache.catalina.connector.CoyoteAdapter.service",
    "shop.login.Tokens.fresh",
    "com.google.api.client.http.HttpRequest.execute",
    "com.google.api.client.util.BackOffUtils.next",
];
const SLEEPS: [&str; 2] = ["java.lang.Thread.sleep", "java.lang.Thread.sleep0"];
const READS: [&str; 3] =
    ["sun.net.www.protocol.http.HttpURLConnection.getInputStream", "sun.nio.ch.NioSocketImpl.implRead", "sun.nio.ch.Net.poll"];

/// Requests keep one of 200 workers for 53 ms under light load and for a second at saturation, nearly all of it in `stack`.
fn told(stack: &[&str]) -> Hypothesis {
    let mut run =
        RunBuilder::new().usual_levels(190.0, |f, l| LevelSpec { lock: if f >= 1.0 { 1000.0 } else { 50.0 }, workers: 200.0, ..l }).build();
    replace_stack(&mut run, "shop.orders.Format.date", stack);
    super::CAUSE.hypothesis(&Analysis::of(&run))
}

#[test]
fn fires_where_requests_sleep_before_they_try_again() {
    let h = told(&[&TRIES[..], &SLEEPS].concat());
    assert!(h.status == Status::Supported && h.reason.is("retries-amplify/holds"), "{h:#?}");
    assert_eq!(h.site, "Tokens.fresh:41");
}

#[test]
fn stays_quiet_where_the_call_takes_the_time_or_nothing_is_tried_again() {
    assert_eq!(told(&[&TRIES[..3], &READS].concat()).status, Status::Rejected);
    assert_eq!(told(&[&TRIES[..], &READS].concat()).status, Status::Rejected);
    assert_eq!(told(&[&TRIES[..2], &SLEEPS].concat()).status, Status::Rejected);
}
