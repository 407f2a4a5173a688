//! Clients of work that an answer rarely needs, by tables (section `side-work`, format: `../frames/tables/README.md`). Whether an answer needs it, no table says.

use super::{Language, is_of_the_runtime, name_in_tables};
use model::Frame;
use serde::Deserialize;

/// What the client of a frame is for. The names are keys of the tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SideWork {
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
    /// None of these: a call that the answer needs is given to a thread of its own, so that the wait for it can be cut off.
    CutOff,
}

impl Language {
    /// What the client of `frame` is for, where a table says it; `None` for native code.
    pub fn side_work(&self, frame: &Frame) -> Option<SideWork> {
        if !is_of_the_runtime(frame) {
            return None;
        }
        let name = name_in_tables(frame);
        self.side_work.iter().find(|(pattern, _)| pattern.matches(&name)).map(|(_, work)| *work)
    }
}

#[cfg(test)]
mod tests {
    use super::super::LANGUAGES;
    use super::*;
    use model::{FrameKind, Runtime};

    fn side_work(runtime: &str, class: &str, method: &str) -> Option<SideWork> {
        let frame = Frame { class: class.into(), method: method.into(), line: 7, kind: FrameKind::Compiled };
        Language::of_runtime(&Runtime::named(runtime)).side_work(&frame)
    }

    #[test]
    fn every_line_of_the_tables_names_beginnings_and_every_kind_has_one() {
        let tables = LANGUAGES.iter().flat_map(|(_, texts)| texts.frames);
        let tables = tables.map(|t| t.parse::<toml::Table>().expect("a table"));
        let sections: Vec<toml::Value> = tables.filter_map(|mut t| t.remove("side-work")).collect();
        let lines = sections.iter().flat_map(|s| s.as_table().expect("kinds")).flat_map(|(_, names)| names.as_array().expect("names"));
        assert!(lines.into_iter().all(|name| name.as_str().is_some_and(|n| n.ends_with('*'))), "{sections:#?}");
        let jvm = Language::of_runtime(&Runtime::named("jvm"));
        for work in [SideWork::Mail, SideWork::Push, SideWork::Text, SideWork::Tracking, SideWork::Queue, SideWork::CutOff] {
            assert!(jvm.side_work.iter().any(|(_, of)| *of == work), "{work:?}");
        }
    }

    #[test]
    fn a_client_is_known_by_its_package_class_or_method() {
        for (runtime, class, method, work) in [
            ("jvm", "org.eclipse.angus.mail.smtp.SMTPTransport", "readServerResponse", Some(SideWork::Mail)),
            ("jvm", "jakarta.mail.Transport", "send", Some(SideWork::Mail)),
            ("jvm", "com.rabbitmq.client.impl.ChannelN", "waitForConfirmsOrDie", Some(SideWork::Queue)),
            ("jvm", "dev.failsafe.Timeout", "get", Some(SideWork::CutOff)),
            ("node", "npm:nodemailer/lib/smtp-connection/index.js", "_onData", Some(SideWork::Mail)),
            // it reads
            ("jvm", "com.sun.mail.imap.IMAPFolder", "fetch", None),
            ("jvm", "com.rabbitmq.client.impl.ChannelN", "basicConsume", None),
            // native code
            ("jvm", "", "jakarta.mail.Transport.send", None),
        ] {
            assert_eq!(side_work(runtime, class, method), work, "{class}.{method}");
        }
    }

    #[test]
    fn names_of_one_runtime_are_none_in_another() {
        assert_eq!(side_work("node", "jakarta.mail.Transport", "send"), None);
        assert_eq!(side_work("jvm", "npm:nodemailer/lib/smtp-connection/index.js", "_onData"), None);
    }
}
