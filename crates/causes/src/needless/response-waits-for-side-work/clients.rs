//! What a request waits for that its answer may not need, and by which frames it is known. Which clients are for what is data of the
//! runtimes (section `side-work` of their tables of frames).

use diagnose::frames::Stack;
use diagnose::language::{Language, SideWork};

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
    /// `None` where it is a call that the answer needs.
    fn of(work: SideWork) -> Option<Self> {
        match work {
            SideWork::Mail => Some(Self::Mail),
            SideWork::Push => Some(Self::Push),
            SideWork::Text => Some(Self::Text),
            SideWork::Tracking => Some(Self::Tracking),
            SideWork::Queue => Some(Self::Queue),
            SideWork::CutOff => None,
        }
    }

    /// As in the texts.
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

/// What the innermost client in `stack` is for; `None` where none is known.
pub(super) fn innermost(language: &Language, stack: &Stack<'_>) -> Option<Kind> {
    stack.iter().rev().find_map(|(f, _)| language.side_work(f).and_then(Kind::of))
}

/// Whether a call was given to a thread of its own so that the wait for it can be cut off.
pub(super) fn is_cut_off(language: &Language, stack: &Stack<'_>) -> bool {
    stack.iter().any(|(f, _)| language.side_work(f) == Some(SideWork::CutOff))
}
