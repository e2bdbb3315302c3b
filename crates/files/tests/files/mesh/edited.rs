//! Complete files with changed content.

use std::path::Path;

use orogen_files::mesh::{gltf, obj};
use serde_json::{Value, json};

use super::{FORMATS, GRID, write};

/// The `.glb` with its JSON changed.
fn with_json(glb: &[u8], change: impl FnOnce(&mut Value)) -> Vec<u8> {
    let length = u32::from_le_bytes(glb[12..16].try_into().unwrap()) as usize;
    let (json, binary) = glb[20..].split_at(length);
    let mut json = serde_json::from_slice(json).unwrap();
    change(&mut json);
    let json = serde_json::to_vec(&json).unwrap();
    let [whole, length] = [20 + json.len() + binary.len(), json.len()].map(|n| (n as u32).to_le_bytes());
    [&glb[..8], &whole, &length, b"JSON", &json, binary].concat()
}

/// The result of reading a `.glb` whose JSON has this value at this JSON pointer.
fn said(glb: &[u8], path: &Path, place: &str, value: Value) -> Result<Vec<f32>, String> {
    let change = |json: &mut Value| {
        let (parent, key) = place.rsplit_once('/').unwrap();
        match json.pointer_mut(parent).unwrap() {
            Value::Array(list) => list[key.parse::<usize>().unwrap()] = value,
            object => object[key] = value,
        }
    };
    std::fs::write(path, with_json(glb, change)).unwrap();
    gltf::read_heights(path, &GRID).map_err(|error| error.message)
}

#[test]
fn json_that_lies_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.glb");
    write(FORMATS[0].1, &path);
    let glb = std::fs::read(&path).unwrap();
    let whole: Value = {
        let length = u32::from_le_bytes(glb[12..16].try_into().unwrap()) as usize;
        serde_json::from_slice(&glb[20..20 + length]).unwrap()
    };
    assert!(said(&glb, &path, "/asset/generator", json!("someone else")).is_ok());

    let (accessor, mesh, node) = ("an accessor is", "a mesh", "a node");
    let primitive = &whole["meshes"][0]["primitives"][0];
    let cases = [
        ("/bufferViews/0/byteOffset", json!(u64::MAX), accessor),
        ("/bufferViews/0/byteOffset", json!(glb.len()), accessor),
        ("/bufferViews/0/byteStride", json!(1), accessor),
        ("/bufferViews/0/byteStride", json!(4_000_000_000u64), accessor),
        ("/accessors/0/byteOffset", json!(u64::MAX), accessor),
        ("/accessors/0/count", json!(u64::MAX), accessor),
        ("/accessors/0/componentType", json!(5123), accessor),
        ("/accessors/0/componentType", json!(7), accessor),
        ("/accessors/0/type", json!("VEC2"), accessor),
        ("/accessors/0/normalized", json!(true), accessor),
        ("/accessors/0/bufferView", json!(4_000_000_000u64), accessor),
        ("/accessors/0/count", json!(16_640), "there is no vertex 16640"),
        ("/accessors/2/count", json!(98_304 - 3), "1 triangles are missing"),
        ("/accessors/1/count", json!(16_640), "16641 vertices have 16640 normals"),
        ("/accessors/1/byteOffset", json!(0), "a normal is"),
        ("/accessors/1/normalized", json!(true), accessor),
        ("/meshes/0/primitives", json!([]), mesh),
        ("/meshes/0/primitives", json!([primitive, primitive]), mesh),
        ("/nodes/1/mesh", json!(77), mesh),
        ("/nodes/2/mesh", json!(0), "two heights"),
        ("/nodes/0/mesh", json!(0), node),
        ("/nodes/1/scale", json!([1.0, 1.0, 1.0]), node),
        ("/nodes/1/rotation", json!([0.0, 0.0, 0.0, 1.0]), node),
        ("/nodes/1/translation/1", json!(1.0), node),
        ("/nodes/1/translation/0", json!(-15.2), "beside its sample"),
        ("/nodes/1/translation", json!([1e39, 0.0, 0.0]), ""),
        ("/nodes/1/translation/0", json!(1e9), "where there is no sample"),
        ("/nodes", json!([]), "triangles are missing"),
        ("/nodes", json!({}), "JSON is broken"),
    ];
    for (place, value, why) in cases {
        let message = said(&glb, &path, place, value.clone()).unwrap_err();
        assert!(message.contains(why), "{place} = {value}: {message}");
    }
    // One piece occurs twice: all its vertices are at samples, but there are too many vertices.
    let mut nodes = whole["nodes"].clone();
    nodes.as_array_mut().unwrap().push(whole["nodes"][1].clone());
    assert!(said(&glb, &path, "/nodes", nodes).unwrap_err().contains("more vertices"));
}

