//! Which packets the kernel is to hand over: TCP from or to a port of a peer, as a program for its packet filter.
//!
//! Offsets are from the beginning of the IP header. What goes over the loopback passes twice, and counts where it arrives.

use libc::{
    BPF_ABS, BPF_ALU, BPF_AND, BPF_B, BPF_H, BPF_IND, BPF_JEQ, BPF_JMP, BPF_JSET, BPF_LD, BPF_LDX, BPF_MSH, BPF_RET, BPF_W, sock_filter,
};

/// Bytes of a packet that are handed over: the headers, and the beginning of a request with its host.
pub(super) const CAPTURED: usize = 1_024;
/// Most ports: jumps reach 255 steps, which allows 58.
pub(super) const MOST_PORTS: usize = 48;

/// Kind of interface and way of a packet, as the filter can read them. Source: linux/filter.h.
const KIND_OF_INTERFACE: u32 = 0xffff_f000 + 28;
const WAY: u32 = 0xffff_f000 + 4;
const TCP: u32 = 6;

/// The program for these ports; more than [`MOST_PORTS`] are left out.
pub(super) fn program(ports: &[u16]) -> Vec<sock_filter> {
    let ports = &ports[..ports.len().min(MOST_PORTS)];
    let n = ports.len();
    // where things stand: see the comments at the lines
    let (v6, drop, take) = (16 + 2 * n, 20 + 4 * n, 21 + 4 * n);
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
    for port in [0, 2] {
        p.load(BPF_H | BPF_IND, port); // 13, 14 + n
        p.any(ports, take);
    }
    p.push(BPF_RET, 0, 0, 0); // 15 + 2n
    p.load(BPF_B | BPF_ABS, 6); // 16 + 2n: next header
    p.jump(BPF_JEQ, TCP, v6 + 2, drop); // 17 + 2n
    for port in [40, 42] {
        p.load(BPF_H | BPF_ABS, port); // 18 + 2n, 19 + 3n
        p.any(ports, take);
    }
    p.push(BPF_RET, 0, 0, 0); // drop
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

    /// What the kernel would make of it: bytes that are handed over.
    fn run(program: &[sock_filter], packet: &[u8], kind: u32, way: u32) -> u32 {
        let (mut a, mut x, mut at) = (0_u32, 0_u32, 0_usize);
        let byte = |i: usize| u32::from(packet.get(i).copied().unwrap_or(0));
        loop {
            let s = &program[at];
            at += 1;
            let code = u32::from(s.code);
            let from = if code & 0xe0 == BPF_IND { x as usize } else { 0 } + s.k as usize;
            match code & 0x07 {
                _ if code == BPF_LD | BPF_W | BPF_ABS => a = if s.k == WAY { way } else { kind },
                BPF_LD if code & 0x18 == BPF_H => a = (byte(from) << 8) | byte(from + 1),
                BPF_LD => a = byte(from),
                BPF_LDX => x = (byte(0) & 0xf) * 4,
                BPF_ALU => a &= s.k,
                BPF_JMP => {
                    let holds = if code & 0xf0 == BPF_JSET { a & s.k != 0 } else { a == s.k };
                    at += usize::from(if holds { s.jt } else { s.jf });
                }
                BPF_RET => return s.k,
                _ => unreachable!("not in our programs: {code:#x}"),
            }
        }
    }

    fn v4(protocol: u8, fragment: u16, options: usize, ports: [u16; 2]) -> Vec<u8> {
        let mut p = vec![0; 20 + 4 * options];
        p[0] = 0x45 + options as u8;
        p[6..8].copy_from_slice(&fragment.to_be_bytes());
        p[9] = protocol;
        p.extend(ports.into_iter().flat_map(u16::to_be_bytes));
        p
    }

    fn v6(next: u8, ports: [u16; 2]) -> Vec<u8> {
        let mut p = vec![0; 40];
        (p[0], p[6]) = (0x60, next);
        p.extend(ports.into_iter().flat_map(u16::to_be_bytes));
        p
    }

    #[test]
    fn packets_from_and_to_the_ports_are_taken_and_no_others() {
        const ETHERNET: u32 = 1;
        const LOOPBACK: u32 = 772;
        const HOST: u32 = 0;
        const OUTGOING: u32 = 4;
        for ports in [vec![8081], vec![80, 8081, 9200], (8066..8082).collect(), (8066..9000).collect::<Vec<u16>>()] {
            let program = program(&ports);
            let takes = |packet: &[u8], kind, way| run(&program, packet, kind, way) > 0;
            let (there, back) = ([40_000, 8081], [8081, 40_000]);
            for packet in [v4(6, 0, 0, there), v4(6, 0x4000, 3, back), v6(6, there), v6(6, back)] {
                assert!(
                    takes(&packet, ETHERNET, OUTGOING) && takes(&packet, ETHERNET, HOST) && takes(&packet, LOOPBACK, HOST),
                    "{packet:?}"
                );
                assert!(!takes(&packet, LOOPBACK, OUTGOING), "it passes a second time");
            }
            let others =
                [v4(17, 0, 0, there), v4(6, 0x2001, 0, there), v6(17, there), v4(6, 0, 0, [40_000, 81]), v6(6, [81, 40_000]), vec![0; 60]];
            for packet in others {
                assert!(!takes(&packet, ETHERNET, HOST), "{packet:?}");
            }
        }
    }
}
