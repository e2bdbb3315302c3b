// The terrain "Downs", written by `orogen shader`, Orogen 0.1.0.
// Recipe e8fc1e454c7341a1045eb6847ec3e32751a316b4b349ee015e65966a55c58c91, seed 5.
// As fine as samples 7.8201369 m apart can show, where the recipe's octaves are "auto".
//
//     fn orogen_height(p: vec2<f32>) -> f32
//         Height in metres above the recipe's zero.
//     fn orogen_height_gradient(p: vec2<f32>) -> vec3<f32>
//         Height and slopes in metres per metre: (h, ∂h/∂x, ∂h/∂y).
//
// p is x and y in metres from the point (0, 0) of the recipe's domain. On pictures and maps
// of the terrain, x increases to the right and y downwards.
// Heights are between 140 and 980 m.
//
// The origin is exact. From there, lattice positions are computed in integers, with rates in cells per metre that
// are rounded to 2^-45: 10 km away they are accurate to 2^-31 of a cell. The limit is the single precision of p:
// 1 mm at 10 km from the origin, 1 m at 10,000 km. Where that shows, export again with an origin near the camera.

var<private> orogen_words: array<vec4<u32>, 104> = array<vec4<u32>, 104>(
    vec4<u32>(973279855u, 973279855u, 3938194689u, 1128205855u), vec4<u32>(978869167u, 3121873921u, 974390273u, 978869167u),
    vec4<u32>(657982786u, 938395690u, 1056964608u, 977141026u), vec4<u32>(3136574371u, 989090723u, 977141026u, 1296067467u),
    vec4<u32>(795833118u, 1048576000u, 3127784931u, 3145681467u), vec4<u32>(998197819u, 3127784931u, 3863150745u, 1036790206u),
    vec4<u32>(1040187392u, 3150007293u, 3148944227u, 1001460579u), vec4<u32>(3150007293u, 719852430u, 914073972u, 1031798784u),
    vec4<u32>(1057235208u, 0u, 973279855u, 973279855u), vec4<u32>(1831573655u, 2285285581u, 978869167u, 3121873921u),
    vec4<u32>(974390273u, 978869167u, 3825888494u, 847696268u), vec4<u32>(1056964608u, 977141026u, 3136574371u, 989090723u),
    vec4<u32>(977141026u, 53751116u, 633375143u, 1048576000u), vec4<u32>(3127784931u, 3145681467u, 998197819u, 3127784931u),
    vec4<u32>(3842443116u, 1982976053u, 1040187392u, 3150007293u), vec4<u32>(3148944227u, 1001460579u, 3150007293u, 2140222606u),
    vec4<u32>(3498795531u, 1031798784u, 1057235208u, 0u), vec4<u32>(973731956u, 0u, 0u, 973731956u),
    vec4<u32>(973731956u, 973731956u, 739841218u, 2258968131u), vec4<u32>(979615443u, 3122384466u, 974900818u, 979615443u),
    vec4<u32>(979615443u, 3122384466u, 974900818u, 979615443u), vec4<u32>(2632049849u, 2713971566u, 1054295293u, 977796348u),
    vec4<u32>(3137378255u, 989894607u, 977796348u, 977796348u), vec4<u32>(3137378255u, 989894607u, 977796348u, 3930019634u),
    vec4<u32>(3632958284u, 1043662067u, 3128606582u, 3146145014u), vec4<u32>(998661366u, 3128606582u, 3128606582u, 3146145014u),
    vec4<u32>(998661366u, 3128606582u, 837507608u, 552947470u), vec4<u32>(1033385968u, 3150674024u, 3149555008u, 1002071360u),
    vec4<u32>(3150674024u, 3150674024u, 3149555008u, 1002071360u), vec4<u32>(3150674024u, 2045468212u, 1477106556u, 1023410176u),
    vec4<u32>(3163068098u, 3139162174u, 991678526u, 3163068098u), vec4<u32>(3163068098u, 3139162174u, 991678526u, 3163068098u),
    vec4<u32>(916631756u, 3326392768u, 1012352253u, 3170334094u), vec4<u32>(1014247707u, 3161731355u, 3170334094u, 3170334094u),
    vec4<u32>(1014247707u, 3161731355u, 3170334094u, 1285506479u), vec4<u32>(3198232002u, 1001374871u, 1058299266u, 998806372u),
    vec4<u32>(0u, 1764236046u, 0u, 0u), vec4<u32>(2u, 206158430u, 0u, 0u),
    vec4<u32>(0u, 3048696907u, 0u, 0u), vec4<u32>(0u, 0u, 2u, 206158430u),
    vec4<u32>(0u, 575228095u, 0u, 0u), vec4<u32>(3u, 1634647110u, 2147483650u, 1343227377u),
    vec4<u32>(0u, 164340720u, 0u, 0u), vec4<u32>(2u, 1343227377u, 3u, 1634647110u),
    vec4<u32>(0u, 3998393142u, 0u, 0u), vec4<u32>(2u, 4159998376u, 2147483655u, 2728204526u),
    vec4<u32>(0u, 2636897339u, 0u, 0u), vec4<u32>(7u, 2728204526u, 2u, 4159998376u),
    vec4<u32>(0u, 1465972099u, 0u, 0u), vec4<u32>(2147483651u, 3101134327u, 2147483663u, 4104366250u),
    vec4<u32>(0u, 340568018u, 0u, 0u), vec4<u32>(15u, 4104366250u, 2147483651u, 3101134327u),
    vec4<u32>(0u, 1270165714u, 0u, 0u), vec4<u32>(2147483672u, 696228788u, 2147483670u, 577526911u),
    vec4<u32>(0u, 3268795735u, 0u, 0u), vec4<u32>(22u, 577526911u, 2147483672u, 696228788u),
    vec4<u32>(0u, 298396871u, 0u, 0u), vec4<u32>(2u, 206158430u, 0u, 0u),
    vec4<u32>(0u, 3503852279u, 0u, 0u), vec4<u32>(0u, 0u, 2u, 206158430u),
    vec4<u32>(0u, 1042990784u, 0u, 0u), vec4<u32>(3u, 1634647110u, 2147483650u, 1343227377u),
    vec4<u32>(0u, 1830774290u, 0u, 0u), vec4<u32>(2u, 1343227377u, 3u, 1634647110u),
    vec4<u32>(0u, 2422662013u, 0u, 0u), vec4<u32>(2u, 4159998376u, 2147483655u, 2728204526u),
    vec4<u32>(0u, 3330434578u, 0u, 0u), vec4<u32>(7u, 2728204526u, 2u, 4159998376u),
    vec4<u32>(0u, 2188114618u, 0u, 0u), vec4<u32>(2147483651u, 3101134327u, 2147483663u, 4104366250u),
    vec4<u32>(0u, 1066256983u, 0u, 0u), vec4<u32>(15u, 4104366250u, 2147483651u, 3101134327u),
    vec4<u32>(0u, 1786672420u, 0u, 0u), vec4<u32>(2147483672u, 696228788u, 2147483670u, 577526911u),
    vec4<u32>(0u, 3260858744u, 0u, 0u), vec4<u32>(22u, 577526911u, 2147483672u, 696228788u),
    vec4<u32>(0u, 128154433u, 0u, 0u), vec4<u32>(2u, 669110695u, 0u, 0u),
    vec4<u32>(0u, 1583935956u, 0u, 0u), vec4<u32>(0u, 0u, 2u, 669110695u),
    vec4<u32>(0u, 669080641u, 0u, 0u), vec4<u32>(3u, 2398833900u, 2147483650u, 1866025375u),
    vec4<u32>(0u, 1989241142u, 0u, 0u), vec4<u32>(2u, 1866025375u, 3u, 2398833900u),
    vec4<u32>(0u, 1147702873u, 0u, 0u), vec4<u32>(3u, 536080184u, 2147483656u, 159183314u),
    vec4<u32>(0u, 4194482596u, 0u, 0u), vec4<u32>(8u, 159183314u, 3u, 536080184u),
    vec4<u32>(0u, 2898718987u, 0u, 0u), vec4<u32>(2147483651u, 3942504654u, 2147483664u, 3416181885u),
    vec4<u32>(0u, 2393227986u, 0u, 0u), vec4<u32>(16u, 3416181885u, 2147483651u, 3942504654u),
    vec4<u32>(0u, 2292565464u, 0u, 0u), vec4<u32>(2147483673u, 1863126960u, 2147483671u, 1286075795u),
    vec4<u32>(0u, 1254559633u, 0u, 0u), vec4<u32>(23u, 1286075795u, 2147483673u, 1863126960u),
    vec4<u32>(0u, 2980988366u, 0u, 0u), vec4<u32>(2147483716u, 1264633246u, 2147483657u, 3171145766u),
    vec4<u32>(0u, 1898386786u, 0u, 0u), vec4<u32>(9u, 3171145766u, 2147483716u, 1264633246u),
    vec4<u32>(0u, 1601539238u, 0u, 0u), vec4<u32>(2147483771u, 3133599518u, 61u, 205961735u),
    vec4<u32>(0u, 1547206571u, 0u, 0u), vec4<u32>(2147483709u, 205961735u, 2147483771u, 3133599518u)
);

