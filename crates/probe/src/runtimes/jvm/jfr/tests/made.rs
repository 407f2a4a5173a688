//! A recording made by hand: one event, whose thread waits in a method that called itself. Any length in it may lie.

/// What can lie: each is written once at least.
pub(super) const LENGTHS: [&str; 13] = [
    "chunk",
    "pools",
    "metadata",
    "texts",
    "text",
    "attributes",
    "children",
    "next pools",
    "pool count",
    "constants",
    "frames",
    "symbol",
    "event",
];

/// What is made, and what is wrong with it.
#[derive(Default)]
pub(super) struct Made {
    /// A length, and what is written in its place.
    pub(super) lie: Option<(&'static str, u64)>,
    /// What a frame is: `""` for what it should be, else `a frame in itself` or `nothing`.
    pub(super) frame: &'static str,
    /// Elements inside elements, beside those of the classes.
    pub(super) nested: usize,
    /// Whether the last pools lead to the first.
    pub(super) pools_go_round: bool,
}

const INT: u64 = 1;
const LONG: u64 = 2;
const STRING: u64 = 3;
const BOOLEAN: u64 = 4;
const THREAD: u64 = 5;
const STACK: u64 = 6;
const FRAME: u64 = 7;
const METHOD: u64 = 8;
const FRAME_TYPE: u64 = 9;
const SYMBOL: u64 = 10;
const CLASS: u64 = 11;
const SAMPLE: u64 = 12;

/// Name and class of a field, and the attribute that makes it more than a value: `constantPool` or `dimension`.
type Field = (&'static str, u64, &'static str);

const POOL: &str = "constantPool";
const LIST: &str = "dimension";

fn classes(frame: &str) -> Vec<(u64, &'static str, Vec<Field>)> {
    let mut frame_fields = vec![("method", METHOD, POOL), ("lineNumber", INT, ""), ("type", FRAME_TYPE, POOL)];
    match frame {
        "nothing" => frame_fields.clear(),
        "a frame in itself" => frame_fields.push(("inner", FRAME, "")),
        _ => {}
    }
    let sampled = [("startTime", LONG, ""), ("sampledThread", THREAD, POOL), ("stackTrace", STACK, POOL), ("samples", INT, "")];
    vec![
        (INT, "int", vec![]),
        (LONG, "long", vec![]),
        (STRING, "java.lang.String", vec![]),
        (BOOLEAN, "boolean", vec![]),
        (THREAD, "java.lang.Thread", vec![("osName", STRING, ""), ("osThreadId", LONG, ""), ("javaName", STRING, "")]),
        (STACK, "jdk.types.StackTrace", vec![("truncated", BOOLEAN, ""), ("frames", FRAME, LIST)]),
        (FRAME, "jdk.types.StackFrame", frame_fields),
        (METHOD, "jdk.types.Method", vec![("type", CLASS, POOL), ("name", SYMBOL, POOL)]),
        (FRAME_TYPE, "jdk.types.FrameType", vec![("description", STRING, "")]),
        (SYMBOL, "jdk.types.Symbol", vec![("string", STRING, "")]),
        (CLASS, "java.lang.Class", vec![("name", SYMBOL, POOL)]),
        (SAMPLE, "profiler.WallClockSample", sampled.to_vec()),
    ]
}

/// A number as the format packs it.
fn packed(mut n: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while n >= 0x80 && bytes.len() < 8 {
        bytes.push(n as u8 | 0x80);
        n >>= 7;
    }
    bytes.push(n as u8);
    bytes
}

fn numbers(all: &[u64]) -> Vec<u8> {
    all.iter().flat_map(|n| packed(*n)).collect()
}

impl Made {
    /// The recording.
    pub(super) fn bytes(&self) -> Vec<u8> {
        let (events, metadata, pools) = (self.event(), self.metadata(), self.pools());
        let metadata_at = 68 + events.len();
        let pools_at = metadata_at + metadata.len();
        let mut all = b"FLR\0\0\x02\0\0".to_vec();
        let places = [("chunk", pools_at + pools.len()), ("pools", pools_at), ("metadata", metadata_at)];
        let rest = [("", 0), ("", 0), ("", 0), ("", 1_000_000_000)];
        for (length, n) in places.into_iter().chain(rest) {
            all.extend(self.said(length, n).to_be_bytes());
        }
        all.extend([0, 0, 0, 1]);
        [all, events, metadata, pools].concat()
    }

