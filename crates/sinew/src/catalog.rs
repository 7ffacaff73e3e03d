//! Names that users type, and what to say when one is not known.
//!
//! Every catalog (integrators, materials, shapes, scenes, outputs, keys of the scene file) answers an unknown name with
//! the nearest known one. Nearness is the Damerau-Levenshtein distance relative to the longer name, so that swapped,
//! missing and doubled letters count little; `_` and `-` are the same letter, as are capitals and small ones.

/// The candidate most like `name`; none only if there are no candidates. Of equally near ones the first is taken.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let mut best: Option<(f64, &str)> = None;
    for candidate in candidates {
        let likeness = likeness(name, candidate);
        if best.is_none_or(|(most, _)| likeness > most) {
            best = Some((likeness, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// The end of a sentence about an unknown name: "did you mean `x`?" if one is close, and the list of all otherwise.
pub fn suggestion<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> String {
    let candidates: Vec<&str> = candidates.into_iter().collect();
    match nearest(name, candidates.iter().copied()) {
        None => "none is known here".into(),
        Some(best) if likeness(name, best) >= CLOSE => format!("did you mean `{best}`?"),
        Some(best) => {
            // The nearest one comes first, so that a long list still starts with the best guess.
            let others = candidates.iter().filter(|c| **c != best).map(|c| format!(", `{c}`")).collect::<String>();
            format!("known are `{best}`{others}")
        }
    }
}

/// The same for long lists: only the nearest three, and the command that shows all.
pub fn short_suggestion<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>, all: &str) -> String {
    let mut candidates: Vec<&str> = candidates.into_iter().collect();
    // The sort is stable: of equals the first in the list comes first.
    candidates.sort_by(|a, b| likeness(name, b).total_cmp(&likeness(name, a)));
    match candidates.first() {
        Some(best) if likeness(name, best) < CLOSE => {
            let nearest: Vec<String> = candidates.iter().take(3).map(|c| format!("`{c}`")).collect();
            format!("the nearest are {}; `{all}` shows all", nearest.join(", "))
        }
        _ => suggestion(name, candidates),
    }
}

/// From here on a name counts as a slip of the keyboard: half of the letters agree.
const CLOSE: f64 = 0.5;

fn likeness(a: &str, b: &str) -> f64 {
    let plain = |s: &str| s.to_lowercase().replace('_', "-");
    let (a, b) = (plain(a), plain(b));
    let edits = strsim::normalized_damerau_levenshtein(&a, &b);
    // `euler` means `forward-euler`, `neohookean` means `neo-hookean`.
    let contained = a.len() >= 3 && (b.contains(&a) || (b.len() >= 3 && a.contains(&b)));
    if contained { edits.max(CLOSE) } else { edits }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&str; 5] = ["backward-euler", "implicit-midpoint", "bdf2", "newmark", "rk4"];

    #[test]
    fn long_lists_are_not_shown() {
        assert_eq!(short_suggestion("newmarck", NAMES, "list"), "did you mean `newmark`?");
        let far = short_suggestion("xyzzy", NAMES, "list");
        assert!(far.starts_with("the nearest are `") && far.ends_with("; `list` shows all"), "{far}");
        assert_eq!(far.matches(", ").count(), 2, "{far}");
    }

    #[test]
    fn slips_find_the_name_that_was_meant() {
        for (typed, meant) in [
            ("implict-midpoint", "implicit-midpoint"),
            ("Backward_Euler", "backward-euler"),
            ("bfd2", "bdf2"),
            ("midpoint", "implicit-midpoint"),
            ("newmarck", "newmark"),
            ("rk", "rk4"),
        ] {
            assert_eq!(nearest(typed, NAMES), Some(meant), "{typed}");
        }
        assert_eq!(nearest("anything", []), None);
    }

    #[test]
    fn a_strange_name_gets_the_list() {
        assert_eq!(suggestion("implict-midpoint", NAMES), "did you mean `implicit-midpoint`?");
        let all = suggestion("qqq", NAMES);
        assert!(NAMES.iter().all(|n| all.contains(n)), "{all}");
    }
}