fn orogen_word(at: u32) -> u32 {
    return orogen_words[at >> 2u][at & 3u];
}

// Lattice positions. All arithmetic is in integers, because the hashes of cells depend on the last bit: every compiler
// gets the same result, and none can rearrange it.

// A coordinate: mantissa·2^(12 − shift) metres. The sign is 0 or all bits.
struct orogen_Coordinate {
    mantissa: u32,
    shift: u32,
    sign: u32,
}

fn orogen_coordinate(metres: f32) -> orogen_Coordinate {
    let bits = bitcast<u32>(metres);
    // The mantissa of 24 bits counts units of 2^(exponent − 150).
    let exponent = (bits >> 23u) & 0xffu;
    let shift = min(162u - min(exponent, 162u), 95u);
    return orogen_Coordinate((bits & 0x7fffffu) | 0x800000u, shift, 0u - (bits >> 31u));
}

// The product of two words, as two words, high word first.
fn orogen_long_product(x: u32, y: u32) -> vec2<u32> {
    let low = (x & 0xffffu) * (y & 0xffffu);
    let middle = (x >> 16u) * (y & 0xffffu) + (low >> 16u);
    let cross = (x & 0xffffu) * (y >> 16u) + (middle & 0xffffu);
    let high = (x >> 16u) * (y >> 16u) + (middle >> 16u) + (cross >> 16u);
    return vec2<u32>(high, (cross << 16u) | (low & 0xffffu));
}

// A position along an axis (cell, fraction of a cell), moved by a coordinate. `rate` is in cells per metre: a sign and 63
// bits, of which 44 are fractional.
fn orogen_moved(place: vec2<u32>, rate: vec2<u32>, by: orogen_Coordinate) -> vec2<u32> {
    // Cells in three words, highest last, shifted until the first word is the fraction.
    let low = orogen_long_product(rate.y, by.mantissa);
    let high = orogen_long_product(rate.x & 0x7fffffffu, by.mantissa);
    let w0_ = low.y;
    let w1_ = low.x + high.y;
    let w2_ = high.x + select(0u, 1u, w1_ < low.x);
    let whole = by.shift >= 32u;
    let twice = by.shift >= 64u;
    let a0_ = select(select(w0_, w1_, whole), w2_, twice);
    let a1_ = select(select(w1_, w2_, whole), 0u, twice);
    let a2_ = select(w2_, 0u, whole);
    let bits = by.shift & 31u;
    let fraction = (a0_ >> bits) | ((a1_ << 1u) << (31u - bits));
    let cell = (a1_ >> bits) | ((a2_ << 1u) << (31u - bits));
    // Two's complement if the product is negative.
    let sign = by.sign ^ (0u - (rate.x >> 31u));
    let signed_fraction = (fraction ^ sign) - sign;
    let signed_cell = (cell ^ sign) + (sign & select(0u, 1u, fraction == 0u));
    let sum = place.y + signed_fraction;
    return vec2<u32>(place.x + signed_cell + select(0u, 1u, sum < signed_fraction), sum);
}

// A position.
struct orogen_Here {
    x: orogen_Coordinate,
    y: orogen_Coordinate,
}

// Its position along an axis of a lattice.
fn orogen_share(here: orogen_Here, axis: u32) -> vec2<u32> {
    let origin = orogen_words[36u + 2u * axis];
    let rates = orogen_words[36u + 2u * axis + 1u];
    var place = origin.xy;
    place = orogen_moved(place, rates.xy, here.x);
    place = orogen_moved(place, rates.zw, here.y);
    return place;
}

// Operations that WGSL does not have.

// The fraction of a cell as a number with 24 bits.
fn orogen_place(share: vec2<u32>) -> f32 {
    return f32(share.y >> 8u) * 5.9604644775390625e-8;
}

fn orogen_flip(x: f32, sign: u32) -> f32 {
    return bitcast<f32>(bitcast<u32>(x) ^ (sign & 0x80000000u));
}

