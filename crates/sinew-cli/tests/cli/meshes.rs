//! Commands that make, convert and look over meshes and strands.

use std::fs;

use crate::Place;

#[test]
fn meshes_are_made_converted_and_checked() {
    let place = Place::new();
    let (out, _) = place.expect(0, "mesh generate block beam.msh --set size=[1,0.25,0.25] --set cells=[4,1,1]");
    assert!(out.contains("20 tets"), "{out}");
    place.expect(2, "mesh generate block beam.msh --set size=[1,0.25,0.25] --set cells=[4,1,1]");
    place.expect(0, "mesh convert beam.msh beam.vtu --scale 2");
    let (out, _) = place.expect(0, "mesh info beam.vtu --json");
    let info: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(info["tets"], 20);
    assert!((info["volume"].as_f64().expect("a number") - 0.5).abs() < 1e-12);
    place.expect(0, "check beam.msh");
    let (out, _) = place.expect(0, "mesh generate --list");
    assert!(out.contains("torus: ") && out.contains("tube_radius="), "{out}");
    let (out, _) = place.expect(0, "mesh generate torus ring.obj");
    assert!(out.contains("the surface alone, without the ") && !out.contains(" 0 triangles"), "{out}");
    let (out, _) = place.expect(0, "mesh tetrahedralize ring.obj ring.msh --size 0.1");
    assert!(out.contains("tets, volume") && out.contains("degrees"), "{out}");
    for to in ["ring.stl", "ring.ply"] {
        let (out, _) = place.expect(0, &format!("mesh convert ring.msh {to}"));
        assert!(out.contains("the surface alone, without the "), "{out}");
    }
    let (out, _) = place.expect(0, "mesh tetrahedralize ring.obj filled.obj --size 0.1");
    assert!(out.contains("the surface alone, without the ") && !out.contains("volume"), "{out}");
    let (info, _) = place.expect(0, "mesh info filled.obj --json");
    let info: serde_json::Value = serde_json::from_str(&info).expect("JSON");
    assert!(out.contains(&format!(" {} vertices, {} triangles", info["vertices"], info["triangles"])), "{out}");
    place.expect(2, "mesh tetrahedralize ring.obj ring.msh --size 0.1");
    for size in ["0", "1e-9", "9"] {
        let (_, message) = place.expect(2, &format!("mesh tetrahedralize ring.obj other.msh --size {size}"));
        assert!(message.contains("ring.obj: ") && message.contains("size"), "{message}");
    }
    let (out, _) = place.expect(0, "check rope.toml");
    assert!(out.contains("usable") && out.contains("rad/s"), "{out}");
}

#[test]
fn strands_are_looked_over_and_not_converted() {
    let place = Place::new();
    // Two strands of one segment each: 1 m and 2 m long, 1 mm and 2 mm thick at the roots and 1 mm at the tips.
    let mut data = b"HAIR".to_vec();
    [2u32, 4, 1 | 2 | 4, 1].iter().for_each(|n| data.extend(n.to_le_bytes()));
    data.resize(128, 0);
    [1u16, 1].iter().for_each(|n| data.extend(n.to_le_bytes()));
    let points = [[0.0f32, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, 2.0, 1.0]];
    points.as_flattened().iter().for_each(|x| data.extend(x.to_le_bytes()));
    [1e-3f32, 1e-3, 2e-3, 1e-3].iter().for_each(|d| data.extend(d.to_le_bytes()));
    fs::write(place.path("two.hair"), &data).expect("written");
    for command in ["mesh info two.hair", "check two.hair"] {
        let (out, _) = place.expect(0, command);
        for words in
            ["2 strands, 4 points, 1 to 1 segments", "length    1.00 to 2.00 m", "thickness 0.00100 to 0.00200 m"]
        {
            assert!(out.contains(words), "{out}");
        }
    }
    let (json, _) = place.expect(0, "mesh info two.hair --json");
    let info: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!((&info["strands"], &info["length"][1]), (&2.into(), &2.0.into()));
    let (_, err) = place.expect(2, "mesh convert two.hair two.obj");
    assert!(err.contains("two.hair") && err.contains("`fibres.file`"), "{err}");
    // A thickness of zero is none.
    data.truncate(data.len() - 4);
    data.extend(0.0f32.to_le_bytes());
    fs::write(place.path("two.hair"), &data).expect("written");
    assert!(place.expect(0, "mesh info two.hair").0.contains("not positive everywhere"));
    let scene = "[time]\ndt = 0.01\nsteps = 1\n[[body]]\nfibres = { file = 'two.hair', young = 1e9, torsion = 1e9, density = 1e3 }\n";
    fs::write(place.path("hair.toml"), scene).expect("written");
    let (_, err) = place.expect(2, "check hair.toml");
    assert!(err.contains("two.hair has no thickness that is above 0 everywhere"), "{err}");
    let (_, err) = place.expect(2, "check hair.toml --set body.0.fibres.segments=1000000000");
    assert!(err.contains("body.0.fibres.segments") && err.contains("limit"), "{err}");
}
