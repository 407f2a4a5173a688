//! How the lines of the account are called.

use diagnose::ledger::{Check, Group, Line, What};
use model::{Message, message};
use words::{Lang, say};

/// What parts a path of the document.
const SEPARATOR: &str = "/";

/// Name of a group; empty for lines that stand alone.
pub(crate) fn group(of: Group) -> Message {
    match of {
        Group::Alone => Message::default(),
        Group::Holding => message!("account/holding"),
        Group::EventLoop => message!("account/on-the-loop"),
        Group::ThreadPool => message!("account/libuv-pool"),
    }
}

/// Name of a line within its group.
pub(crate) fn what(of: &What) -> Message {
    match of {
        What::LateSend => message!("account/late-send"),
        What::TurnedAway => message!("account/turned-away"),
        What::Poller => message!("account/poller"),
        What::Unread => message!("account/unread"),
        What::WorkerQueue => message!("account/worker-queue"),
        What::OutsideDispatch => message!("account/outside-dispatch"),
        What::Stopped => message!("account/stopped"),
        What::Memory => message!("account/memory"),
        What::PoolWait => message!("account/pool-wait"),
        What::Remote => message!("account/remote"),
        What::Cache => message!("account/cache"),
        What::Database => message!("account/database"),
        What::Network => message!("account/network"),
        What::RunQueue => message!("account/run-queue"),
        What::Cpu => message!("account/cpu"),
        What::Lock => message!("account/lock"),
        What::Logging => message!("account/logging"),
        What::Disk => message!("account/disk"),
        What::CallTurn => message!("account/call-turn"),
        What::ClientPoolWait => message!("account/client-pool-wait"),
        What::AnswerWait => message!("account/answer-wait"),
        What::OtherWait => message!("account/other-wait"),
        What::RequestIo => message!("account/request-io"),
        What::LoopWait => message!("account/loop-wait"),
        What::Collecting => message!("account/collecting"),
        What::Blocked => message!("account/blocked"),
        What::ThreadWait => message!("account/thread-wait"),
        What::ThreadWork(name) => Message::verbatim(name),
        What::Parallel => message!("account/parallel"),
    }
}

/// Name of a comparison.
pub(crate) fn check(of: Check) -> Message {
    match of {
        Check::PoolWait => message!("account/pool-wait"),
        Check::WorkerTaken => message!("account/worker-taken"),
        Check::InServer => message!("account/in-server"),
    }
}

/// `holding the DB connection/remote call`.
pub(crate) fn path(line: &Line) -> String {
    let (group, what) = (say(&group(line.group), Lang::En), say(&what(&line.what), Lang::En));
    if group.is_empty() { what } else { [group, what].join(SEPARATOR) }
}
