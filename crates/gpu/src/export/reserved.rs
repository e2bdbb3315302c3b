//! Reserved words of the languages: keywords, types, and built-in functions and variables.
//!
//! The names of a library's functions begin with a prefix that the user chooses (`Options::name`), and are never the prefix
//! alone. But engines, files and users build other names from the prefix, and these names could be reserved words. So a prefix
//! that is a reserved word is refused in every case.

use naga::keywords::wgsl;

/// OpenGL Shading Language 4.60 and ES 3.20, chapters 3.6 (keywords) and 8 (functions).
const GLSL: &str = "
active asm atomic_uint attribute bool break buffer case cast centroid class coherent common const continue default
discard do double else enum extern external false filter fixed flat float for fvec2 fvec3 fvec4 goto half highp hvec2
hvec3 hvec4 if in inline inout input int interface invariant isampler1D isampler2D isampler3D isamplerBuffer
isamplerCube layout long lowp main mediump namespace noinline noperspective out output packed partition patch precise
precision public readonly resource restrict return sample sampler sampler1D sampler2D sampler3D samplerBuffer
samplerCube samplerShadow shared short sizeof smooth static struct subroutine superp switch template texture this true
typedef uint uniform union unsigned usampler1D usampler2D usampler3D usamplerBuffer usamplerCube using varying void
volatile while writeonly
abs acos acosh all any asin asinh atan atanh barrier bitCount bitfieldExtract bitfieldInsert bitfieldReverse ceil
clamp cos cosh cross dFdx dFdy degrees determinant distance dot equal exp exp2 faceforward findLSB findMSB
floatBitsToInt floatBitsToUint floor fma fract frexp fwidth greaterThan greaterThanEqual imageLoad imageSize
imageStore intBitsToFloat inverse inversesqrt isinf isnan ldexp length lessThan lessThanEqual log log2
matrixCompMult max memoryBarrier min mix mod modf noise1 noise2 noise3 noise4 normalize not notEqual outerProduct
packHalf2x16 packSnorm2x16 packUnorm2x16 pow radians reflect refract round roundEven sign sin sinh smoothstep sqrt
step tan tanh texelFetch textureGrad textureLod textureOffset textureProj textureSize transpose trunc
uintBitsToFloat unpackHalf2x16 unpackSnorm2x16 unpackUnorm2x16
";

/// High-level shader language, appendices Keywords and Reserved Words, and Intrinsic Functions.
const HLSL: &str = "
AppendStructuredBuffer BlendState Buffer ByteAddressBuffer CompileShader ComputePixelShader ComputeShader
ConsumeStructuredBuffer DepthStencilState DepthStencilView DomainShader GeometryShader HullShader InputPatch
LineStream Object OutputPatch PixelShader PointStream RWBuffer RWByteAddressBuffer RWStructuredBuffer RWTexture1D
RWTexture2D RWTexture3D RasterizerState RenderTargetView SamplerComparisonState SamplerState StateObject
StructuredBuffer Texture Texture1D Texture1DArray Texture2D Texture2DArray Texture2DMS Texture3D TextureCube
TextureCubeArray TriangleStream VertexShader asm asm_fragment auto bool break case catch cbuffer centroid char class
column_major compile compile_fragment const const_cast continue default delete discard do double dword dynamic_cast
else enum explicit export extern false float for friend fxgroup globallycoherent goto groupshared half if in inline
inout int interface line lineadj linear long matrix min10float min12int min16float min16int min16uint mutable
namespace new nointerpolation noperspective operator out packoffset pass pixelfragment point precise private
protected public register reinterpret_cast return row_major sample sampler shared short signed sizeof snorm
stateblock stateblock_state static static_cast string struct switch tbuffer technique technique10 technique11
template texture texture1D texture2D texture3D textureCUBE this throw triangle triangleadj true try typedef typename
uint uniform union unorm unsigned using vector vertexfragment virtual void volatile while
AllMemoryBarrier DeviceMemoryBarrier GroupMemoryBarrier InterlockedAdd InterlockedAnd InterlockedExchange
InterlockedMax InterlockedMin InterlockedOr InterlockedXor abort abs acos all any asdouble asfloat asin asint asuint
atan atan2 ceil clamp clip cos cosh countbits cross ddx ddx_coarse ddx_fine ddy ddy_coarse ddy_fine degrees
determinant distance dot dst errorf exp exp2 f16tof32 f32tof16 faceforward firstbithigh firstbitlow floor fma fmod
frac frexp fwidth isfinite isinf isnan ldexp length lerp lit log log10 log2 mad max min modf msad4 mul noise
normalize pow printf radians rcp reflect refract reversebits round rsqrt saturate sign sin sincos sinh smoothstep
sqrt step tan tanh tex1D tex2D tex3D texCUBE transpose trunc
";