fn orogen_mantissa(x: f32) -> f32 {
    return bitcast<f32>((bitcast<u32>(x) & 0x007fffffu) | 0x3f800000u);
}

fn orogen_exponent(x: f32) -> f32 {
    return f32(bitcast<i32>(((bitcast<u32>(x) >> 23u) & 0xffu) - 127u));
}

fn orogen_power_of_two(x: f32) -> f32 {
    return bitcast<f32>((bitcast<u32>(i32(x)) + 127u) << 23u);
}

// An entry of a table of bytes.
fn orogen_look_up(table: u32, index: u32) -> u32 {
    return (orogen_word(table + ((index & 255u) >> 2u)) >> ((index & 3u) * 8u)) & 255u;
}


struct orogen_Part_0_ {
    p0_: u32,
    p1_: f32,
    p2_: u32,
    p3_: f32,
}

fn orogen_part_0_(here: orogen_Here, literals: u32, axes: u32) -> orogen_Part_0_ {
    let h0_ = orogen_share(here, axes + 0u);
    let s0_ = h0_.x;
    let s1_ = orogen_place(h0_);
    let h2_ = orogen_share(here, axes + 1u);
    let s2_ = h2_.x;
    let s3_ = orogen_place(h2_);
    return orogen_Part_0_(s0_, s1_, s2_, s3_);
}

struct orogen_Part_1_ {
    p0_: f32,
    p1_: f32,
    p2_: f32,
}

fn orogen_part_1_(here: orogen_Here, literals: u32, axes: u32, a0_: u32, a1_: u32, a2_: f32, a3_: f32) -> orogen_Part_1_ {
    let s0_ = bitcast<f32>(orogen_word(literals + 0u));
    let s1_ = bitcast<f32>(orogen_word(literals + 1u));
    let s2_ = orogen_word(literals + 2u);
    let s3_ = 2654435761u;
    let s4_ = a0_ * s3_;
    let s5_ = s4_ + s2_;
    let s6_ = 4294967295u;
    let s7_ = a0_ == s6_;
    let s8_ = 2654435761u;
    let s9_ = s5_ + s8_;
    let s10_ = select(s9_, s2_, s7_);
    let s11_ = s5_ >> 15u;
    let s12_ = s5_ ^ s11_;
    let s13_ = 2146121005u;
    let s14_ = s12_ * s13_;
    let s15_ = s10_ >> 15u;
    let s16_ = s10_ ^ s15_;
    let s17_ = 2146121005u;
    let s18_ = s16_ * s17_;
    let s19_ = orogen_word(literals + 3u);
    let s20_ = 2654435761u;
    let s21_ = a1_ * s20_;
    let s22_ = s21_ + s19_;
    let s23_ = 4294967295u;
    let s24_ = a1_ == s23_;
    let s25_ = 2654435761u;
    let s26_ = s22_ + s25_;
    let s27_ = select(s26_, s19_, s24_);
    let s28_ = s22_ >> 15u;
    let s29_ = s22_ ^ s28_;
    let s30_ = 3982152891u;
    let s31_ = s29_ * s30_;
    let s32_ = s27_ >> 15u;
    let s33_ = s27_ ^ s32_;
    let s34_ = 3982152891u;
    let s35_ = s33_ * s34_;
    let s36_ = s14_ ^ s31_;
    let s37_ = 2221713035u;
    let s38_ = s36_ * s37_;
    let s39_ = s18_ ^ s31_;
    let s40_ = 2221713035u;
    let s41_ = s39_ * s40_;
    let s42_ = s14_ ^ s35_;
    let s43_ = 2221713035u;
    let s44_ = s42_ * s43_;
    let s45_ = s18_ ^ s35_;
    let s46_ = 2221713035u;
    let s47_ = s45_ * s46_;
    let s48_ = 1.398088f;
    let s49_ = 0.579107f;
    let s50_ = (s38_ & 536870912u) != 0u;
    let s51_ = select(s48_, s49_, s50_);
    let s52_ = orogen_flip(s51_, s38_);
    let s53_ = select(s49_, s48_, s50_);
    let s54_ = s38_ << 1u;
    let s55_ = orogen_flip(s53_, s54_);
    let s56_ = 1.398088f;
    let s57_ = 0.579107f;
    let s58_ = (s41_ & 536870912u) != 0u;
    let s59_ = select(s56_, s57_, s58_);
    let s60_ = orogen_flip(s59_, s41_);
    let s61_ = select(s57_, s56_, s58_);
    let s62_ = s41_ << 1u;
    let s63_ = orogen_flip(s61_, s62_);
    let s64_ = 1.398088f;
    let s65_ = 0.579107f;
    let s66_ = (s44_ & 536870912u) != 0u;
    let s67_ = select(s64_, s65_, s66_);
    let s68_ = orogen_flip(s67_, s44_);
    let s69_ = select(s65_, s64_, s66_);
    let s70_ = s44_ << 1u;
    let s71_ = orogen_flip(s69_, s70_);
    let s72_ = 1.398088f;
    let s73_ = 0.579107f;
    let s74_ = (s47_ & 536870912u) != 0u;
    let s75_ = select(s72_, s73_, s74_);
    let s76_ = orogen_flip(s75_, s47_);
    let s77_ = select(s73_, s72_, s74_);
    let s78_ = s47_ << 1u;
    let s79_ = orogen_flip(s77_, s78_);
    let s80_ = 1.0f;
    let s81_ = s80_ - a2_;
    let s82_ = a2_ * s81_;
    let s83_ = a2_ * a2_;
    let s84_ = s83_ * a2_;
    let s85_ = 3.0f;
    let s86_ = 6.0f;
    let s87_ = s81_ * s86_;
    let s88_ = s85_ + s87_;
    let s89_ = s81_ * s88_;
    let s90_ = s80_ + s89_;
    let s91_ = s84_ * s90_;
    let s92_ = 30.0f;
    let s93_ = s82_ * s82_;
    let s94_ = s92_ * s93_;
    let s95_ = s52_ * a2_;
    let s96_ = 1.0f;
    let s97_ = a2_ - s96_;
    let s98_ = s60_ * s97_;
    let s99_ = s98_ - s95_;
    let s100_ = s60_ - s52_;
    let s101_ = s63_ - s55_;
    let s102_ = s91_ * s99_;
    let s103_ = s95_ + s102_;
    let s104_ = s91_ * s100_;
    let s105_ = s52_ + s104_;
    let s106_ = s94_ * s99_;
    let s107_ = s105_ + s106_;
    let s108_ = s91_ * s101_;
    let s109_ = s55_ + s108_;
    let s110_ = s94_ * s101_;
    let s111_ = s68_ * a2_;
    let s112_ = 1.0f;
    let s113_ = a2_ - s112_;
    let s114_ = s76_ * s113_;
    let s115_ = s114_ - s111_;
    let s116_ = s76_ - s68_;
    let s117_ = s79_ - s71_;
    let s118_ = s91_ * s115_;
    let s119_ = s111_ + s118_;
    let s120_ = s91_ * s116_;
    let s121_ = s68_ + s120_;
    let s122_ = s94_ * s115_;
    let s123_ = s121_ + s122_;
    let s124_ = s91_ * s117_;
    let s125_ = s71_ + s124_;
    let s126_ = s94_ * s117_;
    let s127_ = s119_ - s125_;
    let s128_ = s127_ - s103_;
    let s129_ = s123_ - s126_;
    let s130_ = s129_ - s107_;
    let s131_ = s125_ - s109_;
    let s132_ = s126_ - s110_;
    let s133_ = 1.0f;
    let s134_ = s133_ - a3_;
    let s135_ = a3_ * s134_;
    let s136_ = a3_ * a3_;
    let s137_ = s136_ * a3_;
    let s138_ = 3.0f;
    let s139_ = 6.0f;
    let s140_ = s134_ * s139_;
    let s141_ = s138_ + s140_;
    let s142_ = s134_ * s141_;
    let s143_ = s133_ + s142_;
    let s144_ = s137_ * s143_;
    let s145_ = 30.0f;
    let s146_ = s135_ * s135_;
    let s147_ = s145_ * s146_;
    let s148_ = s131_ * a3_;
    let s149_ = s128_ + s148_;
    let s150_ = s132_ * a3_;
    let s151_ = s130_ + s150_;
    let s152_ = s109_ * a3_;
    let s153_ = s103_ + s152_;
    let s154_ = s144_ * s149_;
    let s155_ = s153_ + s154_;
    let s156_ = s110_ * a3_;
    let s157_ = s107_ + s156_;
    let s158_ = s144_ * s151_;
    let s159_ = s157_ + s158_;
    let s160_ = s144_ * s131_;
    let s161_ = s109_ + s160_;
    let s162_ = s147_ * s149_;
    let s163_ = s161_ + s162_;
    let s164_ = s0_ * s159_;
    let s165_ = s1_ * s163_;
    return orogen_Part_1_(s155_, s164_, s165_);
}

