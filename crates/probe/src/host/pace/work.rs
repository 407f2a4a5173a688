//! A piece of work that is the same each time. It runs through much code once, as a service does, because what others on the same machine take is
//! caches and the units that execute: CPU per request of a Node service goes with it, second by second, where nobody takes time (bench/RESULTS.md).

/// Calls `calls` functions, each time the one that the last result chooses. Gives the last result, to go on from.
pub fn fixed_work(from: u64, calls: u32) -> u64 {
    let mut x = from;
    for _ in 0..calls {
        x = chosen(x).1(x);
    }
    x
}

/// A stretch of code of its own for each `I`: a step of xorshift (Marsaglia, 2003) with branches that cannot be foretold.
#[inline(never)]
fn stretch<const I: u64>(mut x: u64) -> u64 {
    x ^= x << (3 + I % 28);
    if x & (1 << (I % 13)) != 0 {
        x = x.wrapping_add(I.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    }
    x = x.wrapping_mul(I.wrapping_mul(0xBF58_476D_1CE4_E5B9) | 1);
    x ^= x >> (3 + I % 27);
    if x & (1 << (I % 11)) != 0 {
        x ^= I.wrapping_mul(0x94D0_49BB_1331_11EB);
    }
    x.wrapping_add(I)
}

/// Sixteen times as many of what is given.
macro_rules! sixteen {
    ($of:ident, $n:expr) => {
        [
            $of!($n),
            $of!($n + 1),
            $of!($n + 2),
            $of!($n + 3),
            $of!($n + 4),
            $of!($n + 5),
            $of!($n + 6),
            $of!($n + 7),
            $of!($n + 8),
            $of!($n + 9),
            $of!($n + 10),
            $of!($n + 11),
            $of!($n + 12),
            $of!($n + 13),
            $of!($n + 14),
            $of!($n + 15),
        ]
    };
}
macro_rules! one {
    ($n:expr) => {
        stretch::<{ $n }> as Stretch
    };
}
macro_rules! row {
    ($n:expr) => {
        sixteen!(one, ($n) * 16)
    };
}
macro_rules! sheet {
    ($n:expr) => {
        sixteen!(row, ($n) * 16)
    };
}

/// 4096 stretches: some hundred kilobytes of code.
static STRETCHES: [[[Stretch; 16]; 16]; 16] = sixteen!(sheet, 0);
type Stretch = fn(u64) -> u64;

/// The stretch that a result chooses: its number, and what it does.
fn chosen(x: u64) -> (u64, Stretch) {
    let n = x >> 7 & 0xFFF;
    let digit = |shift: u32| (n >> shift & 0xF) as usize;
    (n, STRETCHES[digit(8)][digit(4)][digit(0)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn no_two_stretches_do_the_same() {
        let results: HashSet<u64> = STRETCHES.as_flattened().as_flattened().iter().map(|f| f(0x2545_F491_4F6C_DD1D)).collect();
        assert_eq!(results.len(), 4096);
    }

    #[test]
    fn pieces_lead_through_most_of_the_code() {
        let (mut x, mut met) = (1, HashSet::new());
        for _ in 0..80_000 {
            let (n, stretch) = chosen(x);
            met.insert(n);
            x = stretch(x);
        }
        assert!(met.len() > 4096 * 9 / 10, "{} of 4096", met.len());
    }
}
