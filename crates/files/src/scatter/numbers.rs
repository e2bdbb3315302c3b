//! Numbers with a fixed number of decimals, as text.

/// Appends a number, rounded to `DECIMALS` decimals, without zeros at the end. Numbers are less than 10¹² in magnitude.
///
/// Formatting through `std::fmt` would take most of the time of a table.
pub(super) fn push<const DECIMALS: u32>(text: &mut Vec<u8>, number: f64) {
    let one = 10_u64.pow(DECIMALS);
    let units = (number.abs() * one as f64).round() as u64;
    if number < 0.0 && units > 0 {
        text.push(b'-');
    }
    push_whole(text, units / one);
    let mut rest = units % one;
    if rest == 0 {
        return;
    }
    text.push(b'.');
    let mut place = one / 10;
    while rest > 0 {
        text.push(b'0' + (rest / place) as u8);
        rest %= place;
        place /= 10;
    }
}

fn push_whole(text: &mut Vec<u8>, mut number: u64) {
    let mut digits = [0; 20];
    let mut first = digits.len();
    loop {
        first -= 1;
        digits[first] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            break;
        }
    }
    text.extend_from_slice(&digits[first..]);
}

#[cfg(test)]
mod tests {
    use super::push;

    fn text<const DECIMALS: u32>(number: f64) -> String {
        let mut bytes = Vec::new();
        push::<DECIMALS>(&mut bytes, number);
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn numbers_are_rounded() {
        for index in -2000..2000 {
            let number = f64::from(index) * 0.7613 * f64::from(index % 7).exp2();
            let found: f64 = text::<4>(number).parse().unwrap();
            // Ties may be rounded either way.
            assert!((found - number).abs() < 5.000_001e-5, "{found}, not {number}");
            let shortest = text::<4>(number);
            assert!(!shortest.contains('.') || !shortest.ends_with('0'), "{shortest}");
        }
        assert_eq!(
            (text::<4>(0.0), text::<4>(-0.00001), text::<3>(-12.5)),
            ("0".into(), "0".into(), "-12.5".into())
        );
        assert_eq!(
            (text::<4>(1e11), text::<2>(0.999), text::<6>(0.000_001)),
            ("100000000000".into(), "1".into(), "0.000001".into())
        );
    }
}