struct orogen_Part_2_ {
    p0_: f32,
    p1_: f32,
    p2_: f32,
}

fn orogen_part_2_(here: orogen_Here, literals: u32, axes: u32, a0_: f32, a1_: f32, a2_: f32) -> orogen_Part_2_ {
    let s0_ = 1.0f;
    let s1_ = 0.0f;
    let s2_ = 0.0f;
    let s3_ = s0_ * a0_;
    let s4_ = s0_ * a1_;
    let s5_ = s0_ * a2_;
    let s6_ = s1_ + s3_;
    let s7_ = s2_ + s4_;
    let s8_ = s2_ + s5_;
    return orogen_Part_2_(s6_, s7_, s8_);
}

struct orogen_Part_3_ {
    p0_: f32,
    p1_: f32,
    p2_: f32,
}

fn orogen_part_3_(here: orogen_Here, literals: u32, axes: u32, a0_: bool, a1_: f32) -> orogen_Part_3_ {
    if !a0_ {
        return orogen_Part_3_(a1_, a1_, a1_);
    }
    let s0_ = orogen_part_0_(here, 0u, axes + 0u);
    let s1_ = orogen_part_1_(here, literals + 0u, 0u, s0_.p0_, s0_.p2_, s0_.p1_, s0_.p3_);
    let s2_ = orogen_part_2_(here, literals + 4u, 0u, s1_.p0_, s1_.p1_, s1_.p2_);
    return orogen_Part_3_(s2_.p0_, s2_.p1_, s2_.p2_);
}

struct orogen_Part_4_ {
    p0_: f32,
    p1_: f32,
    p2_: f32,
}

