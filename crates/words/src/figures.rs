//! How figures are printed: three significant digits, a unit, thousands apart. Every output and every text prints through here, so that the same
//! figure reads the same wherever it stands.

/// Three significant digits: `0.052`, `1.6`, `42.3`, `190`, `2,910`. Trailing zeros are left out; less than a thousandth is `<0.001`.
pub fn figure(x: f64) -> String {
    if !x.is_finite() {
        return "?".to_owned();
    }
    let size = x.abs();
    if size == 0.0 {
        return "0".to_owned();
    }
    if size < 0.001 {
        return if x < 0.0 { ">-0.001" } else { "<0.001" }.to_owned();
    }
    // rounded first, so that 99.96 becomes 100 and not 100.0
    let rounded: f64 = format!("{size:.2e}").parse().unwrap_or(size);
    let decimals = (2 - rounded.log10().floor() as i32).clamp(0, 3) as usize;
    signed(x, &trimmed(&format!("{rounded:.decimals$}")))
}

/// A share as per cent: `71 %`, `1.6 %`, `<0.1 %`.
pub fn percent(share: f64) -> String {
    let p = share * 100.0;
    if !p.is_finite() {
        return "? %".to_owned();
    }
    let size = p.abs();
    let digits = if size == 0.0 {
        "0".to_owned()
    } else if size < 0.1 {
        return "<0.1 %".to_owned();
    } else if size < 9.95 {
        trimmed(&format!("{size:.1}"))
    } else {
        format!("{size:.0}")
    };
    format!("{} %", signed(p, &digits))
}

/// Milliseconds: `12.3 ms`.
pub fn ms(x: f64) -> String {
    format!("{} ms", figure(x))
}

/// Seconds: `12.5 s`.
pub fn seconds(x: f64) -> String {
    format!("{} s", figure(x))
}

/// A rate: `190/s`.
pub fn per_s(x: f64) -> String {
    format!("{}/s", figure(x))
}

/// A rate of which the last request counts: `141,345`, and three significant digits below 100.
pub fn whole(x: f64) -> String {
    if x.is_finite() && x >= 99.95 { count(x.round() as u64) } else { figure(x) }
}

/// Bytes in decimal units: `205 B`, `12.3 MB`.
pub fn bytes(n: f64) -> String {
    let units = [(1e9, "GB"), (1e6, "MB"), (1e3, "kB")];
    let (size, unit) = units.into_iter().find(|(size, _)| n >= *size).unwrap_or((1.0, "B"));
    format!("{} {unit}", figure(n / size))
}

/// A count, exact: `12,345`.
pub fn count(n: u64) -> String {
    grouped(&n.to_string())
}

/// A figure with its standard error: `0.3 ± 0.2`.
pub fn with_error(x: f64, se: f64) -> String {
    format!("{} ± {}", figure(x), figure(se))
}

fn signed(x: f64, digits: &str) -> String {
    let (whole, rest) = digits.split_at(digits.find('.').unwrap_or(digits.len()));
    format!("{}{}{rest}", if x < 0.0 { "-" } else { "" }, grouped(whole))
}

fn trimmed(digits: &str) -> String {
    if digits.contains('.') { digits.trim_end_matches('0').trim_end_matches('.').to_owned() } else { digits.to_owned() }
}

fn grouped(digits: &str) -> String {
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(c);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_have_three_significant_digits_and_no_trailing_zeros() {
        let cases = [
            (0.0, "0"),
            (0.000_4, "<0.001"),
            (0.0519, "0.052"),
            (0.1, "0.1"),
            (1.6, "1.6"),
            (42.345, "42.3"),
            (12.0, "12"),
            (99.96, "100"),
            (999.6, "1,000"),
            (190.4, "190"),
            (2_913.0, "2,910"),
            (1_234_567.0, "1,230,000"),
            (-0.35, "-0.35"),
            (f64::NAN, "?"),
            (f64::INFINITY, "?"),
        ];
        for (x, want) in cases {
            assert_eq!(figure(x), want, "{x}");
        }
    }

    #[test]
    fn shares_are_whole_per_cents_from_ten_on() {
        for (x, want) in [
            (0.71, "71 %"),
            (0.0996, "10 %"),
            (0.016, "1.6 %"),
            (0.01, "1 %"),
            (0.000_1, "<0.1 %"),
            (0.0, "0 %"),
            (-0.05, "-5 %"),
            (1.0, "100 %"),
        ] {
            assert_eq!(percent(x), want, "{x}");
        }
    }

    #[test]
    fn bytes_have_decimal_units() {
        for (n, want) in [(0.0, "0 B"), (205.4, "205 B"), (4_812.0, "4.81 kB"), (12_345_678.0, "12.3 MB"), (7.2e9, "7.2 GB")] {
            assert_eq!(bytes(n), want, "{n}");
        }
    }

    #[test]
    fn whole_rates_keep_every_request() {
        for (x, want) in [(141_345.2, "141,345"), (1_998.0, "1,998"), (99.96, "100"), (42.345, "42.3"), (f64::NAN, "?")] {
            assert_eq!(whole(x), want, "{x}");
        }
    }

    #[test]
    fn counts_are_exact() {
        assert_eq!((count(999), count(12_345), count(1_000_000)), ("999".into(), "12,345".into(), "1,000,000".into()));
    }
}
