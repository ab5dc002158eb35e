//! Times of day as they are written.

/// The seconds after midnight of a time such as `07:30`.
pub(crate) fn seconds(text: &str) -> Option<u32> {
    let (hours, minutes) = text.split_once(':')?;
    let number = |text: &str, most: u32| {
        let plain = text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse::<u32>().ok().filter(|number| plain && *number <= most)
    };
    Some((number(hours, 23)? * 60 + number(minutes, 59)?) * 60)
}

/// Seconds in a day.
pub(crate) const DAY: u32 = 24 * 60 * 60;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_has_four_digits() {
        assert_eq!(seconds("07:30"), Some(27_000));
        assert_eq!(seconds("23:59"), Some(DAY - 60));
        for text in ["", "7:30", "24:00", "07:60", "0730", "07:30:00", "+7:30", "07:3é"] {
            assert_eq!(seconds(text), None, "{text}");
        }
    }
}