fn orogen_part_4_(here: orogen_Here, literals: u32, axes: u32, a0_: u32, a1_: u32, a2_: f32, a3_: f32) -> orogen_Part_4_ {
    let s0_ = bitcast<f32>(orogen_word(literals + 0u));
    let s1_ = bitcast<f32>(orogen_word(literals + 1u));
    let s2_ = bitcast<f32>(orogen_word(literals + 2u));
    let s3_ = bitcast<f32>(orogen_word(literals + 3u));
    let s4_ = orogen_word(literals + 4u);
    let s5_ = 2654435761u;
    let s6_ = a0_ * s5_;
    let s7_ = s6_ + s4_;
    let s8_ = 4294967295u;
    let s9_ = a0_ == s8_;
    let s10_ = 2654435761u;
    let s11_ = s7_ + s10_;
    let s12_ = select(s11_, s4_, s9_);
    let s13_ = s7_ >> 15u;
    let s14_ = s7_ ^ s13_;
    let s15_ = 2146121005u;
    let s16_ = s14_ * s15_;
    let s17_ = s12_ >> 15u;
    let s18_ = s12_ ^ s17_;
    let s19_ = 2146121005u;
    let s20_ = s18_ * s19_;
    let s21_ = orogen_word(literals + 5u);
    let s22_ = 2654435761u;
    let s23_ = a1_ * s22_;
    let s24_ = s23_ + s21_;
    let s25_ = 4294967295u;
    let s26_ = a1_ == s25_;
    let s27_ = 2654435761u;
    let s28_ = s24_ + s27_;
    let s29_ = select(s28_, s21_, s26_);
    let s30_ = s24_ >> 15u;
    let s31_ = s24_ ^ s30_;
    let s32_ = 3982152891u;
    let s33_ = s31_ * s32_;
    let s34_ = s29_ >> 15u;
    let s35_ = s29_ ^ s34_;
    let s36_ = 3982152891u;
    let s37_ = s35_ * s36_;
    let s38_ = s16_ ^ s33_;
    let s39_ = 2221713035u;
    let s40_ = s38_ * s39_;
    let s41_ = s20_ ^ s33_;
    let s42_ = 2221713035u;
    let s43_ = s41_ * s42_;
    let s44_ = s16_ ^ s37_;
    let s45_ = 2221713035u;
    let s46_ = s44_ * s45_;
    let s47_ = s20_ ^ s37_;
    let s48_ = 2221713035u;
    let s49_ = s47_ * s48_;
    let s50_ = 1.398088f;
    let s51_ = 0.579107f;
    let s52_ = (s40_ & 536870912u) != 0u;
    let s53_ = select(s50_, s51_, s52_);
    let s54_ = orogen_flip(s53_, s40_);
    let s55_ = select(s51_, s50_, s52_);
    let s56_ = s40_ << 1u;
    let s57_ = orogen_flip(s55_, s56_);
    let s58_ = 1.398088f;
    let s59_ = 0.579107f;
    let s60_ = (s43_ & 536870912u) != 0u;
    let s61_ = select(s58_, s59_, s60_);
    let s62_ = orogen_flip(s61_, s43_);
    let s63_ = select(s59_, s58_, s60_);
    let s64_ = s43_ << 1u;
    let s65_ = orogen_flip(s63_, s64_);
    let s66_ = 1.398088f;
    let s67_ = 0.579107f;
    let s68_ = (s46_ & 536870912u) != 0u;
    let s69_ = select(s66_, s67_, s68_);
    let s70_ = orogen_flip(s69_, s46_);
    let s71_ = select(s67_, s66_, s68_);
    let s72_ = s46_ << 1u;
    let s73_ = orogen_flip(s71_, s72_);
    let s74_ = 1.398088f;
    let s75_ = 0.579107f;
    let s76_ = (s49_ & 536870912u) != 0u;
    let s77_ = select(s74_, s75_, s76_);
    let s78_ = orogen_flip(s77_, s49_);
    let s79_ = select(s75_, s74_, s76_);
    let s80_ = s49_ << 1u;
    let s81_ = orogen_flip(s79_, s80_);
    let s82_ = 1.0f;
    let s83_ = s82_ - a2_;
    let s84_ = a2_ * s83_;
    let s85_ = a2_ * a2_;
    let s86_ = s85_ * a2_;
    let s87_ = 3.0f;
    let s88_ = 6.0f;
    let s89_ = s83_ * s88_;
    let s90_ = s87_ + s89_;
    let s91_ = s83_ * s90_;
    let s92_ = s82_ + s91_;
    let s93_ = s86_ * s92_;
    let s94_ = 30.0f;
    let s95_ = s84_ * s84_;
    let s96_ = s94_ * s95_;
    let s97_ = s54_ * a2_;
    let s98_ = 1.0f;
    let s99_ = a2_ - s98_;
    let s100_ = s62_ * s99_;
    let s101_ = s100_ - s97_;
    let s102_ = s62_ - s54_;
    let s103_ = s65_ - s57_;
    let s104_ = s93_ * s101_;
    let s105_ = s97_ + s104_;
    let s106_ = s93_ * s102_;
    let s107_ = s54_ + s106_;
    let s108_ = s96_ * s101_;
    let s109_ = s107_ + s108_;
    let s110_ = s93_ * s103_;
    let s111_ = s57_ + s110_;
    let s112_ = s96_ * s103_;
    let s113_ = s70_ * a2_;
    let s114_ = 1.0f;
    let s115_ = a2_ - s114_;
    let s116_ = s78_ * s115_;
    let s117_ = s116_ - s113_;
    let s118_ = s78_ - s70_;
    let s119_ = s81_ - s73_;
    let s120_ = s93_ * s117_;
    let s121_ = s113_ + s120_;
    let s122_ = s93_ * s118_;
    let s123_ = s70_ + s122_;
    let s124_ = s96_ * s117_;
    let s125_ = s123_ + s124_;
    let s126_ = s93_ * s119_;
    let s127_ = s73_ + s126_;
    let s128_ = s96_ * s119_;
    let s129_ = s121_ - s127_;
    let s130_ = s129_ - s105_;
    let s131_ = s125_ - s128_;
    let s132_ = s131_ - s109_;
    let s133_ = s127_ - s111_;
    let s134_ = s128_ - s112_;
    let s135_ = 1.0f;
    let s136_ = s135_ - a3_;
    let s137_ = a3_ * s136_;
    let s138_ = a3_ * a3_;
    let s139_ = s138_ * a3_;
    let s140_ = 3.0f;
    let s141_ = 6.0f;
    let s142_ = s136_ * s141_;
    let s143_ = s140_ + s142_;
    let s144_ = s136_ * s143_;
    let s145_ = s135_ + s144_;
    let s146_ = s139_ * s145_;
    let s147_ = 30.0f;
    let s148_ = s137_ * s137_;
    let s149_ = s147_ * s148_;
    let s150_ = s133_ * a3_;
    let s151_ = s130_ + s150_;
    let s152_ = s134_ * a3_;
    let s153_ = s132_ + s152_;
    let s154_ = s111_ * a3_;
    let s155_ = s105_ + s154_;
    let s156_ = s146_ * s151_;
    let s157_ = s155_ + s156_;
    let s158_ = s112_ * a3_;
    let s159_ = s109_ + s158_;
    let s160_ = s146_ * s153_;
    let s161_ = s159_ + s160_;
    let s162_ = s146_ * s133_;
    let s163_ = s111_ + s162_;
    let s164_ = s149_ * s151_;
    let s165_ = s163_ + s164_;
    let s166_ = s0_ * s161_;
    let s167_ = s2_ * s165_;
    let s168_ = s166_ + s167_;
    let s169_ = s1_ * s161_;
    let s170_ = s3_ * s165_;
    let s171_ = s169_ + s170_;
    return orogen_Part_4_(s157_, s168_, s171_);
}

struct orogen_Part_5_ {
    p0_: f32,
    p1_: f32,
    p2_: f32,
}

fn orogen_part_5_(here: orogen_Here, literals: u32, axes: u32, a0_: f32, a1_: f32, a2_: f32, a3_: f32, a4_: f32, a5_: f32) -> orogen_Part_5_ {
    let s0_ = bitcast<f32>(orogen_word(literals + 0u));
    let s1_ = s0_ * a0_;
    let s2_ = s0_ * a1_;
    let s3_ = s0_ * a2_;
    let s4_ = a3_ + s1_;
    let s5_ = a4_ + s2_;
    let s6_ = a5_ + s3_;
    return orogen_Part_5_(s4_, s5_, s6_);
}

struct orogen_Part_6_ {
    p0_: f32,
    p1_: f32,
    p2_: f32,
}

fn orogen_part_6_(here: orogen_Here, literals: u32, axes: u32, a0_: f32, a1_: f32, a2_: f32, a3_: bool) -> orogen_Part_6_ {
    if !a3_ {
        return orogen_Part_6_(a0_, a1_, a2_);
    }
    let s0_ = orogen_part_0_(here, 0u, axes + 0u);
    let s1_ = orogen_part_4_(here, literals + 0u, 0u, s0_.p0_, s0_.p2_, s0_.p1_, s0_.p3_);
    let s2_ = orogen_part_5_(here, literals + 6u, 0u, s1_.p0_, s1_.p1_, s1_.p2_, a0_, a1_, a2_);
    return orogen_Part_6_(s2_.p0_, s2_.p1_, s2_.p2_);
}

