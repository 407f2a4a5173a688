//! The tables that all threads share, in columns: names, files, functions, frames, and stacks as a frame and the stack below which it is.

use diagnose::cpu::{CodeFrame, Profile};
use diagnose::language::CodeKind;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Kinds of code with a colour. One has to be grey: what is no function.
pub(super) const CATEGORIES: [(&str, &str); 5] =
    [("Other", "grey"), ("Own code", "orange"), ("Libraries", "yellow"), ("Native code", "blue"), ("Kernel", "purple")];

/// Rows that stand once each.
#[derive(Debug)]
struct Rows<T>(Vec<T>, BTreeMap<T, usize>);

impl<T> Default for Rows<T> {
    fn default() -> Self {
        Self(Vec::new(), BTreeMap::new())
    }
}

impl<T: Ord + Clone> Rows<T> {
    fn id(&mut self, row: T) -> usize {
        if let Some(id) = self.1.get(&row) {
            return *id;
        }
        self.0.push(row.clone());
        self.1.insert(row, self.0.len() - 1);
        self.0.len() - 1
    }

    fn column<V: Into<Value>>(&self, f: impl Fn(&T) -> V) -> Vec<Value> {
        self.0.iter().map(|row| f(row).into()).collect()
    }
}

/// All of them.
#[derive(Debug, Default)]
pub(super) struct Tables {
    strings: Rows<String>,
    /// Files by name.
    sources: Rows<usize>,
    /// Name, file, category.
    functions: Rows<(usize, Option<usize>, usize)>,
    /// Function, line.
    frames: Rows<(usize, u32)>,
    /// Frame, and the row of its caller.
    stacks: Rows<(usize, Option<usize>)>,
}

impl Tables {
    /// The frame of what is no function.
    pub(super) fn label(&mut self, name: &str) -> usize {
        let name = self.strings.id(name.to_owned());
        let function = self.functions.id((name, None, 0));
        self.frames.id((function, 0))
    }

    /// The frame of code.
    pub(super) fn code(&mut self, p: &Profile, frame: CodeFrame) -> usize {
        let f = &p.functions[frame.function as usize];
        let category = match f.kind {
            CodeKind::Own => 1,
            CodeKind::Library => 2,
            CodeKind::Native => 3,
            CodeKind::Kernel => 4,
        };
        let source = (!f.module.is_empty()).then(|| self.strings.id(f.module.clone())).map(|name| self.sources.id(name));
        let name = self.strings.id(f.full.clone());
        let function = self.functions.id((name, source, category));
        self.frames.id((function, frame.line))
    }

    /// The row of a stack; the outermost frame comes first, so that callers have the lower numbers.
    pub(super) fn stack(&mut self, frames: Vec<usize>) -> usize {
        frames.into_iter().fold(None, |caller, frame| Some(self.stacks.id((frame, caller)))).expect("a stack begins with whose it is")
    }

    pub(super) fn shared(&self) -> Value {
        let (functions, frames) = (self.functions.0.len(), self.frames.0.len());
        let category = |f: &(usize, u32)| self.functions.0[f.0].2;
        let line = |line: u32| if line > 0 { Value::from(line) } else { Value::Null };
        let all = |v: Value, n: usize| vec![v; n];
        json!({
            "stringArray": self.strings.0,
            "sources": {
                "uuid": all(Value::Null, self.sources.0.len()),
                "filename": self.sources.0,
                "length": self.sources.0.len(),
            },
            "funcTable": {
                "name": self.functions.column(|f| f.0),
                "isJS": all(false.into(), functions),
                "relevantForJS": all(false.into(), functions),
                "resource": all((-1).into(), functions),
                "source": self.functions.column(|f| f.1),
                "lineNumber": all(Value::Null, functions),
                "columnNumber": all(Value::Null, functions),
                "length": functions,
            },
            "frameTable": {
                "address": all((-1).into(), frames),
                "inlineDepth": all(0.into(), frames),
                "category": self.frames.column(category),
                "subcategory": all(0.into(), frames),
                "func": self.frames.column(|f| f.0),
                "nativeSymbol": all(Value::Null, frames),
                "innerWindowID": all(Value::Null, frames),
                "line": self.frames.column(|f| line(f.1)),
                "column": all(Value::Null, frames),
                "length": frames,
            },
            "stackTable": {
                "frame": self.stacks.column(|s| s.0),
                "prefix": self.stacks.column(|s| s.1),
                "length": self.stacks.0.len(),
            },
            "resourceTable": { "type": [], "lib": [], "name": [], "host": [], "length": 0 },
            "nativeSymbols": { "libIndex": [], "address": [], "name": [], "functionSize": [], "length": 0 },
        })
    }
}
