//! A command for a shell: programs, names of options, redirections and placeholders stay; what they are given is hidden.

use super::HIDDEN;
use super::command::{argument, title};
use super::word::{file, is_name, is_placeholder, is_plain, lift, put_back, value};

/// Words that are followed by a program.
const KEYWORDS: [&str; 15] = ["if", "then", "else", "elif", "fi", "while", "do", "done", "exec", "sudo", "nohup", "time", "env", "!", "{"];
/// A hidden word that is shorter is not looked for in what a command says: it would be found everywhere.
const SHORTEST: usize = 4;

/// A command as it may be kept.
pub fn script(text: &str) -> String {
    shown(text).into_iter().map(|(shown, _)| shown).collect::<Vec<_>>().join(" ")
}

/// What a command said, without the words of its that are hidden.
pub fn echoed(text: &str, said: &str) -> String {
    let mut hidden: Vec<String> =
        shown(text).into_iter().filter(|(shown, word)| shown != word && word.len() >= SHORTEST).map(|(_, word)| word).collect();
    hidden.sort_by_key(|w| std::cmp::Reverse(w.len()));
    hidden.iter().fold(said.to_owned(), |said, word| said.replace(word, HIDDEN))
}

/// What each word and operator is shown as.
fn shown(text: &str) -> Vec<(String, String)> {
    let (lifted, found) = lift(text);
    let mut out: Vec<(String, String)> = Vec::new();
    let (mut program_next, mut file_next, mut before) = (true, false, None::<String>);
    let tokens = tokens(&lifted);
    let cut = tokens.iter().position(|t| *t == Token::Operator("<<".to_owned())).unwrap_or(tokens.len());
    for token in &tokens[..cut] {
        let (kept, raw) = match token {
            Token::Operator(o) => {
                file_next = o.ends_with(['<', '>']);
                if !file_next {
                    (program_next, before) = (program_next || !o.contains(['<', '>']), None);
                }
                (o.clone(), o.clone())
            }
            Token::Word(w) => {
                let kept = match () {
                    () if std::mem::take(&mut file_next) => file(&put_back(w, &found)),
                    () if program_next => first(w, &mut program_next),
                    () if is_reference(w) || is_punctuation(w) => w.clone(),
                    () => argument(before.as_deref(), &put_back(w, &found)),
                };
                before = Some(w.clone());
                (kept, w.clone())
            }
        };
        out.push((put_back(&kept, &found), put_back(&raw, &found)));
    }
    // the text behind is data for a program
    let data = tokens[cut..].iter().map(|t| (HIDDEN.to_owned(), put_back(t.text(), &found)));
    out.extend(data);
    out
}

/// A word where a program is expected: the program, or what may stand before it.
fn first(word: &str, program_next: &mut bool) -> String {
    if KEYWORDS.contains(&word) {
        return word.to_owned();
    }
    if let Some((name, v)) = word.split_once('=').filter(|(n, _)| is_name(n)) {
        let v = if is_reference(v) { v.to_owned() } else { value(name, v) };
        return format!("{name}={v}");
    }
    *program_next = false;
    if word == "[" || is_reference(word) { word.to_owned() } else { title(word) }
}

/// `$NAME`, `${NAME}`: it says only where the value is.
fn is_reference(word: &str) -> bool {
    let name = word.strip_prefix('$').map(|n| n.strip_prefix('{').and_then(|n| n.strip_suffix('}')).unwrap_or(n));
    name.is_some_and(|n| n.is_empty() || is_name(n) || n.len() == 1 && is_plain(n))
}

fn is_punctuation(word: &str) -> bool {
    is_placeholder(word) || matches!(word, "=" | "!=" | "]" | "!" | "}" | "-eq" | "-ne" | "-lt" | "-gt" | "-le" | "-ge")
}

#[derive(Debug, PartialEq)]
enum Token {
    Word(String),
    Operator(String),
}

impl Token {
    fn text(&self) -> &str {
        let (Self::Word(t) | Self::Operator(t)) = self;
        t
    }
}