struct orogen_Part_7_ {
    p0_: f32,
    p1_: f32,
    p2_: f32,
}

fn orogen_part_7_(here: orogen_Here, literals: u32, axes: u32, a0_: f32, a1_: f32, a2_: f32) -> orogen_Part_7_ {
    let s0_ = bitcast<f32>(orogen_word(literals + 0u));
    let s1_ = bitcast<f32>(orogen_word(literals + 1u));
    let s2_ = 0.0f;
    let s3_ = s1_ * s2_;
    let s4_ = a0_ + s3_;
    let s5_ = s0_ * s4_;
    let s6_ = s0_ * a1_;
    let s7_ = s0_ * a2_;
    return orogen_Part_7_(s5_, s6_, s7_);
}

struct orogen_Part_8_ {
    p0_: f32,
    p1_: u32,
    p2_: f32,
    p3_: u32,
}

fn orogen_part_8_(here: orogen_Here, literals: u32, axes: u32, a0_: f32, a1_: f32) -> orogen_Part_8_ {
    let s0_ = bitcast<f32>(orogen_word(literals + 0u));
    let s1_ = bitcast<f32>(orogen_word(literals + 1u));
    let s2_ = bitcast<f32>(orogen_word(literals + 2u));
    let s3_ = bitcast<f32>(orogen_word(literals + 3u));
    let s4_ = s0_ * a0_;
    let s5_ = s1_ * a1_;
    let s6_ = s4_ + s5_;
    let s7_ = s2_ * a0_;
    let s8_ = s3_ * a1_;
    let s9_ = s7_ + s8_;
    let h10_ = orogen_share(here, axes + 0u);
    let s10_ = h10_.x;
    let s11_ = orogen_place(h10_);
    let h12_ = orogen_share(here, axes + 1u);
    let s12_ = h12_.x;
    let s13_ = orogen_place(h12_);
    let s14_ = 0.0f;
    let s15_ = 1.0f;
    let s16_ = 1073741800.0f;
    let s17_ = s6_ < s16_;
    let s18_ = select(s16_, s6_, s17_);
    let s19_ = -s16_;
    let s20_ = s19_ < s18_;
    let s21_ = select(s19_, s18_, s20_);
    let s22_ = floor(s21_);
    let s23_ = bitcast<u32>(i32(s22_));
    let s24_ = s21_ - s22_;
    let s25_ = s11_ + s24_;
    let s26_ = s15_ <= s25_;
    let s27_ = select(s14_, s15_, s26_);
    let s28_ = s25_ - s27_;
    let s29_ = s10_ + s23_;
    let s30_ = 1u;
    let s31_ = 0u;
    let s32_ = select(s31_, s30_, s26_);
    let s33_ = s29_ + s32_;
    let s34_ = s9_ < s16_;
    let s35_ = select(s16_, s9_, s34_);
    let s36_ = -s16_;
    let s37_ = s36_ < s35_;
    let s38_ = select(s36_, s35_, s37_);
    let s39_ = floor(s38_);
    let s40_ = bitcast<u32>(i32(s39_));
    let s41_ = s38_ - s39_;
    let s42_ = s13_ + s41_;
    let s43_ = s15_ <= s42_;
    let s44_ = select(s14_, s15_, s43_);
    let s45_ = s42_ - s44_;
    let s46_ = s12_ + s40_;
    let s47_ = 1u;
    let s48_ = 0u;
    let s49_ = select(s48_, s47_, s43_);
    let s50_ = s46_ + s49_;
    return orogen_Part_8_(s28_, s33_, s45_, s50_);
}

struct orogen_Part_9_ {
    p0_: f32,
    p1_: f32,
    p2_: f32,
}

fn orogen_part_9_(here: orogen_Here, literals: u32, axes: u32, a0_: f32, a1_: f32, a2_: f32, a3_: f32, a4_: f32, a5_: f32, a6_: f32) -> orogen_Part_9_ {
    let s0_ = 1.0f;
    let s1_ = 1.0f;
    let s2_ = s1_ + a0_;
    let s3_ = 1.0f;
    let s4_ = s3_ + a1_;
    let s5_ = a2_ * s2_;
    let s6_ = a3_ * a4_;
    let s7_ = s5_ + s6_;
    let s8_ = a2_ * a5_;
    let s9_ = a3_ * s4_;
    let s10_ = s8_ + s9_;
    let s11_ = 0.0f;
    let s12_ = 0.0f;
    let s13_ = s0_ * a6_;
    let s14_ = s0_ * s7_;
    let s15_ = s0_ * s10_;
    let s16_ = s11_ + s13_;
    let s17_ = s12_ + s14_;
    let s18_ = s12_ + s15_;
    return orogen_Part_9_(s16_, s17_, s18_);
}

struct orogen_Part_10_ {
    p0_: f32,
    p1_: f32,
    p2_: f32,
}

fn orogen_part_10_(here: orogen_Here, literals: u32, axes: u32, a0_: f32, a1_: f32, a2_: f32, a3_: f32, a4_: f32, a5_: f32, a6_: bool, a7_: f32) -> orogen_Part_10_ {
    if !a6_ {
        return orogen_Part_10_(a7_, a7_, a7_);
    }
    let s0_ = orogen_part_8_(here, literals + 0u, axes + 0u, a0_, a1_);
    let s1_ = orogen_part_1_(here, literals + 4u, 0u, s0_.p1_, s0_.p3_, s0_.p0_, s0_.p2_);
    let s2_ = orogen_part_9_(here, literals + 8u, 0u, a2_, a3_, s1_.p1_, s1_.p2_, a4_, a5_, s1_.p0_);
    return orogen_Part_10_(s2_.p0_, s2_.p1_, s2_.p2_);
}

struct orogen_Part_11_ {
    p0_: f32,
    p1_: f32,
    p2_: f32,
}

