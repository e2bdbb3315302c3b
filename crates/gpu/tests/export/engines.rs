//! The shaders among the files for engines compile. Stubs replace the parts that the engines provide, because no engine is
//! available here.

use std::collections::BTreeMap;
use std::fs;

use orogen_gpu::export::{Contents, Engine, Language, Numbers, export, export_for};
use tempfile::TempDir;

use crate::presets::{all, options};
use crate::tools::{glslang_only, run};

/// The parts of Unity's include file that the example uses.
const UNITY: &str = "
float4x4 unity_ObjectToWorld;
float4x4 UNITY_MATRIX_VP;
float4 _WorldSpaceLightPos0;
struct appdata_base { float4 vertex : POSITION; float3 normal : NORMAL; };
";

/// The built-ins of Godot's spatial shaders.
const GODOT: &str = "#version 300 es
precision highp float;
precision highp int;
mat4 MODEL_MATRIX;
vec3 VERTEX, NORMAL, ALBEDO;
float ROUGHNESS;
";

/// For each of three terrains, a folder with an engine's files, and the texts of these files. A plane, a space, and land with a
/// texture are enough, since all other differences are in the library.
fn folders(engine: Engine) -> Vec<(TempDir, BTreeMap<String, String>)> {
    let chosen = all().into_iter().filter(|(name, _)| ["downs", "space", "pictures"].contains(&&**name));
    let folders = chosen.map(|(_, terrain)| {
        let folder = tempfile::tempdir().unwrap();
        let files = export_for(&terrain, engine, 4096.0, &options(Numbers::Baked, [0.0; 3])).unwrap();
        let texts = files.into_iter().filter_map(|file| {
            let Contents::Bytes(contents) = file.contents else { return None };
            let path = folder.path().join(&file.path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, &contents).unwrap();
            Some((file.path, String::from_utf8_lossy(&contents).into_owned()))
        });
        let texts = texts.collect();
        (folder, texts)
    });
    let folders: Vec<_> = folders.collect();
    assert_eq!(folders.len(), 3);
    folders
}

/// Compiles HLSL that includes files of a folder.
fn hlsl(folder: &TempDir, stage: &str, entry: &str, text: &str) {
    let include = format!("-I{}", folder.path().join("Shaders").display());
    let source = folder.path().join("shader.hlsl");
    fs::write(&source, text).unwrap();
    let out = folder.path().join("shader.spv");
    let arguments = [
        "-D",
        "-V",
        "-Od",
        "--auto-map-bindings",
        "-S",
        stage,
        "-e",
        entry,
        &include,
        "-o",
        out.to_str().unwrap(),
    ];
    run("glslangValidator", "glslang-tools", &arguments, &source);
}

#[test]
fn unity_shaders_compile() {
    for (folder, texts) in folders(Engine::Unity) {
        fs::write(folder.path().join("Shaders/UnityCG.cginc"), UNITY).unwrap();
        let compute = texts["Shaders/OrogenHeights.compute"].replace("#pragma kernel Heights\n", "");
        hlsl(&folder, "comp", "Heights", &compute);
        let shader = &texts["Shaders/OrogenGround.shader"];
        let (_, program) = shader.split_once("HLSLPROGRAM").unwrap();
        let (program, _) = program.split_once("ENDHLSL").unwrap();
        hlsl(&folder, "vert", "vert", program);
        hlsl(&folder, "frag", "frag", program);
        let package: serde_json::Value = serde_json::from_str(&texts["package.json"]).unwrap();
        assert_eq!(package["name"], "org.orogen.orogen");
        if let Some(script) = texts.get("Runtime/OrogenTexture.cs") {
            assert!(script.contains("new Texture2D(40, 55, TextureFormat.RFloat, false, true)"), "{script}");
            assert_eq!(
                fs::metadata(folder.path().join("Shaders/Orogen.texture.bytes")).unwrap().len(),
                4 * 40 * 55
            );
        }
    }
}

#[test]
fn unreal_custom_nodes_compile() {
    for (folder, texts) in folders(Engine::Unreal) {
        let blocks: Vec<String> = texts["README.md"]
            .split("Code:")
            .skip(1)
            .chain(texts["README.md"].split("same input:").skip(1))
            .map(|rest| {
                let code = rest.lines().skip(1).skip_while(|line| line.trim().is_empty());
                let code = code.take_while(|line| line.starts_with("         "));
                code.map(|line| format!("{line}\n")).collect()
            })
            .collect();
        assert_eq!(blocks.len(), 2);
        // The engine passes a texture to a node that has a texture input.
        let (variable, parameter, argument) = match texts["Shaders/Orogen.ush"].contains("Texture2D") {
            true => ("Texture2D<float4> Material_0;\n", ", Texture2D<float4> Texture", ", Material_0"),
            false => ("", "", ""),
        };
        for (code, result) in blocks.iter().zip(["float", "float3"]) {
            let node = format!(
                "#include \"Orogen.ush\"\n{result} CustomExpression0(float3 P{parameter})\n{{\n{code}}}\n\
                 {variable}float4 main(float3 P : TEXCOORD0) : SV_Target {{ return float4(1.0, 0.0, 0.0, 1.0) * CustomExpression0(P{argument}).x; }}\n"
            );
            hlsl(&folder, "frag", "main", &node);
        }
        let plugin: serde_json::Value = serde_json::from_str(&texts["Orogen.uplugin"]).unwrap();
        assert_eq!(plugin["Modules"][0]["Name"], "Orogen");
    }
}

#[test]
fn the_godot_shader_compiles_and_its_material_has_its_numbers() {
    for (_, texts) in folders(Engine::Godot) {
        let shader = &texts["orogen.gdshader"];
        let body = shader.strip_prefix("shader_type spatial;").unwrap();
        let body = body.replace(" : source_color = vec3(0.5, 0.47, 0.42)", "");
        let body = body.replace(" : filter_nearest, repeat_disable", "");
        glslang_only(&format!("{GODOT}{body}\nvoid main() {{ vertex(); fragment(); }}\n"), "vert");
        let (_, rest) = shader.split_once("uniform uvec4 orogen_words[").unwrap();
        let count: usize = rest.split(']').next().unwrap().parse().unwrap();
        let (_, rest) =
            texts["orogen.tres"].split_once("shader_parameter/orogen_words = PackedInt32Array(").unwrap();
        let words: Vec<i32> =
            rest.split(')').next().unwrap().split(", ").map(|word| word.parse().unwrap()).collect();
        assert_eq!(words.len(), 4 * count);
        let uses = texts["orogen.tres"].contains("shader_parameter/orogen_texture = ExtResource(\"2\")");
        assert_eq!(
            uses,
            shader.contains("uniform highp sampler2D orogen_texture : filter_nearest, repeat_disable;")
        );
        assert_eq!(uses, texts.contains_key("orogen.texture.tres"));
        assert!(
            !texts["ground.tscn"].contains("SIZE") && texts["ground.tscn"].contains("Vector2(4096, 4096)")
        );
    }
    let (_, hills) = all().into_iter().find(|(name, _)| name == "downs").unwrap();
    let numbers = export(&hills, Language::Gdshader, &options(Numbers::Baked, [0.0; 3])).unwrap().numbers;
    let (_, texts) = folders(Engine::Godot).into_iter().next().unwrap();
    let last = format!("{})", *numbers.last().unwrap() as i32);
    assert!(texts["orogen.tres"].contains(&last));
}
