//! What the journal keeps, whatever is written to it and wherever it is cut.

use super::*;
use crate::interventions::command::Commands;

fn restore(n: u32) -> Restore {
    Restore::by(&Commands { command: format!("true {n}"), check: None }).unwrap()
}

fn said(text: &str) -> Message {
    Message::verbatim(text)
}

#[test]
fn an_entry_says_what_is_changed_and_one_of_an_older_version_does_too() {
    let dir = tempfile::tempdir().unwrap();
    let journal = Journal::in_folder(dir.path());
    let subject = message!("pool_size/subject", pool: name("orders"), pid: name("421"));
    journal.open(&subject, &restore(1)).unwrap();
    let entry = &journal.pending().unwrap()[0];
    assert_eq!((entry.subject(), entry.what.as_str()), (subject.clone(), subject.to_string().as_str()));
    // a line as version 0.1 writes it
    let old = r#"{"open":{"id":"7-1","what":"size of pool \"orders\" of pid 421","restore":{"kind":"nothing"},"tool":[7,1],"unix_ns":0}}"#;
    std::fs::write(journal.path(), format!("{old}\n")).unwrap();
    assert_eq!(journal.pending().unwrap()[0].subject(), said("size of pool \"orders\" of pid 421"));
}

#[test]
fn what_is_open_is_pending_until_it_is_closed() {
    let dir = tempfile::tempdir().unwrap();
    let journal = Journal::in_folder(&dir.path().join("state"));
    assert_eq!(journal.pending().unwrap(), []);
    let (a, b) = (journal.open(&said("a"), &restore(1)).unwrap(), journal.open(&said("b"), &restore(2)).unwrap());
    assert_eq!(journal.pending().unwrap().iter().map(|e| e.what.as_str()).collect::<Vec<_>>(), ["a", "b"]);
    journal.close(&a, "restored").unwrap();
    let left = journal.pending().unwrap();
    assert_eq!((left.len(), left[0].id == b, &left[0].restore), (1, true, &restore(2)));
}

#[test]
fn a_closed_entry_keeps_no_command_and_the_others_stay_as_they_are() {
    let dir = tempfile::tempdir().unwrap();
    let journal = Journal::in_folder(dir.path());
    let secret = |n: &str| Commands { command: format!("reset -p {n}"), check: Some(format!("see -p {n}")) };
    let secret = |n: &str| Restore::by(&secret(n)).unwrap();
    let ids = ["one", "two", "three"].map(|n| journal.open(&said(&format!("pool ä {n}")), &secret(n)).unwrap());
    let before = std::fs::read(journal.path()).unwrap();
    journal.close(&ids[1], "restored").unwrap();
    let after = std::fs::read(journal.path()).unwrap();
    assert_eq!(after.iter().take(before.len()).filter(|b| **b == b'\n').count(), 3, "every line is where it was");
    let text = String::from_utf8(after).unwrap();
    assert!(!text.contains("-p two") && text.contains("reset -p one") && text.contains("see -p three"), "{text}");
    let left = journal.pending().unwrap();
    assert_eq!(left.iter().map(|e| &e.restore).collect::<Vec<_>>(), [&secret("one"), &secret("three")]);
}

#[test]
fn what_a_running_experiment_changes_no_other_may_change() {
    let dir = tempfile::tempdir().unwrap();
    let journal = Journal::in_folder(dir.path());
    let mut other = std::process::Command::new("sleep").arg("600").spawn().unwrap();
    let ticks = probe::discover::by_pid(other.id(), None).unwrap().start_ticks;
    let (what, subject) = ("pool".to_owned(), Message::default());
    let entry = Entry { id: "x".into(), what, subject, restore: restore(1), tool: (other.id(), ticks), unix_ns: 0 };
    journal.append(&Line::Open(Box::new(entry))).unwrap();
    let refused = file::said(&journal.open(&said("pool"), &restore(2)).unwrap_err());
    let elsewhere = journal.open(&said("another pool"), &restore(3));
    let left = journal.pending().unwrap().len();
    other.kill().unwrap();
    other.wait().unwrap();
    assert_eq!(refused, message!("journal/another-is-first", pid: name(other.id().to_string())));
    assert!(elsewhere.is_ok() && left == 2, "{left}");
    assert!(journal.open(&said("pool"), &restore(2)).is_ok(), "what a dead tool left is for the recovery, which comes first");
}

