//! Points as text: CSV, and JSON with one point in a line.

use std::io::{self, Write};

use orogen_engine::blue_noise::Rectangle;
use orogen_engine::recipe::ScatterKind;
use orogen_engine::scatter::{Scatter, ScatterPoint};
use serde_json::json;

use super::numbers::push;
use super::rotation;
use crate::HeightMapping;

/// Writes the points of a kind. `line` appends a point to the text. `separator` is put before each point but the first, which
/// `is_first` says.
fn write_kind(
    out: &mut impl Write,
    is_first: &mut bool,
    scatter: &Scatter,
    kind: usize,
    part: &Rectangle,
    separator: &[u8],
    line: impl Fn(&mut Vec<u8>, &ScatterPoint) + Sync,
) -> io::Result<()> {
    let text = |points: &[ScatterPoint]| {
        let mut text = Vec::with_capacity(96 * points.len());
        for point in points {
            text.extend_from_slice(separator);
            line(&mut text, point);
        }
        text
    };
    scatter.each_tile(kind, part, text, |text| {
        let from = if std::mem::take(is_first) { separator.len() } else { 0 };
        out.write_all(&text[from..])
    })
}

fn push_all<const DECIMALS: u32>(text: &mut Vec<u8>, numbers: &[f64]) {
    for (index, &number) in numbers.iter().enumerate() {
        if index > 0 {
            text.push(b',');
        }
        push::<DECIMALS>(text, number);
    }
}

/// `scatter.csv`: positions and heights in metres to a tenth of a millimetre, the normal (x, y, up), the yaw in degrees, and the
/// scale.
pub(super) fn csv(out: &mut impl Write, scatter: &Scatter, part: &Rectangle) -> io::Result<()> {
    out.write_all(b"name,x,y,height,nx,ny,nz,yaw,scale\n")?;
    for (index, kind) in scatter.kinds().iter().enumerate() {
        write_kind(out, &mut true, scatter, index, part, b"", |text, point| {
            text.extend_from_slice(kind.name.as_bytes());
            text.push(b',');
            push_all::<4>(text, &[point.position[0], point.position[1], point.height.into()]);
            text.push(b',');
            push_all::<6>(text, &point.normal.map(f64::from));
            text.push(b',');
            push_all::<4>(text, &[point.yaw.into(), point.scale.into()]);
            text.push(b'\n');
        })?;
    }
    Ok(())
}

/// `scatter_unity.json`: positions from 0 to 1 over the terrain, x to the east, y up, z to the north; rotations in radians,
/// clockwise from above, as Unity's `TreeInstance` has them.
pub(super) fn unity(
    out: &mut impl Write,
    scatter: &Scatter,
    part: &Rectangle,
    mapping: HeightMapping,
) -> io::Result<()> {
    let size = [part.max[0] - part.min[0], mapping.max() - mapping.min(), part.max[1] - part.min[1]];
    let prototypes: Vec<_> = scatter.kinds().iter().map(prototype).collect();
    writeln!(out, "{{\"size\":{},\"prototypes\":{},\"trees\":[", json!(size), json!(prototypes))?;
    let mut is_first = true;
    for index in 0..scatter.kinds().len() {
        write_kind(out, &mut is_first, scatter, index, part, b",\n", |text, point| {
            let ScatterPoint { position: [x, y], height, yaw, scale, .. } = *point;
            text.extend_from_slice(format!("{{\"prototype\":{index},\"position\":{{\"x\":").as_bytes());
            push::<9>(text, (x - part.min[0]) / size[0]);
            text.extend_from_slice(b",\"y\":");
            push::<9>(text, (f64::from(height) - mapping.min()) / size[1]);
            text.extend_from_slice(b",\"z\":");
            push::<9>(text, (part.max[1] - y) / size[2]);
            for key in ["},\"widthScale\":", ",\"heightScale\":"] {
                text.extend_from_slice(key.as_bytes());
                push::<4>(text, scale.into());
            }
            text.extend_from_slice(b",\"rotation\":");
            push::<5>(text, -f64::from(yaw).to_radians());
            text.push(b'}');
        })?;
    }
    out.write_all(b"\n]}\n")
}

fn prototype(kind: &ScatterKind) -> serde_json::Value {
    let [red, green, blue] = kind.color;
    json!({ "name": kind.name, "shape": kind.shape.name(), "color": format!("#{red:02x}{green:02x}{blue:02x}") })
}

/// `scatter_unreal.csv`: rows of a data table with the name of the kind and a transform, in centimetres from the first sample,
/// x to the east, y to the south, z up.
pub(super) fn unreal(out: &mut impl Write, scatter: &Scatter, part: &Rectangle) -> io::Result<()> {
    out.write_all(b"Name,Kind,Transform\n")?;
    for (index, kind) in scatter.kinds().iter().enumerate() {
        write_kind(out, &mut true, scatter, index, part, b"", |text, point| {
            let rotation = rotation::z_up(point, kind.tilt);
            let position = [
                100.0 * (point.position[0] - part.min[0]),
                100.0 * (point.position[1] - part.min[1]),
                100.0 * f64::from(point.height),
            ];
            // Names of rows must differ, and stay the same when the region changes.
            let name = format!("{}_{:016x},{},\"(Rotation=(X=", kind.name, point.word, kind.name);
            text.extend_from_slice(name.as_bytes());
            fields::<6>(text, &rotation, &[",Y=", ",Z=", ",W="]);
            text.extend_from_slice(b"),Translation=(X=");
            fields::<3>(text, &position, &[",Y=", ",Z="]);
            text.extend_from_slice(b"),Scale3D=(X=");
            fields::<4>(text, &[point.scale.into(); 3], &[",Y=", ",Z="]);
            text.extend_from_slice(b"))\"\n");
        })?;
    }
    Ok(())
}

/// Appends numbers with names between them.
fn fields<const DECIMALS: u32>(text: &mut Vec<u8>, numbers: &[f64], names: &[&str]) {
    for (index, &number) in numbers.iter().enumerate() {
        if index > 0 {
            text.extend_from_slice(names[index - 1].as_bytes());
        }
        push::<DECIMALS>(text, number);
    }
}

/// `scatter_godot.json`: for each kind the transforms, each as the three columns of its basis and the origin, in metres from the
/// first sample, x to the east, y up, z to the south.
pub(super) fn godot(out: &mut impl Write, scatter: &Scatter, part: &Rectangle) -> io::Result<()> {
    write!(out, "{{\"corner\":{},\"kinds\":[", json!(part.min))?;
    for (index, kind) in scatter.kinds().iter().enumerate() {
        let comma = if index > 0 { "," } else { "" };
        writeln!(out, "{comma}\n{{\"name\":{},\"transforms\":[", json!(kind.name))?;
        write_kind(out, &mut true, scatter, index, part, b",\n", |text, point| {
            let scale = f64::from(point.scale);
            let basis = rotation::columns(rotation::y_up(point, kind.tilt)).concat();
            let origin =
                [point.position[0] - part.min[0], f64::from(point.height), point.position[1] - part.min[1]];
            text.push(b'[');
            push_all::<6>(text, &basis.iter().map(|part| scale * part).collect::<Vec<_>>());
            text.push(b',');
            push_all::<4>(text, &origin);
            text.push(b']');
        })?;
        out.write_all(b"\n]}")?;
    }
    out.write_all(b"\n]}\n")
}