#[test]
fn pieces_with_different_heights_at_their_border_are_errors() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.glb");
    write(FORMATS[0].1, &path);
    let mut glb = std::fs::read(&path).unwrap();
    let length = u32::from_le_bytes(glb[12..16].try_into().unwrap()) as usize;
    // The height of the first vertex of the second piece, which is on the border of the first piece.
    let json: Value = serde_json::from_slice(&glb[20..20 + length]).unwrap();
    let at = 28 + length + json["bufferViews"][2]["byteOffset"].as_u64().unwrap() as usize + 4;
    let height = f32::from_le_bytes(glb[at..at + 4].try_into().unwrap());
    glb[at..at + 4].copy_from_slice(&height.next_up().to_le_bytes());
    std::fs::write(&path, glb).unwrap();
    assert!(gltf::read_heights(&path, &GRID).unwrap_err().message.contains("two heights"));
}

#[test]
fn an_obj_with_a_changed_triangle_vertex_or_line_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.obj");
    write(FORMATS[1].1, &path);
    let whole = std::fs::read_to_string(&path).unwrap();
    let mut lines: Vec<&str> = whole.lines().collect();
    let [face, normal] =
        ["f ", "vn "].map(|key| lines.iter().position(|line| line.starts_with(key)).unwrap());
    let turned = lines[face].split(' ').rev().collect::<Vec<_>>().join(" ");
    let turned = format!("f {}", turned.trim_end_matches(" f"));
    let long = "v 0 0".to_owned() + &" ".repeat(1 << 20);
    let cases = [
        (face, turned.as_str(), "is not the triangle"),
        (face, "f 1//1 2//3 4//4", "with three numbers"),
        (face, "f 1 2 3", "with three numbers"),
        (face, lines[face + 1], "is not the triangle"),
        (normal, "vn 0 0.00005 1", "with three numbers"),
        (normal, "vn 0 1.0001 0", "with three numbers"),
        (normal, "vn nan 0 0", "with three numbers"),
        (normal, "vn 0 0 0", "there is no normal at column 0, row 0"),
        (normal, "# a comment", "is not `vn` with three numbers"),
        (2, "v 0 0 0", "is at 0, 0"),
        (2, "v 0 0 0 0", "with three numbers"),
        (2, "v", "with three numbers"),
        (2, "", "with three numbers"),
        (2, &long, "too long"),
    ];
    for (at, line, why) in cases {
        let true_line = std::mem::replace(&mut lines[at], line);
        std::fs::write(&path, lines.join("\n") + "\n").unwrap();
        let message = obj::read_heights(&path, &GRID).unwrap_err().message;
        assert!(message.contains(why), "{line:.40}: {message}");
        lines[at] = true_line;
    }
    let infinite = lines[2].split(' ').nth(1).map(|x| whole.replacen(lines[2], &format!("v {x} inf 119"), 1));
    std::fs::write(&path, infinite.unwrap()).unwrap();
    assert!(obj::read_heights(&path, &GRID).unwrap_err().message.contains("the height is inf"));
}
