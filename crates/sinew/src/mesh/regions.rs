//! Names of regions as text, for formats that have an array of bytes but no place for names: one line `number name` each.

use std::collections::BTreeMap;

/// Name of that array.
pub(super) const ARRAY: &str = "region_names";

pub(super) fn to_text(names: &BTreeMap<u32, String>) -> String {
    names.iter().map(|(region, name)| format!("{region} {}\n", name.replace('\n', " "))).collect()
}

pub(super) fn from_text(text: &str) -> BTreeMap<u32, String> {
    let row = |line: &str| {
        let (region, name) = line.split_once(' ')?;
        Some((region.parse().ok()?, name.to_owned()))
    };
    text.lines().filter_map(row).collect()
}

/// From the numbers of such an array.
pub(super) fn from_numbers(numbers: &[f64]) -> BTreeMap<u32, String> {
    let bytes: Vec<u8> = numbers.iter().map(|&x| x as u8).collect();
    from_text(&String::from_utf8_lossy(&bytes))
}
