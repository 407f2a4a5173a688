//! How a place in the code is told to its programmers.

use super::{Language, SiteForm};
use crate::frames::FrameClass;
use model::{Frame, FrameKind};

/// What kind of code a function is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CodeKind {
    /// The service's own.
    Own,
    /// A library's, the framework's or the runtime's.
    Library,
    /// Native code.
    Native,
    /// The kernel's.
    Kernel,
}

/// A function, by names that are the same in every process.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Function {
    /// `OrderService.find`; by files `find (orders.js:41)`.
    pub short: String,
    /// `shop.orders.OrderService.find`; by files `find (src/orders.js:41)`.
    pub full: String,
    /// The class with its package, or the file; empty for native code.
    pub module: String,
    /// What kind of code it is.
    pub kind: CodeKind,
    /// Whether each sample has the line at which it was. By files the line is where the function begins.
    pub has_lines: bool,
}

impl Function {
    /// Whether places in it are told by their lines: it is the service's own, and samples have them.
    pub fn is_told_by_line(&self) -> bool {
        self.has_lines && self.kind == CodeKind::Own
    }
}

impl Language {
    /// `MemberService.find:41`: simple class name, method and line; by files `find (users.service.js:41)`, of a package `next (bcryptjs/bcrypt.js:41)`.
    pub fn site_name(&self, frame: &Frame) -> String {
        match self.data.site {
            SiteForm::Class => by_class(frame),
            SiteForm::File => by_file(frame),
        }
    }

    /// The function of a frame.
    pub fn function(&self, frame: &Frame, class: FrameClass) -> Function {
        let kind = match frame.kind {
            FrameKind::Kernel => CodeKind::Kernel,
            _ if frame.class.is_empty() => CodeKind::Native,
            _ if class.is_application() => CodeKind::Own,
            _ => CodeKind::Library,
        };
        if frame.class.is_empty() {
            // what has no symbol has the path of its library
            let name = frame.method.rsplit('/').next().unwrap_or(&frame.method).to_owned();
            return Function { short: name.clone(), full: name, module: String::new(), kind, has_lines: false };
        }
        let frame = Frame { class: self.without_number(&frame.class).to_owned(), ..frame.clone() };
        let full = match (self.data.site, frame.line) {
            (SiteForm::Class, _) => format!("{}.{}", frame.class, frame.method),
            (SiteForm::File, 0) => format!("{} ({})", frame.method, frame.class),
            (SiteForm::File, line) => format!("{} ({}:{line})", frame.method, frame.class),
        };
        let has_lines = self.data.site == SiteForm::Class;
        Function { short: self.method_name(&frame), full, module: frame.class, kind, has_lines }
    }

    /// `Orders$$Lambda$1642.0x00007fa1c5a27c80` as `Orders$$Lambda`.
    fn without_number<'a>(&self, class: &'a str) -> &'a str {
        let is_number = |rest: &str| rest.chars().all(|c| c.is_ascii_hexdigit() || "x$./+".contains(c));
        let cut = |word: &String| {
            let end = class.find(word.as_str())? + word.len();
            is_number(&class[end..]).then_some(end)
        };
        self.data.numbered.iter().find_map(cut).map_or(class, |end| &class[..end])
    }

    /// The method as a whole. Lines differ within a method that uses the CPU; where a function is told by its file, the line is where it begins.
    pub fn method_name(&self, frame: &Frame) -> String {
        match self.data.site {
            SiteForm::Class => by_class(&Frame { line: 0, class: self.without_number(&frame.class).to_owned(), ..frame.clone() }),
            SiteForm::File => by_file(frame),
        }
    }
}

fn by_class(frame: &Frame) -> String {
    let class = frame.class.rsplit('.').next().unwrap_or(&frame.class);
    let class = class.split("$lambda").next().unwrap_or(class);
    if frame.line > 0 { format!("{class}.{}:{}", frame.method, frame.line) } else { format!("{class}.{}", frame.method) }
}

fn by_file(frame: &Frame) -> String {
    let file = frame.class.rsplit('/').next().unwrap_or(&frame.class);
    let package = frame.class.strip_prefix("npm:").map(|p| p.splitn(if p.starts_with('@') { 3 } else { 2 }, '/').collect::<Vec<_>>());
    let file = match package.as_deref() {
        Some([package @ .., _]) => format!("{}/{file}", package.join("/")),
        // what is compiled from a text at run time may have its name in quotes
        _ => file.trim_matches('"').to_owned(),
    };
    if frame.line > 0 { format!("{} ({file}:{})", frame.method, frame.line) } else { format!("{} ({file})", frame.method) }
}
