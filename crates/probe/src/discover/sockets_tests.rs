//! Tests of the table of sockets, against recorded rows and the real table of this machine.

use super::*;

// Rows recorded with `cat /proc/net/tcp /proc/net/tcp6` on kernel 6.18, x86-64; ports, queue and uid then set by hand.
const TABLE: &str = "\
  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:1F90 00000000:0000 0A 00000000:00000005 00:00000000 00000000     0        0 17891 1 00000000852859c3 100 0 0 10 0
   1: 0100007F:1F90 0100007F:B388 01 00000000:00000000 02:00000590 00000000     0        0 19052 2 000000008c5c8e2f 22 4 20 18 -1
   2: 0100007F:C001 0100007F:1538 01 00000000:00000000 02:00000590 00000000     0        0 19053 2 000000008c5c8e30 22 4 20 18 -1
   3: 0100007F:C002 0100007F:1538 01 00000000:00000000 02:00000590 00000000     0        0 19054 2 000000008c5c8e31 22 4 20 18 -1
  sl  local_address                         remote_address                        st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 00000000000000000000000000000000:2120 00000000000000000000000000000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 15163 1 000000009d51db36 100 0 0 10 0
   1: 0000000000000000FFFF00000100007F:B1F2 0000000000000000FFFF00000100007F:2121 01 00000000:00000000 00:00000000 00000000     0        0 15295 1 000000004cd7a4cf 20 4 30 11 -1
";

#[test]
#[cfg(target_endian = "little")]
fn a_listening_row_gives_address_queue_owner_and_inode() {
    let all = parse_all(TABLE);
    assert_eq!(all.len(), 6, "head lines are no sockets");
    assert_eq!(all[0].local, "127.0.0.1:8080".parse().expect("address"));
    assert_eq!((all[0].state, all[0].rx_queue, all[0].inode), (LISTEN, 5, 17891));
    assert_eq!((all[4].local.to_string().as_str(), all[4].uid), ("[::]:8480", 1000));
}

#[test]
fn what_listens_is_read_and_connections_are_not_searched() {
    let row = |port: &str, state| {
        format!("   0: 0100007F:{port} 00000000:0000 {state} 00000000:00000003 00:00000000 00000000     0        0 17891 1 0\n")
    };
    let table = format!("  sl  local_address\n{}{}{}{}", row("1F91", "0A"), row("1F90", "0A"), row("1F90", "01"), row("1F92", "0A"));
    let ports: Vec<u16> = listening_in(table.as_bytes()).iter().map(|s| s.local.port()).collect();
    assert_eq!(ports, [8081, 8080]);
}

#[test]
#[cfg(target_endian = "little")]
fn ipv4_inside_ipv6_is_ipv4() {
    assert_eq!(parse_all(TABLE)[5].remote.to_string(), "127.0.0.1:8481");
}

#[test]
#[cfg(target_endian = "little")]
fn peers_leave_out_the_clients_of_the_own_port_and_name_each_address_once() {
    let peers: Vec<String> = peers(&parse_all(TABLE)).iter().map(ToString::to_string).collect();
    assert_eq!(peers, ["127.0.0.1:5432", "127.0.0.1:8481"]);
}

#[test]
fn both_ways_tell_the_same() {
    use std::net::{TcpListener, TcpStream};
    for address in ["127.0.0.1:0", "[::1]:0"] {
        let Ok(listener) = TcpListener::bind(address) else {
            assert!(address.starts_with('['), "IPv4 is there");
            continue;
        };
        let port = listener.local_addr().expect("address").port();
        let _client = TcpStream::connect(("localhost", port)).or_else(|_| TcpStream::connect(listener.local_addr()?)).expect("connect");
        let of = |all: Vec<Socket>| {
            let mut all: Vec<Socket> = all.into_iter().filter(|s| [s.local.port(), s.remote.port()].contains(&port)).collect();
            all.sort_by_key(|s| (s.local, s.remote));
            all
        };
        let pid = std::process::id();
        let told = of(told(pid, ALL).expect("sock_diag"));
        assert_eq!(told, of(listed(pid)));
        assert_eq!(of(listening_of(pid)).len(), 1);
        assert_eq!(told.len(), 3, "who listens, and two ends: {told:?}");
        assert_eq!(told.iter().filter(|s| s.state == LISTEN && s.rx_queue == 1).count(), 1, "nobody has accepted it");
    }
}
