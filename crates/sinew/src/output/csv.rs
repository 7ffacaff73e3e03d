//! Comma-separated numbers that read back to the same bits: the shortest decimal form, never a rounded one.

use std::io::{self, Write};

/// A number in its shortest form that parses back to the same f64; powers of ten only where digits would run long.
pub fn number(x: f64) -> String {
    let size = x.abs();
    if x == 0.0 || (1e-4..1e15).contains(&size) || !x.is_finite() { format!("{x}") } else { format!("{x:e}") }
}

/// A number for a sentence: four significant digits at most.
pub fn brief(x: f64) -> String {
    rounded(x, 4)
}

/// A number with so many significant digits at most, none of them zeros at the end.
pub fn rounded(x: f64, digits: usize) -> String {
    number(format!("{x:.*e}", digits.saturating_sub(1)).parse().expect("it was just written"))
}

/// One line: an integer and then numbers.
pub fn write_row(out: &mut impl Write, first: usize, numbers: &[f64]) -> io::Result<()> {
    write!(out, "{first}")?;
    for x in numbers {
        write!(out, ",{}", number(*x))?;
    }
    writeln!(out)
}

/// A text field, quoted where it must be.
pub fn field(text: &str) -> String {
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_survive_a_round_trip() {
        for x in [0.0, -0.0, 0.1 + 0.2, 1e-300, -2.5e22, f64::MIN_POSITIVE, 123456.789, 1.0 / 3.0] {
            let text = number(x);
            assert!(text.len() < 26, "{text}");
            assert_eq!(text.parse::<f64>().expect("a number").to_bits(), x.to_bits());
        }
    }

    #[test]
    fn sentences_have_four_digits_and_no_rows_of_zeros() {
        let cases = [(0.0, "0"), (0.25, "0.25"), (1.0 / 3.0, "0.3333"), (4e-15, "4e-15"), (123_456.0, "123500")];
        cases.iter().for_each(|(x, text)| assert_eq!(brief(*x), *text));
        assert_eq!(brief(f64::NAN), "NaN");
    }

    #[test]
    fn rows_and_fields() {
        let mut out = Vec::new();
        write_row(&mut out, 3, &[0.5, 1e-9]).expect("written to memory");
        assert_eq!(out, b"3,0.5,1e-9\n");
        assert_eq!(field("a, \"b\""), "\"a, \"\"b\"\"\"");
        assert_eq!(field("plain"), "plain");
    }
}
