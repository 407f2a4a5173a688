//! What the server does with one request.

use super::{Manner, Seen};
use bytes::Bytes;
use h2::server::SendResponse;
use h2::{RecvStream, SendStream};
use http::{Request, Response, StatusCode};
use std::time::Duration;
use tokio::sync::watch;

/// `None` when the client has given the request up.
pub(super) async fn answer(
    request: Request<RecvStream>,
    mut respond: SendResponse<Bytes>,
    manner: Manner,
    count: u64,
    seen: &Seen,
    cut: watch::Sender<bool>,
) -> Option<()> {
    let (head, body) = request.into_parts();
    let path = head.uri.path().to_owned();
    let has_cookie = head.headers.get("cookie").is_some_and(|c| c == "sid=s1");
    let length = if manner == Manner::Refuses { 0 } else { read(body).await };
    *seen.last.lock().expect("no panic") = Some((head, length));
    let with = |status: u16| Response::builder().status(StatusCode::from_u16(status).expect("a status"));
    let (status, text) = match manner {
        Manner::Answer(ms) => {
            tokio::time::sleep(Duration::from_millis(ms)).await;
            (200, "ok")
        }
        Manner::Body(size) => return fill(respond, size, 16_000).await,
        Manner::Crumbs(frames) => return fill(respond, frames * 10, 10).await,
        Manner::Takes(size) => (if length == size { 200 } else { 400 }, "ok"),
        Manner::Refuses => (413, ""),
        Manner::Status(status) => (status, "no"),
        Manner::Head(size) => {
            let large = with(200).header("x-large", "x".repeat(size)).body(()).expect("a head");
            respond.send_response(large, true).ok()?;
            return Some(());
        }
        Manner::Reset(reason) => {
            respond.send_reset(reason);
            return Some(());
        }
        Manner::HalfSilent if count.is_multiple_of(2) => {
            std::future::poll_fn(|cx| respond.poll_reset(cx)).await.ok()?;
            return None;
        }
        Manner::HalfSilent | Manner::Retires(_) => (200, "ok"),
        Manner::Cut => {
            let mut body = respond.send_response(with(200).body(()).expect("a head"), false).ok()?;
            body.send_data(Bytes::from_static(b"half of "), false).ok()?;
            tokio::time::sleep(Duration::from_millis(20)).await;
            let _gone = cut.send(true).is_err();
            std::future::pending::<()>().await;
            return None;
        }
        Manner::Tokens if path == "/login" => {
            let head = with(200).header("set-cookie", "sid=s1; Path=/").body(()).expect("a head");
            let mut body = respond.send_response(head, false).ok()?;
            body.send_data(Bytes::from_static(b"{\"token\":\"t1\"}"), true).ok()?;
            return Some(());
        }
        Manner::Tokens if path == "/use/t1" && has_cookie => (200, "{\"ok\":true}"),
        Manner::Tokens => (200, "{\"ok\":false}"),
    };
    let mut body = respond.send_response(with(status).body(()).expect("a head"), text.is_empty()).ok()?;
    if !text.is_empty() {
        body.send_data(Bytes::from_static(text.as_bytes()), true).ok()?;
    }
    Some(())
}

/// Reads a body, and says so, so that the client may send on.
async fn read(mut body: RecvStream) -> usize {
    let mut length = 0;
    while let Some(Ok(piece)) = body.data().await {
        length += piece.len();
        drop(body.flow_control().release_capacity(piece.len()));
    }
    length
}

/// Sends a body in frames of `each` bytes at most, as the client's windows allow.
async fn fill(mut respond: SendResponse<Bytes>, size: usize, each: usize) -> Option<()> {
    let mut body: SendStream<Bytes> = respond.send_response(Response::new(()), false).ok()?;
    let mut left = size;
    while left > 0 {
        body.reserve_capacity(left.min(each));
        let room = std::future::poll_fn(|cx| body.poll_capacity(cx)).await?.ok()?;
        let n = room.min(left).min(each);
        left -= n;
        body.send_data(Bytes::from(vec![b'x'; n]), left == 0).ok()?;
    }
    Some(())
}