fn orogen_part_11_(here: orogen_Here, literals: u32, axes: u32, a0_: f32, a1_: f32, a2_: f32, a3_: f32, a4_: f32, a5_: f32, a6_: f32, a7_: f32, a8_: f32, a9_: f32) -> orogen_Part_11_ {
    let s0_ = bitcast<f32>(orogen_word(literals + 0u));
    let s1_ = 1.0f;
    let s2_ = s1_ + a0_;
    let s3_ = 1.0f;
    let s4_ = s3_ + a1_;
    let s5_ = a2_ * s2_;
    let s6_ = a3_ * a4_;
    let s7_ = s5_ + s6_;
    let s8_ = a2_ * a5_;
    let s9_ = a3_ * s4_;
    let s10_ = s8_ + s9_;
    let s11_ = s0_ * a6_;
    let s12_ = s0_ * s7_;
    let s13_ = s0_ * s10_;
    let s14_ = a7_ + s11_;
    let s15_ = a8_ + s12_;
    let s16_ = a9_ + s13_;
    return orogen_Part_11_(s14_, s15_, s16_);
}

struct orogen_Part_12_ {
    p0_: f32,
    p1_: f32,
    p2_: f32,
}

fn orogen_part_12_(here: orogen_Here, literals: u32, axes: u32, a0_: f32, a1_: f32, a2_: f32, a3_: f32, a4_: f32, a5_: f32, a6_: f32, a7_: f32, a8_: f32, a9_: bool) -> orogen_Part_12_ {
    if !a9_ {
        return orogen_Part_12_(a6_, a7_, a8_);
    }
    let s0_ = orogen_part_8_(here, literals + 0u, axes + 0u, a0_, a1_);
    let s1_ = orogen_part_4_(here, literals + 4u, 0u, s0_.p1_, s0_.p3_, s0_.p0_, s0_.p2_);
    let s2_ = orogen_part_11_(here, literals + 10u, 0u, a2_, a3_, s1_.p1_, s1_.p2_, a4_, a5_, s1_.p0_, a6_, a7_, a8_);
    return orogen_Part_12_(s2_.p0_, s2_.p1_, s2_.p2_);
}

