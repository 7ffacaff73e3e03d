//! `.hair` files and curves: what is read, and that no broken file does harm.

use std::io::Write;

use sinew::mesh::read::read_hair_bytes;
use sinew::mesh::{Strands, read_strands};

/// A file of two strands, of two segments and of one, with the given arrays besides the points.
fn hair(arrays: u32) -> Vec<u8> {
    let mut data = b"HAIR".to_vec();
    for number in [2u32, 5, arrays, 1] {
        data.extend(number.to_le_bytes());
    }
    data.extend(0.25f32.to_le_bytes());
    data.resize(128, 0);
    if arrays & 1 != 0 {
        [2u16, 1].iter().for_each(|n| data.extend(n.to_le_bytes()));
    }
    (0..15).for_each(|i| data.extend((0.5 * i as f32).to_le_bytes()));
    if arrays & 4 != 0 {
        (1..6).for_each(|i| data.extend((0.125 * i as f32).to_le_bytes()));
    }
    if arrays & 8 != 0 {
        data.extend([0; 4 * 5]);
    }
    data
}

fn sentence(data: &[u8]) -> String {
    let message = read_hair_bytes("a.hair", data).expect_err("broken").to_string();
    assert!(message.starts_with("mesh file a.hair, ") && !message.contains('\n'), "{message}");
    message
}

#[test]
fn strands_points_and_thickness_are_read() {
    let strands = read_hair_bytes("a.hair", &hair(1 | 2 | 4 | 8)).unwrap();
    assert_eq!(strands.counts, [3, 2]);
    assert_eq!(strands.points[4], [6.0, 6.5, 7.0]);
    assert_eq!(strands.thickness, [0.125, 0.25, 0.375, 0.5, 0.625]);
    let plain = read_hair_bytes("a.hair", &hair(1 | 2)).unwrap();
    assert_eq!((plain.points, plain.thickness), (strands.points, vec![0.25; 5]));
    // Without an array every strand has the header's number of segments.
    let mut data = hair(2);
    data[8] = 4;
    data.truncate(128 + 4 * 12);
    assert_eq!(read_hair_bytes("a.hair", &data).unwrap().counts, [2, 2]);
    data[20..24].copy_from_slice(&0f32.to_le_bytes());
    assert!(read_hair_bytes("a.hair", &data).unwrap().thickness.is_empty(), "no thickness is unknown thickness");
}

#[test]
fn broken_files_get_one_sentence() {
    let whole = hair(1 | 2 | 4);
    for end in 0..whole.len() {
        sentence(&whole[..end]);
    }
    let with = |at: usize, bytes: &[u8]| {
        let mut data = whole.clone();
        data[at..at + bytes.len()].copy_from_slice(bytes);
        sentence(&data)
    };
    assert!(with(0, b"HARE").contains("where the letters HAIR should be"));
    assert!(with(4, &u32::MAX.to_le_bytes()).contains("the number of strands is 4294967295, but the rest"));
    assert!(with(4, &0u32.to_le_bytes()).contains("no strands"));
    assert!(with(8, &6u32.to_le_bytes()).contains("says 6, but the sum over all strands says 5"));
    assert!(with(12, &5u32.to_le_bytes()).contains("no points"));
    assert!(with(128, &0u16.to_le_bytes()).contains("strand 0 without segments"));
    assert!(with(132, &f32::NAN.to_le_bytes()).contains("point 0 has a coordinate that is NaN"));
    let mut greedy = hair(2);
    greedy[4..20].copy_from_slice(&[255; 16]);
    greedy[12..16].copy_from_slice(&2u32.to_le_bytes());
    assert!(sentence(&greedy).contains("the number of strands"));
    // Any byte changed: read or refused, never more.
    for at in 0..whole.len() {
        for value in [0, 1, 127, 255] {
            let mut data = whole.clone();
            data[at] = value;
            let _ = read_hair_bytes("a.hair", &data);
        }
    }
}

#[test]
fn files_are_found_packed_or_not_and_curves_go_from_root_to_tip() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let data = hair(1 | 2 | 4);
    std::fs::write(path("a.hair"), &data).unwrap();
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(&data).unwrap();
    std::fs::write(path("b.hair.gz"), packed.finish().unwrap()).unwrap();
    let strands = read_strands(path("a.hair")).unwrap();
    assert_eq!(read_strands(path("b.hair.gz")).unwrap(), strands);

    let curves = "v 0 0 0\nv 0 0 1\nv 0 0 2\nv 5 0 0\nv 6 0 0\nl 3 2 1\nl 4 5\n";
    std::fs::write(path("c.obj"), curves).unwrap();
    let read = read_strands(path("c.obj")).unwrap();
    let points = vec![[0.0, 0.0, 2.0], [0.0, 0.0, 1.0], [0.0; 3], [5.0, 0.0, 0.0], [6.0, 0.0, 0.0]];
    assert_eq!(read, Strands { points, counts: vec![3, 2], thickness: vec![] });
    for (curves, words) in [
        (curves.replace("l 4 5", "l 4 5\nl 2 5"), "branches"),
        (curves.replace("l 4 5", "l 4 5 4"), "is closed"),
        (curves.replace("l 3 2 1\nl 4 5\n", ""), "no curves"),
    ] {
        std::fs::write(path("d.obj"), curves).unwrap();
        let message = read_strands(path("d.obj")).expect_err(words).to_string();
        assert!(message.contains(words) && message.contains("d.obj"), "{message}");
    }
    assert!(read_strands(path("missing.hair")).expect_err("missing").to_string().contains("missing.hair"));
    assert!(read_strands(path("e.xyz")).expect_err("unknown").to_string().contains("xyz"));
}