#[test]
fn a_line_that_is_neither_whole_nor_cut_off_is_refused_and_not_skipped() {
    let dir = tempfile::tempdir().unwrap();
    let journal = Journal::in_folder(dir.path());
    journal.open(&said("a"), &restore(1)).unwrap();
    let whole = std::fs::read_to_string(journal.path()).unwrap();
    for garbled in [whole.replace("\"restore\"", "\"rest0re\""), whole.replacen(':', "%", 1), whole.replace("open", "opened")] {
        std::fs::write(journal.path(), garbled + &whole).unwrap();
        let refused = file::said(&journal.pending().unwrap_err());
        assert!(refused.is("journal/garbled") && refused.figure("line") == Some(1.0), "{refused}");
    }
}

#[test]
fn a_journal_that_was_cut_anywhere_loses_only_the_line_that_was_cut() {
    let dir = tempfile::tempdir().unwrap();
    let journal = Journal::in_folder(dir.path());
    journal.open(&said("a"), &restore(1)).unwrap();
    let first = std::fs::read(journal.path()).unwrap();
    journal.open(&said("b"), &restore(2)).unwrap();
    let both = std::fs::read(journal.path()).unwrap();
    for cut in first.len()..both.len() - 1 {
        std::fs::write(journal.path(), &both[..cut]).unwrap();
        assert_eq!(journal.pending().unwrap().len(), 1, "cut at {cut}");
        journal.open(&said("c"), &restore(3)).unwrap();
        assert_eq!(journal.pending().unwrap().iter().map(|e| e.what.as_str()).collect::<Vec<_>>(), ["a", "c"], "cut at {cut}");
    }
}

#[test]
fn an_entry_is_closed_in_its_own_line_where_there_is_no_room_for_another() {
    let dir = tempfile::tempdir().unwrap();
    let journal = Journal::in_folder(dir.path());
    let ids = [1, 2].map(|n| journal.open(&said(&n.to_string()), &restore(n)).unwrap());
    let length = std::fs::metadata(journal.path()).unwrap().len();
    journal.close_in_place(&ids[0]).unwrap();
    assert_eq!(journal.pending().unwrap().iter().map(|e| e.what.as_str()).collect::<Vec<_>>(), ["2"]);
    assert!(journal.close_in_place(&ids[0]).is_err() && journal.close_in_place("none").is_err(), "nothing of that name is open");
    journal.forget_ways_back().unwrap();
    let text = std::fs::read_to_string(journal.path()).unwrap();
    assert!(!text.contains("true 1") && text.contains("true 2") && text.len() as u64 == length, "{text}");
    journal.close(&ids[1], "restored").unwrap();
    assert_eq!(journal.pending().unwrap(), []);
}

#[test]
fn of_a_change_that_was_refused_nothing_is_open() {
    let dir = tempfile::tempdir().unwrap();
    let journal = Journal::in_folder(dir.path());
    journal.open(&said("a"), &restore(1)).unwrap();
    let whole = std::fs::read_to_string(journal.path()).unwrap();
    std::fs::write(journal.path(), format!("{whole}%\n")).unwrap();
    assert!(journal.open(&said("b"), &restore(2)).is_err(), "who else changes it cannot be read");
    let after = std::fs::read_to_string(journal.path()).unwrap();
    std::fs::write(journal.path(), after.replace("%\n", "")).unwrap();
    assert_eq!(journal.pending().unwrap().iter().map(|e| e.what.as_str()).collect::<Vec<_>>(), ["a"]);
}