// Height and slopes.
fn orogen_height_gradient(p: vec2<f32>) -> vec3<f32> {
    let here = orogen_Here(orogen_coordinate(p.x), orogen_coordinate(p.y));
    let s0_ = 0.0;
    let s1_ = 0.0f;
    let s2_ = 1.0f;
    let s3_ = s1_ < s2_;
    let s4_ = orogen_part_3_(here, 0u, 0u, s3_, s0_);
    let s5_ = 0.0f;
    let s6_ = 1.0f;
    let s7_ = s5_ < s6_;
    let s8_ = orogen_part_6_(here, 4u, 2u, s4_.p0_, s4_.p1_, s4_.p2_, s7_);
    let s9_ = 0.0f;
    let s10_ = 1.0f;
    let s11_ = s9_ < s10_;
    let s12_ = orogen_part_6_(here, 11u, 4u, s8_.p0_, s8_.p1_, s8_.p2_, s11_);
    let s13_ = 0.0f;
    let s14_ = 1.0f;
    let s15_ = s13_ < s14_;
    let s16_ = orogen_part_6_(here, 18u, 6u, s12_.p0_, s12_.p1_, s12_.p2_, s15_);
    let s17_ = 0.0f;
    let s18_ = 1.0f;
    let s19_ = s17_ < s18_;
    let s20_ = orogen_part_6_(here, 25u, 8u, s16_.p0_, s16_.p1_, s16_.p2_, s19_);
    let s21_ = orogen_part_7_(here, 32u, 0u, s20_.p0_, s20_.p1_, s20_.p2_);
    let s22_ = 0.0f;
    let s23_ = 1.0f;
    let s24_ = s22_ < s23_;
    let s25_ = orogen_part_3_(here, 34u, 10u, s24_, s0_);
    let s26_ = 0.0f;
    let s27_ = 1.0f;
    let s28_ = s26_ < s27_;
    let s29_ = orogen_part_6_(here, 38u, 12u, s25_.p0_, s25_.p1_, s25_.p2_, s28_);
    let s30_ = 0.0f;
    let s31_ = 1.0f;
    let s32_ = s30_ < s31_;
    let s33_ = orogen_part_6_(here, 45u, 14u, s29_.p0_, s29_.p1_, s29_.p2_, s32_);
    let s34_ = 0.0f;
    let s35_ = 1.0f;
    let s36_ = s34_ < s35_;
    let s37_ = orogen_part_6_(here, 52u, 16u, s33_.p0_, s33_.p1_, s33_.p2_, s36_);
    let s38_ = 0.0f;
    let s39_ = 1.0f;
    let s40_ = s38_ < s39_;
    let s41_ = orogen_part_6_(here, 59u, 18u, s37_.p0_, s37_.p1_, s37_.p2_, s40_);
    let s42_ = orogen_part_7_(here, 66u, 0u, s41_.p0_, s41_.p1_, s41_.p2_);
    let s43_ = 500.0f;
    let s44_ = s43_ * s21_.p0_;
    let s45_ = s43_ * s21_.p1_;
    let s46_ = s43_ * s21_.p2_;
    let s47_ = s43_ * s42_.p0_;
    let s48_ = s43_ * s42_.p1_;
    let s49_ = s43_ * s42_.p2_;
    let s50_ = 0.0f;
    let s51_ = 1.0f;
    let s52_ = s50_ < s51_;
    let s53_ = orogen_part_10_(here, 68u, 20u, s44_, s47_, s45_, s49_, s48_, s46_, s52_, s0_);
    let s54_ = 0.0f;
    let s55_ = 1.0f;
    let s56_ = s54_ < s55_;
    let s57_ = orogen_part_12_(here, 76u, 22u, s44_, s47_, s45_, s49_, s48_, s46_, s53_.p0_, s53_.p1_, s53_.p2_, s56_);
    let s58_ = 0.0f;
    let s59_ = 1.0f;
    let s60_ = s58_ < s59_;
    let s61_ = orogen_part_12_(here, 87u, 24u, s44_, s47_, s45_, s49_, s48_, s46_, s57_.p0_, s57_.p1_, s57_.p2_, s60_);
    let s62_ = 0.0f;
    let s63_ = 1.0f;
    let s64_ = s62_ < s63_;
    let s65_ = orogen_part_12_(here, 98u, 26u, s44_, s47_, s45_, s49_, s48_, s46_, s61_.p0_, s61_.p1_, s61_.p2_, s64_);
    let s66_ = 0.0f;
    let s67_ = 1.0f;
    let s68_ = s66_ < s67_;
    let s69_ = orogen_part_12_(here, 109u, 28u, s44_, s47_, s45_, s49_, s48_, s46_, s65_.p0_, s65_.p1_, s65_.p2_, s68_);
    let s70_ = 0.0f;
    let s71_ = 1.0f;
    let s72_ = s70_ < s71_;
    let s73_ = orogen_part_12_(here, 120u, 30u, s44_, s47_, s45_, s49_, s48_, s46_, s69_.p0_, s69_.p1_, s69_.p2_, s72_);
    let s74_ = 0.0f;
    let s75_ = 0.9709898f;
    let s76_ = s74_ < s75_;
    let s77_ = orogen_part_12_(here, 131u, 32u, s44_, s47_, s45_, s49_, s48_, s46_, s73_.p0_, s73_.p1_, s73_.p2_, s76_);
    let s78_ = orogen_part_7_(here, 142u, 0u, s77_.p0_, s77_.p1_, s77_.p2_);
    let s79_ = 1.5f;
    let s80_ = 2.0f;
    let s81_ = -1.0f;
    let s82_ = s78_.p0_ - s81_;
    let s83_ = s82_ / s80_;
    let s84_ = 0.0f;
    let s85_ = s84_ < s83_;
    let s86_ = select(s84_, s83_, s85_);
    let s87_ = 1e-6f;
    let s88_ = s86_ < s87_;
    let s89_ = 1e-6f;
    let s90_ = s89_ < s86_;
    let s91_ = select(s89_, s86_, s90_);
    let s92_ = 1.1754944e-38f;
    let s93_ = 1.5f;
    let s94_ = s92_ < s91_;
    let s95_ = select(s92_, s91_, s94_);
    let s96_ = 1.0f;
    let s97_ = orogen_mantissa(s95_);
    let s98_ = orogen_exponent(s95_);
    let s99_ = 1.4142135f;
    let s100_ = s99_ <= s97_;
    let s101_ = 0.5f;
    let s102_ = s97_ * s101_;
    let s103_ = select(s97_, s102_, s100_);
    let s104_ = s98_ + s96_;
    let s105_ = select(s98_, s104_, s100_);
    let s106_ = s103_ - s96_;
    let s107_ = s103_ + s96_;
    let s108_ = s106_ / s107_;
    let s109_ = s108_ * s108_;
    let s110_ = 0.0f;
    let s111_ = s110_ * s109_;
    let s112_ = 0.06666667f;
    let s113_ = s111_ + s112_;
    let s114_ = s113_ * s109_;
    let s115_ = 0.07692308f;
    let s116_ = s114_ + s115_;
    let s117_ = s116_ * s109_;
    let s118_ = 0.09090909f;
    let s119_ = s117_ + s118_;
    let s120_ = s119_ * s109_;
    let s121_ = 0.11111111f;
    let s122_ = s120_ + s121_;
    let s123_ = s122_ * s109_;
    let s124_ = 0.14285715f;
    let s125_ = s123_ + s124_;
    let s126_ = s125_ * s109_;
    let s127_ = 0.2f;
    let s128_ = s126_ + s127_;
    let s129_ = s128_ * s109_;
    let s130_ = 0.33333334f;
    let s131_ = s129_ + s130_;
    let s132_ = s131_ * s109_;
    let s133_ = 1.0f;
    let s134_ = s132_ + s133_;
    let s135_ = 2.88539f;
    let s136_ = s108_ * s134_;
    let s137_ = s135_ * s136_;
    let s138_ = s105_ + s137_;
    let s139_ = s93_ * s138_;
    let s140_ = 126.0f;
    let s141_ = s139_ < s140_;
    let s142_ = select(s140_, s139_, s141_);
    let s143_ = -s140_;
    let s144_ = s143_ < s142_;
    let s145_ = select(s143_, s142_, s144_);
    let s146_ = 0.5f;
    let s147_ = s145_ + s146_;
    let s148_ = floor(s147_);
    let s149_ = s145_ - s148_;
    let s150_ = 0.6931472f;
    let s151_ = s149_ * s150_;
    let s152_ = 1.0f;
    let s153_ = 1.0f;
    let s154_ = s152_ * s151_;
    let s155_ = 0.125f;
    let s156_ = s154_ * s155_;
    let s157_ = s153_ + s156_;
    let s158_ = 1.0f;
    let s159_ = s157_ * s151_;
    let s160_ = 0.14285715f;
    let s161_ = s159_ * s160_;
    let s162_ = s158_ + s161_;
    let s163_ = 1.0f;
    let s164_ = s162_ * s151_;
    let s165_ = 0.16666667f;
    let s166_ = s164_ * s165_;
    let s167_ = s163_ + s166_;
    let s168_ = 1.0f;
    let s169_ = s167_ * s151_;
    let s170_ = 0.2f;
    let s171_ = s169_ * s170_;
    let s172_ = s168_ + s171_;
    let s173_ = 1.0f;
    let s174_ = s172_ * s151_;
    let s175_ = 0.25f;
    let s176_ = s174_ * s175_;
    let s177_ = s173_ + s176_;
    let s178_ = 1.0f;
    let s179_ = s177_ * s151_;
    let s180_ = 0.33333334f;
    let s181_ = s179_ * s180_;
    let s182_ = s178_ + s181_;
    let s183_ = 1.0f;
    let s184_ = s182_ * s151_;
    let s185_ = 0.5f;
    let s186_ = s184_ * s185_;
    let s187_ = s183_ + s186_;
    let s188_ = 1.0f;
    let s189_ = s187_ * s151_;
    let s190_ = 1.0f;
    let s191_ = s189_ * s190_;
    let s192_ = s188_ + s191_;
    let s193_ = orogen_power_of_two(s148_);
    let s194_ = s192_ * s193_;
    let s195_ = s91_ < s92_;
    let s196_ = 0.0f;
    let s197_ = select(s194_, s196_, s195_);
    let s198_ = s197_ / s91_;
    let s199_ = s86_ * s198_;
    let s200_ = select(s197_, s199_, s88_);
    let s201_ = s79_ * s198_;
    let s202_ = select(s201_, s198_, s88_);
    let s203_ = -1.0f;
    let s204_ = s80_ * s200_;
    let s205_ = s203_ + s204_;
    let s206_ = 0.0f;
    let s207_ = s202_ * s78_.p1_;
    let s208_ = s206_ + s207_;
    let s209_ = 0.0f;
    let s210_ = s202_ * s78_.p2_;
    let s211_ = s209_ + s210_;
    let s212_ = 420.0f;
    let s213_ = 560.0f;
    let s214_ = s212_ * s205_;
    let s215_ = s214_ + s213_;
    let s216_ = s212_ * s208_;
    let s217_ = s212_ * s211_;
    return vec3<f32>(s215_, s216_, s217_);
}

// Height.
fn orogen_height(p: vec2<f32>) -> f32 {
    return orogen_height_gradient(p).x;
}
