//! What is grown: counts, places, seeds, styles.

use sinew::mesh::Strands;
use sinew::mesh::strands::{Brush, CATALOG, Growth, Head, Style};

fn head(count: u32, style: Style, seed: u32) -> Growth {
    let (radii, segments) = ([0.1, 0.08, 0.12], [6, 10]);
    Growth::Head(Head { radii, count, length: 0.25, segments, style, amplitude: None, wavelength: None, seed })
}

fn length(strands: &Strands, range: std::ops::Range<usize>) -> f64 {
    let points = &strands.points[range];
    points.windows(2).map(|w| (0..3).map(|c| (w[1][c] - w[0][c]).powi(2)).sum::<f64>().sqrt()).sum()
}

#[test]
fn every_kind_grows_and_has_its_keys_in_the_schema() {
    let schema = serde_json::to_value(schemars::schema_for!(Growth)).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    for entry in CATALOG {
        let growth = (entry.example)();
        let strands = growth.build().unwrap();
        assert!(!strands.counts.is_empty() && strands.counts.iter().all(|n| *n >= 2), "{}", entry.name);
        assert_eq!(strands.counts.iter().sum::<u32>() as usize, strands.points.len());
        assert!(strands.points.iter().flatten().all(|x| x.is_finite()));
        assert_eq!(growth.build().unwrap(), strands, "the same again");
        let mut value = serde_json::to_value(&growth).unwrap();
        assert_eq!(value["kind"], entry.name);
        assert!(validator.is_valid(&value), "{}", entry.name);
        value["colour"] = 1.into();
        assert!(!validator.is_valid(&value), "{}", entry.name);
        assert!(serde_json::from_value::<Growth>(value).is_err());
    }
}

#[test]
fn the_papers_sizes() {
    // 60 000 hairs of 6 to 10 cuboids: 480 000 cuboids, 2 160 000 particles; here a sixtieth of them.
    let hair = head(1000, Style::Straight, 1).build().unwrap();
    assert_eq!(hair.points.len() - hair.counts.len(), 8_000);
    assert_eq!(4 * hair.points.len(), 36_000);
    // 1 500 bristles of four cuboids: 20 particles each, 90 000 unknowns.
    let (size, tufts, radius, length) = ([0.025, 0.009], [12, 5], 7e-4, 0.01);
    let brush = Brush { size, tufts, count: 25, radius, length, segments: 4, spread: 2.0, seed: 1 };
    let brush = Growth::Brush(brush).build().unwrap();
    assert_eq!((brush.counts.len(), 3 * 4 * brush.points.len()), (1500, 90_000));
}

#[test]
fn hair_stands_on_the_head_and_keeps_out_of_it() {
    for style in [Style::Straight, Style::Curly] {
        let hair = head(500, style, 1).build().unwrap();
        let depth = |p: &[f64; 3]| (p[0] / 0.1).hypot(p[1] / 0.08).hypot(p[2] / 0.12);
        for range in hair.ranges() {
            assert!((depth(&hair.points[range.start]) - 1.0).abs() < 1e-12, "roots are on the ellipsoid");
            let deepest = hair.points[range.clone()].iter().map(depth).fold(f64::INFINITY, f64::min);
            assert!(deepest > 0.97, "{style:?}: {deepest}");
            if style == Style::Straight {
                // Four fifths of 0.25 m at least, less what the corners between the points cut off.
                let length = length(&hair, range.clone());
                assert!(length < 0.26 && length > 0.16, "{length}");
            }
            let [root, tip] = [range.start, range.end - 1].map(|i| hair.points[i]);
            assert!(tip[2] < root[2] + 0.05, "hair hangs: {root:?} {tip:?}");
        }
    }
}

#[test]
fn seeds_and_styles_differ() {
    let built = |style, seed| head(50, style, seed).build().unwrap();
    assert_ne!(built(Style::Straight, 1), built(Style::Straight, 2));
    let styles = [Style::Straight, Style::Wavy, Style::Curly].map(|style| built(style, 1));
    let total = |s: &Strands| s.ranges().map(|range| length(s, range)).sum::<f64>();
    assert!(total(&styles[0]) < total(&styles[1]) && total(&styles[1]) < total(&styles[2]));
    assert_eq!(styles[0].counts, styles[2].counts);
}

#[test]
fn impossible_numbers_get_one_sentence() {
    let base = head(10, Style::Wavy, 1);
    let change = |key: &str, value: serde_json::Value| {
        let mut json = serde_json::to_value(&base).unwrap();
        json[key] = value;
        serde_json::from_value::<Growth>(json).unwrap().build().expect_err(key).to_string()
    };
    assert!(change("length", 0.into()).starts_with("shape head: `length` is 0"));
    assert!(change("segments", vec![4, 2].into()).contains("`segments[1]` is 2; it must be at least 4"));
    assert!(change("count", 0.into()).contains("`count` is 0"));
    assert!(change("count", u32::MAX.into()).contains("more than the limit"));
    assert!(change("amplitude", (-1).into()).contains("`amplitude` is -1"));
}

#[test]
fn strands_are_thinned_resampled_and_tapered() {
    let mut strands = Strands {
        points: vec![[0.0; 3], [1.0, 0.0, 0.0], [1.0, 3.0, 0.0], [5.0; 3], [5.0, 5.0, 6.0]],
        counts: vec![3, 2],
        thickness: vec![1.0, 2.0, 2.0, 3.0, 5.0],
    };
    let even = strands.resampled(4).expect("few");
    let many = strands.resampled(1_000_000_000).expect_err("too many").to_string();
    assert!(many.contains("2000000000 elements, more than the limit"), "{many}");
    assert_eq!(even.counts, [5, 5]);
    assert_eq!(&even.points[..5], &[[0.0; 3], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [1.0, 2.0, 0.0], [1.0, 3.0, 0.0]]);
    assert_eq!(&even.thickness[5..], &[3.0, 3.5, 4.0, 4.5, 5.0]);
    let second = strands.every(2);
    assert_eq!((second.counts.clone(), second.points.len(), second.thickness.len()), (vec![3], 3, 3));
    strands.taper([4.0, 0.0]);
    assert_eq!(strands.thickness, [4.0, 3.0, 0.0, 4.0, 0.0]);
}
