//! How a place in the code is told to its programmers.

use super::{Language, SiteForm};
use model::Frame;

impl Language {
    /// `MemberService.find:41`: simple class name, method and line; by files `find (users.service.js:41)`, of a package `next (bcryptjs/bcrypt.js:41)`.
    pub fn site_name(&self, frame: &Frame) -> String {
        match self.data.site {
            SiteForm::Class => by_class(frame),
            SiteForm::File => by_file(frame),
        }
    }

    /// The method as a whole. Lines differ within a method that uses the CPU; where a function is told by its file, the line is where it begins.
    pub fn method_name(&self, frame: &Frame) -> String {
        match self.data.site {
            SiteForm::Class => by_class(&Frame { line: 0, ..frame.clone() }),
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
        _ => file.to_owned(),
    };
    if frame.line > 0 { format!("{} ({file}:{})", frame.method, frame.line) } else { format!("{} ({file})", frame.method) }
}