/// Words without their quotes, and operators; a line end is `;`.
fn tokens(text: &str) -> Vec<Token> {
    let (mut out, mut word, mut in_word) = (Vec::new(), String::new(), false);
    let mut chars = text.chars().peekable();
    let end = |word: &mut String, in_word: &mut bool, out: &mut Vec<Token>| {
        if std::mem::take(in_word) {
            out.push(Token::Word(std::mem::take(word)));
        }
    };
    while let Some(c) = chars.next() {
        match c {
            '\'' | '"' => {
                in_word = true;
                while let Some(inner) = chars.next().filter(|i| *i != c) {
                    let escaped = if c == '"' && inner == '\\' { chars.next() } else { None };
                    word.push(escaped.unwrap_or(inner));
                }
            }
            '\\' => {
                in_word = true;
                word.extend(chars.next().filter(|n| *n != '\n'));
            }
            '\n' => {
                end(&mut word, &mut in_word, &mut out);
                out.push(Token::Operator(";".to_owned()));
            }
            c if c.is_whitespace() => end(&mut word, &mut in_word, &mut out),
            ';' | '|' | '&' | '(' | ')' | '<' | '>' => {
                // the number before a redirection is part of it
                let mut operator = if "<>".contains(c) && word.bytes().all(|b| b.is_ascii_digit()) {
                    in_word = false;
                    std::mem::take(&mut word)
                } else {
                    end(&mut word, &mut in_word, &mut out);
                    String::new()
                };
                operator.push(c);
                while let Some(more) = chars.next_if(|n| c != '(' && c != ')' && (*n == c || "<>".contains(c) && *n == '&')) {
                    operator.push(more);
                }
                if operator.ends_with('&') && "<>".contains(c) {
                    while let Some(digit) = chars.next_if(char::is_ascii_digit) {
                        operator.push(digit);
                    }
                }
                out.push(Token::Operator(operator));
            }
            c => {
                in_word = true;
                word.push(c);
            }
        }
    }
    end(&mut word, &mut in_word, &mut out);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_and_places_of_values_stay() {
        for text in [
            "echo {value} > /tmp/pool-size",
            "exit 9",
            "if [ {value} = 0 ] ; then ./to-a.sh ; else ./to-b.sh ; fi",
            "SIZE={value} TOKEN=$API_TOKEN docker *** $NAME > /tmp/log 2>&1 | tee",
            "curl http://localhost:8080/admin/pool?size={value}",
            "kubectl *** --replicas={value}",
        ] {
            assert_eq!(script(text), text);
        }
    }

    #[test]
    fn what_they_are_given_goes() {
        for (text, want) in [
            ("curl -u admin:hunter2 -H 'Authorization: Bearer hunter2' http://h/x", "curl -u *** -H *** http://h/x"),
            ("PGPASSWORD=hunter2 psql -c \"alter role a password 'hunter2'\"", "PGPASSWORD=*** psql -c ***"),
            ("set-pool {value} hunter2; echo \"hunter2 hunter2\"", "set-pool {value} *** ; echo ***"),
            ("cat <<END\nhunter2\nEND\n", "cat *** *** *** *** *** *** ***"),
            ("curl 'http://h/x?size={value}&token=hunter2'", "curl http://h/x?size={value}&token=***"),
            ("redis-cli -ahunter2 config set x {value}\nhunter2hunter2hunter2", "redis-cli -a*** *** *** *** {value} ; ***"),
            ("echo $(cat /run/secret)", "echo $ ( cat *** )"),
        ] {
            assert_eq!(script(text), want);
        }
    }

    #[test]
    fn what_a_command_says_does_not_repeat_what_is_hidden() {
        let said = "curl: (6) could not resolve admin:hunter2@h, exit 9";
        assert_eq!(echoed("curl -u admin:hunter2 http://h/; exit 9", said), "curl: (6) could not resolve ***@h, exit 9");
    }
}
