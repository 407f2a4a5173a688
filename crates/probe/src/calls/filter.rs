//! Which packets the kernel is to hand over, as a program for its packet filter: from and to ports that speak HTTP those that bring something or end a connection,
//! and of those to other ports of peers the first sign that they do, a request. All others cost who sends them no more than the program. What comes to the port
//! of the target and goes from it is the load, and is dropped, whatever ports peers have; on the loopback, where who calls whom cannot be told by the way, all at that port.
//!
//! Offsets are from the beginning of the IP header. What goes over the loopback passes twice, and counts where it arrives.

use libc::{
    BPF_ABS, BPF_ADD, BPF_ALU, BPF_AND, BPF_B, BPF_H, BPF_IMM, BPF_IND, BPF_JA, BPF_JEQ, BPF_JMP, BPF_JSET, BPF_LD, BPF_LDX, BPF_MISC,
    BPF_MSH, BPF_RET, BPF_RSH, BPF_TAX, BPF_W, BPF_X, sock_filter,
};

/// Bytes of a packet that are handed over: the headers, and what most requests say. A choice: a signed assertion takes a thousand.
pub(super) const CAPTURED: usize = 2_048;
/// Most ports. A choice: jumps reach 255 steps, and each port takes two at most.
const MOST_PORTS: usize = 48;

/// Kind of interface and way of a packet, as the filter can read them. Source: linux/filter.h.
const KIND_OF_INTERFACE: u32 = 0xffff_f000 + 28;
const WAY: u32 = 0xffff_f000 + 4;
const TCP: u32 = 6;
/// Of a TCP header: where its length and its flags stand, and those that end a connection.
const LENGTH: u32 = 12;
const FLAGS: u32 = 13;
const FIN_OR_RST: u32 = 0b101;
/// How requests begin: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS.
const REQUESTS: [&[u8; 4]; 7] = [b"GET ", b"HEAD", b"POST", b"PUT ", b"PATC", b"DELE", b"OPTI"];

/// The program for ports that `speak` HTTP, and others that may; more than [`MOST_PORTS`] are left out. `own`: the port of the target.
pub(super) fn program(speak: &[u16], may: &[u16], own: u16) -> Vec<sock_filter> {
    let speak = &speak[..speak.len().min(MOST_PORTS)];
    let may = &may[..may.len().min(MOST_PORTS - speak.len())];
    // where things stand: see the comments at the lines
    let known = 30 + 2 * speak.len() + may.len();
    let (v6, tcp, drop, other) = (14, 17, known - 1, known + 9);
    let data = known + 2;
    let take = other + 6 + REQUESTS.len() + 1;
    let mut p = Program(Vec::with_capacity(take + 1));
    p.load(BPF_W | BPF_ABS, KIND_OF_INTERFACE); // 0
    p.jump(BPF_JEQ, u32::from(libc::ARPHRD_LOOPBACK), 2, 4); // 1
    p.load(BPF_W | BPF_ABS, WAY); // 2
    p.jump(BPF_JEQ, u32::from(libc::PACKET_OUTGOING), drop, 4); // 3
    p.load(BPF_B | BPF_ABS, 0); // 4: version
    p.push(BPF_ALU | BPF_AND, 0, 0, 0xf0); // 5
    p.jump(BPF_JEQ, 0x60, v6, 7); // 6
    p.jump(BPF_JEQ, 0x40, 8, drop); // 7
    p.load(BPF_B | BPF_ABS, 9); // 8: protocol
    p.jump(BPF_JEQ, TCP, 10, drop); // 9
    p.load(BPF_H | BPF_ABS, 6); // 10: place of a fragment
    p.jump(BPF_JSET, 0x1fff, drop, 12); // 11
    p.push(BPF_LDX | BPF_B | BPF_MSH, 0, 0, 0); // 12: length of the header
    p.push(BPF_JMP | BPF_JA, 0, 0, (tcp - 14) as u32); // 13
    p.load(BPF_B | BPF_ABS, 6); // 14, v6: next header
    p.jump(BPF_JEQ, TCP, 16, drop); // 15
    p.push(BPF_LDX | BPF_IMM, 0, 0, 40); // 16: length of the header
    p.load(BPF_W | BPF_ABS, KIND_OF_INTERFACE); // 17, tcp
    p.jump(BPF_JEQ, u32::from(libc::ARPHRD_LOOPBACK), 23, 19); // 18
    p.load(BPF_W | BPF_ABS, WAY); // 19
    p.jump(BPF_JEQ, u32::from(libc::PACKET_OUTGOING), 21, 25); // 20
    p.load(BPF_H | BPF_IND, 0); // 21: goes out
    p.jump(BPF_JEQ, u32::from(own), drop, 27); // 22
    p.load(BPF_H | BPF_IND, 0); // 23: on the loopback
    p.jump(BPF_JEQ, u32::from(own), drop, 25); // 24
    p.load(BPF_H | BPF_IND, 2); // 25: comes in
    p.jump(BPF_JEQ, u32::from(own), drop, 27); // 26
    for port in [0, 2] {
        p.load(BPF_H | BPF_IND, port); // 27; 28 + speak
        p.any(speak, known);
    }
    p.any(may, other);
    p.push(BPF_RET, 0, 0, 0); // 29 + 2 speak + may, drop
    p.load(BPF_B | BPF_IND, FLAGS); // known
    p.jump(BPF_JSET, FIN_OR_RST, take, data);
    p.go_to_data();
    p.load(BPF_B | BPF_IND, 0); // ends here where there is none
    p.push(BPF_RET, 0, 0, CAPTURED as u32); // known + 8
    p.go_to_data(); // other
    p.load(BPF_W | BPF_IND, 0);
    for begins in REQUESTS {
        let next = p.0.len() + 1;
        p.jump(BPF_JEQ, u32::from_be_bytes(*begins), take, next);
    }
    p.push(BPF_RET, 0, 0, 0);
    p.push(BPF_RET, 0, 0, CAPTURED as u32); // take
    p.0
}

