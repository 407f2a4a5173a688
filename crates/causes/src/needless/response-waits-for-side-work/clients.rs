//! Clients of work beside the answer, and what gives a call that the answer needs to a thread of its own. Which frames these are is data of
//! the runtimes (`frames/side-work.toml`, section `side-work`), by how their names begin; names of one runtime are none in another.

use diagnose::frames::Stack;
use model::Frame;
use std::sync::LazyLock;

const TABLES: [&str; 2] = [
    include_str!("../../../../probe/src/runtimes/jvm/frames/side-work.toml"),
    include_str!("../../../../probe/src/runtimes/node/frames/side-work.toml"),
];

/// What a request waits for that its answer may not need.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// Mail.
    Mail,
    /// Push messages to devices.
    Push,
    /// Texts to telephones.
    Text,
    /// Figures for analysts and reports of errors.
    Tracking,
    /// A queue that confirms a message.
    Queue,
    /// Tasks that own code has handed to an executor; what they are for is not known.
    HandedOver,
}

impl Kind {
    /// Those with a line in the tables.
    const KNOWN: [Self; 5] = [Self::Mail, Self::Push, Self::Text, Self::Tracking, Self::Queue];

    /// As in the tables and in the texts.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Mail => "mail",
            Self::Push => "push",
            Self::Text => "text",
            Self::Tracking => "tracking",
            Self::Queue => "queue",
            Self::HandedOver => "handed-over",
        }
    }
}

/// Beginnings of names, and what they are for.
static CLIENTS: LazyLock<Vec<(&'static str, Kind)>> =
    LazyLock::new(|| rows().filter_map(|(key, name)| Some((name, Kind::KNOWN.into_iter().find(|k| k.word() == key)?))).collect());

/// Beginnings of names of what lets a wait be cut off.
static CUT_OFF: LazyLock<Vec<&'static str>> = LazyLock::new(|| rows().filter(|(key, _)| *key == "cut-off").map(|(_, name)| name).collect());

/// What the innermost client in `stack` is for; `None` where none is known.
pub(super) fn innermost(stack: &Stack<'_>) -> Option<Kind> {
    stack.iter().rev().find_map(|(f, _)| CLIENTS.iter().find(|(name, _)| begins(f, name)).map(|(_, kind)| *kind))
}

/// Whether a call was given to a thread of its own so that the wait for it can be cut off.
pub(super) fn is_cut_off(stack: &Stack<'_>) -> bool {
    stack.iter().any(|(f, _)| CUT_OFF.iter().any(|name| begins(f, name)))
}

/// Key and beginning of a name, of all lines of the section in all tables.
fn rows() -> impl Iterator<Item = (&'static str, &'static str)> {
    let section = |table: &'static str| table.lines().skip_while(|l| *l != "[side-work]").skip(1).take_while(|l| !l.starts_with('['));
    let lines = TABLES.into_iter().flat_map(section).filter(|l| !l.starts_with('#')).filter_map(|l| l.split_once(" = "));
    lines.flat_map(|(key, names)| names.split('"').skip(1).step_by(2).map(move |name| (key, name.trim_end_matches('*'))))
}

/// Whether the name of `frame`, `package.Class.method`, begins with `name`.
fn begins(frame: &Frame, name: &str) -> bool {
    match name.strip_prefix(frame.class.as_str()) {
        Some("") => true,
        Some(rest) => rest.strip_prefix('.').is_some_and(|method| frame.method.starts_with(method)),
        None => frame.class.starts_with(name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::FrameKind;

    #[test]
    fn every_line_of_the_tables_is_of_a_known_kind_and_names_beginnings() {
        for table in TABLES {
            let lines = table.lines().skip_while(|l| *l != "[side-work]").skip(1).filter(|l| !l.starts_with('#') && !l.is_empty());
            for line in lines {
                let (key, names) = line.split_once(" = ").unwrap_or_else(|| panic!("{line}"));
                assert!(key == "cut-off" || Kind::KNOWN.iter().any(|k| k.word() == key), "{key}");
                assert!(names.split('"').skip(1).step_by(2).all(|name| name.ends_with('*')), "{line}");
            }
        }
        assert!(Kind::KNOWN.iter().all(|k| CLIENTS.iter().any(|(_, kind)| kind == k)) && !CUT_OFF.is_empty());
    }

    #[test]
    fn a_name_begins_with_a_package_a_class_or_a_method() {
        let frame = |class: &str, method: &str| Frame { class: class.into(), method: method.into(), line: 7, kind: FrameKind::Compiled };
        let of = |class: &str, method: &str| CLIENTS.iter().find(|(name, _)| begins(&frame(class, method), name)).map(|(_, kind)| *kind);
        assert_eq!(of("org.eclipse.angus.mail.smtp.SMTPTransport", "readServerResponse"), Some(Kind::Mail));
        assert_eq!(of("jakarta.mail.Transport", "send"), Some(Kind::Mail));
        assert_eq!(of("com.rabbitmq.client.impl.ChannelN", "waitForConfirmsOrDie"), Some(Kind::Queue));
        assert_eq!(of("npm:nodemailer/lib/smtp-connection/index.js", "_onData"), Some(Kind::Mail));
        assert_eq!(of("com.sun.mail.imap.IMAPFolder", "fetch"), None, "it reads");
        assert_eq!(of("com.rabbitmq.client.impl.ChannelN", "basicConsume"), None);
        assert_eq!(of("", "jakarta.mail.Transport.send"), None, "native code");
    }
}