/// The keywords of C++14, on which Metal's language is built, and the Metal Shading Language Specification 3, chapters 2
/// (types), 4 (address spaces), 5 (functions) and 6 (library).
const MSL: &str = "
alignas alignof and and_eq asm auto bitand bitor bool break case catch char char16_t char32_t class compl const
const_cast constexpr continue decltype default delete do double dynamic_cast else enum explicit export extern false
float for friend goto if inline int long mutable namespace new noexcept not not_eq nullptr operator or or_eq private
protected public register reinterpret_cast return short signed sizeof static static_assert static_cast struct switch
template this thread_local throw true try typedef typeid typename union unsigned using virtual void volatile wchar_t
while xor xor_eq
array array_ref as_type atomic atomic_bool atomic_int atomic_uint constant device fragment half intersection kernel
mesh metal object object_data packed patch_control_point ptrdiff_t ray_data sampler simd size_t texture1d texture2d
texture3d texturecube thread threadgroup threadgroup_imageblock uchar uint ulong ushort vec matrix vertex visible
access address compare_func component coord filter mag_filter memory_order min_filter mip_filter primitive_type
abs acos all any asin atan atan2 ceil clamp clz copysign cos cosh cospi cross ctz determinant dfdx dfdy distance
divide dot exp exp10 exp2 extract_bits fabs faceforward fast fdim floor fma fmax fmin fmod fract frexp fwidth
insert_bits isfinite isinf isnan isnormal isordered isunordered ldexp length log log10 log2 mad24 max median3 min mix
modf mulhi nextafter normalize popcount pow powr precise reflect refract reverse_bits rint rotate round rsqrt
saturate select sign signbit sin sincos sinh sinpi smoothstep sqrt step tan tanh tanpi transpose trunc
";

/// Godot 4, Shading language reference and the pages on shaders of each kind.
const GODOT: &str = "
bool break bvec2 bvec3 bvec4 case const continue default discard do else false flat float for global group_uniforms
highp if in inout instance int isampler2D isampler3D lowp mediump out render_mode return sampler2D sampler2DArray
sampler3D samplerCube samplerCubeArray shader_type shadow smooth stencil_mode struct switch true uint uniform
usampler2D usampler3D varying void while
canvas_item fog particles sky spatial vertex fragment light start process color_conversion_disabled filter_linear
filter_nearest hint_default_black hint_default_white hint_enum hint_normal hint_range instance_index
repeat_disable repeat_enable source_color
ALBEDO ALPHA AO BINORMAL COLOR CUSTOM0 CUSTOM1 CUSTOM2 CUSTOM3 DELTA DEPTH DIFFUSE_LIGHT E EMISSION EYEDIR FOG
FRAGCOORD INSTANCE_ID LIGHT LIGHT_COLOR METALLIC MODELVIEW_MATRIX MODEL_MATRIX NORMAL NORMAL_MAP OUTPUT_IS_SRGB PI
POINT_COORD POINT_SIZE POSITION RADIANCE RIM ROUGHNESS SPECULAR SPECULAR_LIGHT TANGENT TAU TIME UV UV2 VELOCITY
VERTEX VERTEX_ID VIEW VIEWPORT_SIZE
";

/// The names of vectors and matrices without their size: `vec3`, `float4x4`.
const SIZED: [(&str, &str); 3] = [
    ("GLSL", "vec bvec dvec ivec uvec mat dmat"),
    ("HLSL", "bool double float half int uint min10float min12int min16float min16int min16uint dword"),
    (
        "MSL",
        "bool char double float half int long short uchar uint ulong ushort packed_char packed_float packed_half \
         packed_int packed_short packed_uint",
    ),
];

/// The language that reserves a word, if there is one.
pub(super) fn language(word: &str) -> Option<&'static str> {
    let is_of = |words: &str| words.split_whitespace().any(|listed| listed == word);
    if wgsl::RESERVED.contains(&word) || wgsl::BUILTIN_IDENTIFIERS.contains(&word) {
        return Some("WGSL");
    }
    let all = [("GLSL", GLSL), ("HLSL", HLSL), ("MSL", MSL), ("Godot's language", GODOT)];
    all.into_iter().find(|(_, words)| is_of(words)).map(|(language, _)| language).or_else(|| sized(word))
}

/// The language in which a word is a vector or a matrix.
fn sized(word: &str) -> Option<&'static str> {
    let is_size = |letter: char| ('1'..='4').contains(&letter);
    let one = word.strip_suffix(is_size)?;
    let stem = one.strip_suffix('x').and_then(|rows| rows.strip_suffix(is_size)).unwrap_or(one);
    let known = |stems: &str| stems.split_whitespace().any(|known| known == stem);
    SIZED.into_iter().find(|(_, stems)| known(stems)).map(|(language, _)| language)
}

#[cfg(test)]
mod tests {
    use super::language;

    #[test]
    fn words_of_every_language_are_known() {
        for (word, of) in [
            ("fn", "WGSL"),
            ("vec3", "WGSL"),
            ("smoothstep", "WGSL"),
            ("attribute", "WGSL"),
            ("dFdx", "GLSL"),
            ("dmat4x3", "GLSL"),
            ("uvec2", "GLSL"),
            ("lerp", "HLSL"),
            ("float4x4", "HLSL"),
            ("cbuffer", "HLSL"),
            ("constant", "MSL"),
            ("packed_float3", "MSL"),
            ("ushort4", "MSL"),
            ("render_mode", "Godot's language"),
            ("VERTEX", "Godot's language"),
        ] {
            assert_eq!(language(word), Some(of), "{word}");
        }
        for word in ["orogen", "hills", "moor2", "mvec3", "float5", "float4x5", "x3", "Fn", "terrain1"] {
            assert_eq!(language(word), None, "{word}");
        }
    }
}
