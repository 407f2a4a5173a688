//! Names with stars.

/// A name in which `*` stands for any text, also none.
#[derive(Debug, Clone, PartialEq, Eq, serde::Deserialize)]
#[serde(from = "String")]
pub(crate) struct Pattern {
    parts: Vec<String>,
}

impl From<String> for Pattern {
    fn from(text: String) -> Self {
        Self { parts: text.split('*').map(str::to_owned).collect() }
    }
}

impl Pattern {
    /// How many letters it gives: the more, the closer it says what is meant.
    pub(crate) fn letters(&self) -> usize {
        self.parts.iter().map(String::len).sum()
    }

    /// Whether all of `name` is meant.
    pub(crate) fn matches(&self, name: &str) -> bool {
        let (first, rest) = self.parts.split_first().expect("split yields at least one part");
        let Some(mut left) = name.strip_prefix(first.as_str()) else { return false };
        for (i, part) in rest.iter().enumerate() {
            if i + 1 == rest.len() {
                return part.is_empty() || left.ends_with(part.as_str());
            }
            let Some(at) = left.find(part.as_str()) else { return false };
            left = &left[at + part.len()..];
        }
        left.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_whole_names_prefixes_and_middles() {
        let new = |text: &str| Pattern::from(text.to_owned());
        assert!(new("a.b.C.d").matches("a.b.C.d"));
        assert!(!new("a.b.C.d").matches("a.b.C.de"));
        assert!(new("a.*").matches("a.b.c"));
        assert!(new("a.*.get").matches("a.b.c.get"));
        assert!(!new("a.*.get").matches("a.b.c.put"));
        assert!(new("*-exec-*").matches("http-nio-8080-exec-7") && !new("*-exec-*").matches("executor-1"));
    }
}
