//! As whom, and to which database, the target is connected: the server shows both in the title of the process that serves a connection, with the address of the
//! client: `postgres: app desk 127.0.0.1(46316) idle`.

use crate::{Context, discover};
use std::collections::BTreeSet;
use std::net::SocketAddr;

/// Role and database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Login {
    pub(super) role: String,
    pub(super) database: String,
}

/// Those of a connection of the target to the server at `address`; `None` where its processes are not seen from here, or tell no such thing.
pub(super) fn of_the_target(cx: &Context, address: SocketAddr) -> Option<Login> {
    let sockets = cx.processes().filter_map(|t| discover::sockets_of(t.pid).ok()).flatten();
    let ports: BTreeSet<u16> = sockets.filter(|s| s.remote == address).map(|s| s.local.port()).collect();
    discover::processes().into_iter().find_map(|pid| {
        let title = discover::text(&discover::file(pid, "cmdline"))?;
        titled(title.trim_end_matches('\0')).filter(|(port, _)| ports.contains(port)).map(|(_, login)| login)
    })
}

/// Port of the client, role and database of a title. A name with a blank in it is not told from two.
fn titled(title: &str) -> Option<(u16, Login)> {
    let words: Vec<&str> = title.strip_prefix("postgres: ")?.split(' ').collect();
    let port = |word: &str| word.strip_suffix(')')?.rsplit_once('(')?.1.parse().ok();
    let (at, port) = words.iter().enumerate().find_map(|(i, w)| Some((i, port(w)?)))?;
    let word = |before: usize| words.get(at.checked_sub(before)?).map(|w| (*w).to_owned());
    Some((port, Login { role: word(2)?, database: word(1)? }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_tells_who_is_connected_to_which_database() {
        let app = |port| Some((port, Login { role: "app".into(), database: "desk".into() }));
        for (title, told) in [
            ("postgres: app desk 127.0.0.1(46316) idle", app(46316)),
            ("postgres: 15/main: app desk 10.0.0.7(51002) SELECT", app(51002)),
            ("postgres: app desk ::1(51003) idle in transaction", app(51003)),
            ("postgres: app desk 127.0.0.1(46316)", app(46316)),
            ("postgres: app desk [local] idle", None),
            ("postgres: checkpointer ", None),
            ("postgres: autovacuum launcher ", None),
            ("/usr/lib/postgresql/15/bin/postgres -D /data -p 5432", None),
            ("postgres: 127.0.0.1(46316) idle", None),
        ] {
            assert_eq!(titled(title), told, "{title}");
        }
    }
}
