//! A TCP segment as it passed: from whom, to whom, and the beginning of its data.

use std::net::{IpAddr, SocketAddr};

/// A segment.
#[derive(Debug, PartialEq)]
pub(super) struct Segment<'a> {
    pub(super) from: SocketAddr,
    pub(super) to: SocketAddr,
    /// The sender will send no more, or has dropped the connection.
    pub(super) ends: bool,
    /// The beginning of its data, as far as it was handed over.
    pub(super) data: &'a [u8],
    /// That is not all of it, or it is not known whether it is.
    pub(super) cut: bool,
}

const TCP: u8 = 6;
const FIN_OR_RST: u8 = 0b101;

/// Reads a packet from its IP header on; `None` for what is no TCP or is cut within its headers.
pub(super) fn segment(packet: &[u8]) -> Option<Segment<'_>> {
    let (from, to, length, tcp) = match packet.first()? >> 4 {
        4 if packet.get(9) == Some(&TCP) => {
            let head = usize::from(packet[0] & 0x0f) * 4;
            (IpAddr::from(array::<4>(packet, 12)?), IpAddr::from(array::<4>(packet, 16)?), usize::from(u16_at(packet, 2)?), head)
        }
        6 if packet.get(6) == Some(&TCP) => {
            let length = usize::from(u16_at(packet, 4)?);
            // none where it is larger than what can be said: it ends where the packet does
            let length = if length == 0 { 0 } else { length + 40 };
            (IpAddr::from(array::<16>(packet, 8)?), IpAddr::from(array::<16>(packet, 24)?), length, 40)
        }
        _ => return None,
    };
    let end = if length == 0 { packet.len() } else { length.min(packet.len()) };
    let head = packet.get(tcp..end)?;
    let data = usize::from(head.get(12)? >> 4) * 4;
    Some(Segment {
        from: SocketAddr::new(from.to_canonical(), u16_at(head, 0)?),
        to: SocketAddr::new(to.to_canonical(), u16_at(head, 2)?),
        ends: head.get(13)? & FIN_OR_RST != 0,
        data: head.get(data..)?,
        cut: length == 0 || packet.len() < length,
    })
}

fn array<const N: usize>(bytes: &[u8], at: usize) -> Option<[u8; N]> {
    bytes.get(at..at + N)?.try_into().ok()
}

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_be_bytes(array(bytes, at)?))
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    fn tcp(from: u16, to: u16, flags: u8, options: usize, data: &[u8]) -> Vec<u8> {
        let mut t = [&from.to_be_bytes()[..], &to.to_be_bytes(), &[0; 8], &[((5 + options as u8) << 4), flags], &[0; 6]].concat();
        t.extend(std::iter::repeat_n(1, 4 * options));
        t.extend(data);
        t
    }

    /// A packet as it passes, with TCP options; one between IPv4 addresses, else of IPv6.
    pub(in super::super) fn packet(from: &str, to: &str, flags: u8, data: &[u8]) -> Vec<u8> {
        let (from, to): (SocketAddr, SocketAddr) = (from.parse().expect("an address"), to.parse().expect("an address"));
        let tcp = tcp(from.port(), to.port(), flags, 3, data);
        let mut p = match (from.ip(), to.ip()) {
            (IpAddr::V4(a), IpAddr::V4(b)) => {
                let total = (20 + tcp.len()) as u16;
                [&[0x45, 0][..], &total.to_be_bytes(), &[0; 5], &[TCP], &[0; 2], &a.octets(), &b.octets()].concat()
            }
            (IpAddr::V6(a), IpAddr::V6(b)) => {
                let length = tcp.len() as u16;
                [&[0x60, 0, 0, 0][..], &length.to_be_bytes(), &[TCP, 64], &a.octets(), &b.octets()].concat()
            }
            _ => unreachable!("both of one kind"),
        };
        p.extend(tcp);
        p
    }

    #[test]
    fn both_kinds_of_packets_are_read() {
        for (from, to) in [("127.0.0.1:40000", "10.0.0.7:8081"), ("[::1]:40000", "[2001:db8::7]:8081")] {
            let bytes = packet(from, to, 0x18, b"GET / HTTP/1.1\r\n");
            let s = segment(&bytes).expect("whole");
            assert_eq!((s.from.to_string(), s.to.to_string(), s.ends), (from.to_owned(), to.to_owned(), false));
            assert_eq!((s.data, s.cut), (&b"GET / HTTP/1.1\r\n"[..], false));
            assert!(segment(&packet(from, to, 0x11, b"")).expect("whole").ends);
        }
    }

    #[test]
    fn what_fills_up_a_short_frame_is_no_data() {
        let mut bytes = packet("127.0.0.1:40000", "127.0.0.1:8081", 0x10, b"");
        bytes.extend([0; 14]);
        assert_eq!(segment(&bytes).expect("whole").data, b"");
    }

    #[test]
    fn a_packet_that_is_cut_anywhere_is_read_or_refused() {
        for (from, to) in [("127.0.0.1:1", "10.0.0.7:2"), ("[::1]:1", "[::2]:2")] {
            let whole = packet(from, to, 0x18, b"GET / HTTP/1.1\r\n");
            for cut in 0..whole.len() {
                let read = segment(&whole[..cut]);
                assert!(read.is_none_or(|s| s.cut && b"GET / HTTP/1.1\r\n".starts_with(s.data)), "{cut}");
            }
        }
    }
}
