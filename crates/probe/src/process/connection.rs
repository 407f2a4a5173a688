//! A TCP connection with its counts, as the kernel tells of it (`sock_diag`).

use crate::discover::sock_diag::{self, ANSWER, INFO, u16_at, u32_at};
use std::net::SocketAddr;

/// Places of `tcpi_data_segs_in` and `tcpi_data_segs_out` in `tcp_info`: linux/tcp.h, there since Linux 4.6.
const DATA_SEGMENTS_IN: usize = 152;
const DATA_SEGMENTS_OUT: usize = 156;
/// Place of `tcpi_bytes_received`, since Linux 4.1.
const BYTES_RECEIVED: usize = 128;
/// Places of `tcpi_last_data_sent` and `tcpi_last_data_recv`: milliseconds since then, in ticks of the kernel (4 ms at 250 a second).
const SINCE_SENT: usize = 44;
const SINCE_RECEIVED: usize = 52;

/// Places of `tcpi_snd_mss`, `tcpi_unacked`, `tcpi_snd_cwnd` (segments, all three but the first) and `tcpi_notsent_bytes`, since Linux 4.6.
const SEGMENT: usize = 16;
const UNACKNOWLEDGED: usize = 24;
const WINDOW: usize = 80;
const NOT_SENT: usize = 144;

/// Segments sent, segments received and bytes received.
pub(super) type Passed = [u64; 3];

/// One connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) local: u16,
    pub(super) remote: SocketAddr,
    pub(super) inode: u32,
    /// What the kernel calls it, never to be used again.
    pub(super) cookie: u64,
    pub(super) sent: u32,
    pub(super) received: u32,
    pub(super) bytes: u64,
    /// Whether data was sent no earlier than any was received: a connection that is used again at once is sent the next question in the tick of the kernel in
    /// which the answer came.
    pub(super) awaited: bool,
    /// Whether less than a full segment waits to be sent although the window has room for it: until what was sent before is acknowledged.
    pub(super) held: bool,
}

impl Row {
    /// What passed on it so far.
    pub(super) fn passed(&self) -> Passed {
        [u64::from(self.sent), u64::from(self.received), self.bytes]
    }
}

/// A connection of an answer; `None` where it is cut off or without its counts.
pub(super) fn row(body: &[u8]) -> Option<Row> {
    let ip = sock_diag::ip(body, 24)?;
    let port = |at: usize| Some(u16::from_be_bytes([*body.get(at)?, *body.get(at + 1)?]));
    let (local, port) = (port(4)?, port(6)?);
    let mut rest = body.get(ANSWER..)?;
    loop {
        let length = usize::from(u16_at(rest, 0)?).max(4);
        if u16_at(rest, 2)? == INFO {
            let info = rest.get(4..length)?;
            let (sent, received) = (u32_at(info, DATA_SEGMENTS_OUT)?, u32_at(info, DATA_SEGMENTS_IN)?);
            let bytes = u64::from_ne_bytes(info.get(BYTES_RECEIVED..BYTES_RECEIVED + 8)?.try_into().ok()?);
            let cookie = u64::from_ne_bytes(body.get(44..52)?.try_into().ok()?);
            let awaited = u32_at(info, SINCE_SENT)? <= u32_at(info, SINCE_RECEIVED)?;
            let remote = SocketAddr::new(ip, port);
            let (not_sent, under_way) = (u32_at(info, NOT_SENT)?, u32_at(info, UNACKNOWLEDGED)?);
            let held = (1..u32_at(info, SEGMENT)?).contains(&not_sent) && (1..u32_at(info, WINDOW)?).contains(&under_way);
            return Some(Row { local, cookie, remote, inode: u32_at(body, 68)?, sent, received, bytes, awaited, held });
        }
        rest = rest.get(length.next_multiple_of(4)..)?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_cut_off_is_no_row_and_no_panic() {
        assert_eq!(row(&[0; 71]), None);
    }
}