struct Program(Vec<sock_filter>);

impl Program {
    fn push(&mut self, code: u32, jt: usize, jf: usize, k: u32) {
        self.0.push(sock_filter { code: code as u16, jt: jt as u8, jf: jf as u8, k });
    }

    fn load(&mut self, how: u32, at: u32) {
        self.push(BPF_LD | how, 0, 0, at);
    }

    /// From the TCP header to its data: five steps.
    fn go_to_data(&mut self) {
        self.load(BPF_B | BPF_IND, LENGTH);
        self.push(BPF_ALU | BPF_AND, 0, 0, 0xf0);
        self.push(BPF_ALU | BPF_RSH, 0, 0, 2);
        self.push(BPF_ALU | BPF_ADD | BPF_X, 0, 0, 0);
        self.push(BPF_MISC | BPF_TAX, 0, 0, 0);
    }

    /// To `yes` where it holds, else to `no`.
    fn jump(&mut self, what: u32, k: u32, yes: usize, no: usize) {
        let next = self.0.len() + 1;
        self.push(BPF_JMP | what, yes - next, no - next, k);
    }

    /// To `yes` where it is one of these.
    fn any(&mut self, ports: &[u16], yes: usize) {
        for port in ports {
            let next = self.0.len() + 1;
            self.jump(BPF_JEQ, u32::from(*port), yes, next);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ETHERNET: u32 = 1;
    const LOOPBACK: u32 = 772;
    const HOST: u32 = 0;
    const OUTGOING: u32 = 4;
    const ACK: u8 = 0x10;
    const FIN: u8 = 0x11;

    /// What the kernel would make of it: bytes that are handed over.
    fn run(program: &[sock_filter], packet: &[u8], kind: u32, way: u32) -> u32 {
        let (mut a, mut x, mut at) = (0_u32, 0_u32, 0_usize);
        loop {
            let s = &program[at];
            at += 1;
            let code = u32::from(s.code);
            let from = if code & 0xe0 == BPF_IND { x as usize } else { 0 } + s.k as usize;
            let bytes = |n: usize| packet.get(from..from + n).map(|b| b.iter().fold(0, |a, b| (a << 8) | u32::from(*b)));
            match code & 0x07 {
                _ if code == BPF_LD | BPF_W | BPF_ABS => a = if s.k == WAY { way } else { kind },
                BPF_LD => {
                    // what lies beyond the packet ends the program
                    let Some(v) = bytes(match code & 0x18 {
                        BPF_H => 2,
                        BPF_B => 1,
                        _ => 4,
                    }) else {
                        return 0;
                    };
                    a = v;
                }
                BPF_LDX if code & 0xe0 == BPF_MSH => x = u32::from(packet[0] & 0xf) * 4,
                BPF_LDX => x = s.k,
                BPF_ALU => match code & 0xf0 {
                    BPF_AND => a &= s.k,
                    BPF_RSH => a >>= s.k,
                    _ => a += x,
                },
                BPF_MISC => x = a,
                BPF_JMP if code & 0xf0 == BPF_JA => at += s.k as usize,
                BPF_JMP => {
                    let holds = if code & 0xf0 == BPF_JSET { a & s.k != 0 } else { a == s.k };
                    at += usize::from(if holds { s.jt } else { s.jf });
                }
                BPF_RET => return s.k,
                _ => unreachable!("not in our programs: {code:#x}"),
            }
        }
    }

    fn tcp(ports: [u16; 2], flags: u8, options: usize, data: &str) -> Vec<u8> {
        let ports = ports.into_iter().flat_map(u16::to_be_bytes);
        let rest = [0; 8].into_iter().chain([(5 + options as u8) << 4, flags]).chain([0; 6]).chain(vec![1; 4 * options]);
        ports.chain(rest).chain(data.bytes()).collect()
    }

    fn v4(protocol: u8, fragment: u16, options: usize, tcp: &[u8]) -> Vec<u8> {
        let mut p = vec![0; 20 + 4 * options];
        p[0] = 0x45 + options as u8;
        p[6..8].copy_from_slice(&fragment.to_be_bytes());
        p[9] = protocol;
        p.extend(tcp);
        p
    }

    fn v6(next: u8, tcp: &[u8]) -> Vec<u8> {
        let mut p = vec![0; 40];
        (p[0], p[6]) = (0x60, next);
        p.extend(tcp);
        p
    }

    fn programs(ports: &[u16]) -> Vec<Vec<sock_filter>> {
        let lists = [vec![], vec![80, 9200], (7000..7046).collect(), (7000..8000).collect()];
        lists.iter().map(|more| program(&[ports, more].concat(), &[443], 8080)).collect()
    }

    #[test]
    fn what_a_port_that_speaks_brings_and_ends_is_taken_and_nothing_else() {
        for program in programs(&[8081]) {
            let takes = |packet: &[u8], kind, way| run(&program, packet, kind, way) > 0;
            let (there, back) = ([40_000, 8081], [8081, 40_000]);
            let (ask, body) = (tcp(there, ACK, 3, "GET / HTTP/1.1"), tcp(back, ACK, 0, "x"));
            for packet in [v4(6, 0, 0, &ask), v4(6, 0x4000, 3, &body), v6(6, &ask), v6(6, &body), v4(6, 0, 0, &tcp(back, FIN, 3, ""))] {
                assert!(
                    takes(&packet, ETHERNET, OUTGOING) && takes(&packet, ETHERNET, HOST) && takes(&packet, LOOPBACK, HOST),
                    "{packet:?}"
                );
                assert!(!takes(&packet, LOOPBACK, OUTGOING), "it passes a second time");
            }
            let others = [
                v4(17, 0, 0, &ask),
                v4(6, 0x2001, 0, &ask),
                v6(17, &ask),
                v4(6, 0, 0, &tcp(there, ACK, 3, "")),
                v6(6, &tcp(back, ACK, 0, "")),
                v4(6, 0, 0, &tcp([40_000, 81], ACK, 0, "GET / HTTP/1.1")),
                vec![0; 60],
            ];
            for packet in others {
                assert!(!takes(&packet, ETHERNET, HOST), "{packet:?}");
            }
        }
    }

    #[test]
    fn of_other_ports_a_request_alone_is_taken() {
        for speak in [vec![], vec![80, 81, 82]] {
            for may in [vec![8081], vec![9200, 8081], (8040..8083).collect()] {
                let program = program(&speak, &may, 8080);
                let takes = |packet: &[u8]| run(&program, packet, LOOPBACK, HOST) > 0;
                for method in crate::endpoint::METHODS {
                    let ask = tcp([40_000, 8081], ACK, 3, &format!("{method} / HTTP/1.1"));
                    assert!(takes(&v4(6, 0, 0, &ask)) && takes(&v6(6, &ask)), "{method}");
                }
                for data in ["", "G", "\u{3}SELECT 1", "HTTP/1.1 200"] {
                    assert!(!takes(&v4(6, 0, 0, &tcp([40_000, 8081], FIN, 3, data))), "{data}");
                    assert!(!takes(&v4(6, 0, 0, &tcp([8081, 40_000], ACK, 3, "GET / HTTP/1.1"))), "the other way");
                }
            }
        }
    }

    #[test]
    fn the_load_is_not_taken_though_a_peer_has_the_port_of_the_target() {
        let (ask, answer) = (tcp([40_000, 8080], ACK, 3, "GET / HTTP/1.1"), tcp([8080, 40_000], FIN, 0, "HTTP/1.1 200"));
        for (speak, may) in [(vec![8080], vec![]), (vec![80, 8080], vec![443])] {
            let program = program(&speak, &may, 8080);
            let takes = |packet: &[u8], kind, way| {
                assert_eq!(run(&program, &v4(6, 0, 0, packet), kind, way), run(&program, &v6(6, packet), kind, way));
                run(&program, &v4(6, 0, 0, packet), kind, way) > 0
            };
            assert!(!takes(&ask, LOOPBACK, HOST) && !takes(&answer, LOOPBACK, HOST), "the load");
            assert!(!takes(&ask, ETHERNET, HOST) && !takes(&answer, ETHERNET, OUTGOING), "the load from elsewhere");
            assert!(takes(&ask, ETHERNET, OUTGOING) && takes(&answer, ETHERNET, HOST), "of the peer elsewhere");
        }
    }

    #[test]
    fn no_ports_are_no_packets() {
        assert_eq!(run(&program(&[], &[], 0), &v4(6, 0, 0, &tcp([40_000, 8081], FIN, 3, "GET ")), LOOPBACK, HOST), 0);
    }
}
