//! How run files keep a message that once was a text: the text stays where it was, and the message stands beside it. A file of an older version has the
//! text alone, which is said as it is; an older program shows the text, which of a message is its id and its arguments.

use super::Message;

/// The message; `None` of a text.
pub(crate) type Kept = Option<Message>;

/// What is written.
pub(crate) fn kept(m: Message) -> (String, Kept) {
    if m.is_empty() {
        return (String::new(), None);
    }
    match m.text() {
        Some(text) => (text.to_owned(), None),
        None => (m.to_string(), Some(m)),
    }
}

/// What was written, read back.
pub(crate) fn back(text: String, m: Kept) -> Message {
    m.unwrap_or_else(|| text.into())
}

#[cfg(test)]
mod tests {
    use crate::{Message, Observation, Sensor, Warning, message};

    #[test]
    fn a_text_of_an_older_version_is_read_as_it_is() {
        let old = r#"{"kind":"sensor","is":{"id":"sessions","state":"off","reason":"no password","unlock":""}}"#;
        let Ok(Observation::Sensor(s)) = serde_json::from_str(old) else { panic!("it is a sensor") };
        assert_eq!((s.reason, s.unlock), (Message::verbatim("no password"), Message::default()));
        let old = r#"{"kind":"warning","is":{"code":"short-run","text":"too short"}}"#;
        let Ok(Observation::Warning(w)) = serde_json::from_str(old) else { panic!("it is a warning") };
        assert_eq!(w, Warning { code: "short-run".into(), text: "too short".into() });
        assert_eq!(serde_json::to_string(&Observation::Warning(w)).expect("it can be written"), old);
    }

    #[test]
    fn a_message_is_kept_beside_a_text_that_older_programs_show() {
        let sensor = Sensor::off("sessions", message!("stores/none", peers: Count(3.0)), "--db URL");
        let written = serde_json::to_value(&sensor).expect("it can be written");
        assert_eq!((&written["reason"], &written["unlock"]), (&"stores/none(peers: 3)".into(), &"--db URL".into()));
        assert_eq!(serde_json::from_value::<Sensor>(written).expect("it can be read"), sensor);
        let warning = Observation::warning("still-warming-up", message!("why/still-warming-up", seconds: Count(60.0)));
        let written = serde_json::to_string(&warning).expect("it can be written");
        assert_eq!(serde_json::from_str::<Observation>(&written).expect("it can be read"), warning);
    }
}