    /// What is written where the length is `n`.
    fn said(&self, length: &str, n: usize) -> u64 {
        self.lie.filter(|(of, _)| *of == length).map_or(n as u64, |(_, lie)| lie)
    }

    fn length(&self, of: &str, n: usize) -> Vec<u8> {
        packed(self.said(of, n))
    }

    fn text(&self, length: &str, text: &str) -> Vec<u8> {
        [vec![3], self.length(length, text.len()), text.as_bytes().to_vec()].concat()
    }

    /// With its size before it, which is of five bytes.
    fn sized(&self, length: &str, body: &[u8]) -> Vec<u8> {
        let size = body.len() + 5;
        let padded: Vec<u8> = (0..5).map(|i| (size >> (7 * i)) as u8 & 0x7f | if i < 4 { 0x80 } else { 0 }).collect();
        let size = if self.said(length, size) == size as u64 { padded } else { self.length(length, size) };
        [size, body.to_vec()].concat()
    }

    fn event(&self) -> Vec<u8> {
        self.sized("event", &numbers(&[SAMPLE, 70, 1, 1, 3]))
    }

    fn metadata(&self) -> Vec<u8> {
        let mut texts: Vec<String> = Vec::new();
        let mut number = |text: &str| {
            let known = texts.iter().position(|t| t == text);
            known.unwrap_or_else(|| {
                texts.push(text.to_owned());
                texts.len() - 1
            }) as u64
        };
        let mut element = |name: &str, attributes: &[(&str, String)], children: usize| {
            let mut bytes = packed(number(name));
            bytes.extend(self.length("attributes", attributes.len()));
            for (name, value) in attributes {
                bytes.extend(numbers(&[number(name), number(value)]));
            }
            bytes.extend(self.length("children", children));
            bytes
        };
        let classes = classes(self.frame);
        let mut tree = element("root", &[], 1);
        for _ in 0..self.nested {
            tree.extend(element("metadata", &[], 1));
        }
        tree.extend(element("metadata", &[], classes.len()));
        for (id, name, fields) in classes {
            tree.extend(element("class", &[("id", id.to_string()), ("name", name.to_owned())], fields.len()));
            for (name, class, more) in fields {
                let mut attributes = vec![("name", name.to_owned()), ("class", class.to_string())];
                match more {
                    POOL => attributes.push((more, "true".to_owned())),
                    LIST => attributes.push((more, "1".to_owned())),
                    _ => {}
                }
                tree.extend(element("field", &attributes, 0));
            }
        }
        let mut body = numbers(&[0, 0, 0, 0]);
        body.extend(self.length("texts", texts.len()));
        for text in &texts {
            body.extend(self.text("text", text));
        }
        body.extend(tree);
        self.sized("", &body)
    }

    /// Two events with pools: the first has no pool, the second all of them.
    fn pools(&self) -> Vec<u8> {
        let symbol = |text: &str| self.text("symbol", text);
        let frame = numbers(&[1, 12, 1]);
        let frames = [vec![0], self.length("frames", 2), frame.clone(), frame].concat();
        let thread = [self.text("", "java"), packed(421), self.text("", "main")].concat();
        let pools = [
            (THREAD, vec![thread]),
            (STACK, vec![frames]),
            (METHOD, vec![numbers(&[1, 2])]),
            (CLASS, vec![numbers(&[1])]),
            (SYMBOL, vec![symbol("com/example/App"), symbol("run")]),
            (FRAME_TYPE, vec![self.text("", "Inlined")]),
        ];
        let mut full = self.length("pool count", pools.len());
        for (class, constants) in pools {
            full.extend(packed(class));
            full.extend(self.length("constants", constants.len()));
            for (number, constant) in (1..).zip(constants) {
                full.extend(packed(number));
                full.extend(constant);
            }
        }
        let event = |next: Vec<u8>, pools: &[u8]| self.sized("", &[numbers(&[1, 0, 0]), next, vec![0], pools.to_vec()].concat());
        // how long the first is, does not hang on what it says of the second unless that is a lie
        let first = event(packed(0), &[0]).len();
        let back = if self.pools_go_round { packed((first as u64).wrapping_neg()) } else { packed(0) };
        [event(self.length("next pools", first), &[0]), event(back, &full)].concat()
    }
}
