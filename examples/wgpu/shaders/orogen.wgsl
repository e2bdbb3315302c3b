// The terrain "Downs", written by `orogen shader`, Orogen 0.1.0.
// Recipe a1d6ece33f9756b38d60e4ca9789d1c87618ab5bcabe2cf6a52f9e6999539951, seed 5.
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

var<private> orogen_words: array<vec4<u32>, 94> = array<vec4<u32>, 94>(
    vec4<u32>(973279855u, 973279855u, 3938194689u, 1128205855u), vec4<u32>(981668463u, 981668463u, 657982786u, 938395690u),
    vec4<u32>(1056964608u, 990057071u, 990057071u, 1296067467u), vec4<u32>(795833118u, 1048576000u, 998445679u, 998445679u),
    vec4<u32>(3863150745u, 1036790206u, 1040187392u, 1006834287u), vec4<u32>(1006834287u, 719852430u, 914073972u, 1031798784u),
    vec4<u32>(1057235208u, 0u, 973279855u, 973279855u), vec4<u32>(1831573655u, 2285285581u, 981668463u, 981668463u),
    vec4<u32>(3825888494u, 847696268u, 1056964608u, 990057071u), vec4<u32>(990057071u, 53751116u, 633375143u, 1048576000u),
    vec4<u32>(998445679u, 998445679u, 3842443116u, 1982976053u), vec4<u32>(1040187392u, 1006834287u, 1006834287u, 2140222606u),
    vec4<u32>(3498795531u, 1031798784u, 1057235208u, 0u), vec4<u32>(973731956u, 973731956u, 973731956u, 973731956u),
    vec4<u32>(739841218u, 2258968131u, 982120564u, 982120564u), vec4<u32>(982120564u, 982120564u, 2632049849u, 2713971566u),
    vec4<u32>(1054295293u, 990509172u, 990509172u, 990509172u), vec4<u32>(990509172u, 3930019634u, 3632958284u, 1043662067u),
    vec4<u32>(998897780u, 998897780u, 998897780u, 998897780u), vec4<u32>(837507608u, 552947470u, 1033385968u, 1007286388u),
    vec4<u32>(1007286388u, 1007286388u, 1007286388u, 2045468212u), vec4<u32>(1477106556u, 1023410176u, 1015674996u, 1015674996u),
    vec4<u32>(1015674996u, 1015674996u, 916631756u, 3326392768u), vec4<u32>(1012352253u, 1024063604u, 1024063604u, 1024063604u),
    vec4<u32>(1024063604u, 1285506479u, 3198232002u, 1001374871u), vec4<u32>(1058299266u, 998806372u, 0u, 0u),
    vec4<u32>(0u, 1764236046u, 0u, 0u), vec4<u32>(2u, 206158430u, 0u, 0u),
    vec4<u32>(0u, 3048696907u, 0u, 0u), vec4<u32>(0u, 0u, 2u, 206158430u),
    vec4<u32>(0u, 575228095u, 0u, 0u), vec4<u32>(4u, 412316860u, 0u, 0u),
    vec4<u32>(0u, 164340720u, 0u, 0u), vec4<u32>(0u, 0u, 4u, 412316860u),
    vec4<u32>(0u, 3998393142u, 0u, 0u), vec4<u32>(8u, 824633721u, 0u, 0u),
    vec4<u32>(0u, 2636897339u, 0u, 0u), vec4<u32>(0u, 0u, 8u, 824633721u),
    vec4<u32>(0u, 1465972099u, 0u, 0u), vec4<u32>(16u, 1649267442u, 0u, 0u),
    vec4<u32>(0u, 340568018u, 0u, 0u), vec4<u32>(0u, 0u, 16u, 1649267442u),
    vec4<u32>(0u, 1270165714u, 0u, 0u), vec4<u32>(32u, 3298534883u, 0u, 0u),
    vec4<u32>(0u, 3268795735u, 0u, 0u), vec4<u32>(0u, 0u, 32u, 3298534883u),
    vec4<u32>(0u, 298396871u, 0u, 0u), vec4<u32>(2u, 206158430u, 0u, 0u),
    vec4<u32>(0u, 3503852279u, 0u, 0u), vec4<u32>(0u, 0u, 2u, 206158430u),
    vec4<u32>(0u, 1042990784u, 0u, 0u), vec4<u32>(4u, 412316860u, 0u, 0u),
    vec4<u32>(0u, 1830774290u, 0u, 0u), vec4<u32>(0u, 0u, 4u, 412316860u),
    vec4<u32>(0u, 2422662013u, 0u, 0u), vec4<u32>(8u, 824633721u, 0u, 0u),
    vec4<u32>(0u, 3330434578u, 0u, 0u), vec4<u32>(0u, 0u, 8u, 824633721u),
    vec4<u32>(0u, 2188114618u, 0u, 0u), vec4<u32>(16u, 1649267442u, 0u, 0u),
    vec4<u32>(0u, 1066256983u, 0u, 0u), vec4<u32>(0u, 0u, 16u, 1649267442u),
    vec4<u32>(0u, 1786672420u, 0u, 0u), vec4<u32>(32u, 3298534883u, 0u, 0u),
    vec4<u32>(0u, 3260858744u, 0u, 0u), vec4<u32>(0u, 0u, 32u, 3298534883u),
    vec4<u32>(0u, 128154433u, 0u, 0u), vec4<u32>(2u, 669110695u, 0u, 0u),
    vec4<u32>(0u, 1583935956u, 0u, 0u), vec4<u32>(0u, 0u, 2u, 669110695u),
    vec4<u32>(0u, 669080641u, 0u, 0u), vec4<u32>(4u, 1338221389u, 0u, 0u),
    vec4<u32>(0u, 1989241142u, 0u, 0u), vec4<u32>(0u, 0u, 4u, 1338221389u),
    vec4<u32>(0u, 1147702873u, 0u, 0u), vec4<u32>(8u, 2676442778u, 0u, 0u),
    vec4<u32>(0u, 4194482596u, 0u, 0u), vec4<u32>(0u, 0u, 8u, 2676442778u),
    vec4<u32>(0u, 2898718987u, 0u, 0u), vec4<u32>(17u, 1057918260u, 0u, 0u),
    vec4<u32>(0u, 2393227986u, 0u, 0u), vec4<u32>(0u, 0u, 17u, 1057918260u),
    vec4<u32>(0u, 2292565464u, 0u, 0u), vec4<u32>(34u, 2115836521u, 0u, 0u),
    vec4<u32>(0u, 1254559633u, 0u, 0u), vec4<u32>(0u, 0u, 34u, 2115836521u),
    vec4<u32>(0u, 2980988366u, 0u, 0u), vec4<u32>(68u, 4231673041u, 0u, 0u),
    vec4<u32>(0u, 1898386786u, 0u, 0u), vec4<u32>(0u, 0u, 68u, 4231673041u),
    vec4<u32>(0u, 1601539238u, 0u, 0u), vec4<u32>(137u, 4168378786u, 0u, 0u),
    vec4<u32>(0u, 1547206571u, 0u, 0u), vec4<u32>(0u, 0u, 137u, 4168378786u)
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
    let origin = orogen_words[26u + 2u * axis];
    let rates = orogen_words[26u + 2u * axis + 1u];
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
    let s6_ = 2654435761u;
    let s7_ = s5_ + s6_;
    let s8_ = s5_ >> 15u;
    let s9_ = s5_ ^ s8_;
    let s10_ = 2146121005u;
    let s11_ = s9_ * s10_;
    let s12_ = s7_ >> 15u;
    let s13_ = s7_ ^ s12_;
    let s14_ = 2146121005u;
    let s15_ = s13_ * s14_;
    let s16_ = orogen_word(literals + 3u);
    let s17_ = 2654435761u;
    let s18_ = a1_ * s17_;
    let s19_ = s18_ + s16_;
    let s20_ = 2654435761u;
    let s21_ = s19_ + s20_;
    let s22_ = s19_ >> 15u;
    let s23_ = s19_ ^ s22_;
    let s24_ = 3982152891u;
    let s25_ = s23_ * s24_;
    let s26_ = s21_ >> 15u;
    let s27_ = s21_ ^ s26_;
    let s28_ = 3982152891u;
    let s29_ = s27_ * s28_;
    let s30_ = s11_ ^ s25_;
    let s31_ = 2221713035u;
    let s32_ = s30_ * s31_;
    let s33_ = s15_ ^ s25_;
    let s34_ = 2221713035u;
    let s35_ = s33_ * s34_;
    let s36_ = s11_ ^ s29_;
    let s37_ = 2221713035u;
    let s38_ = s36_ * s37_;
    let s39_ = s15_ ^ s29_;
    let s40_ = 2221713035u;
    let s41_ = s39_ * s40_;
    let s42_ = 0.25365284f;
    let s43_ = s32_ << 3u;
    let s44_ = orogen_flip(s42_, s43_);
    let s45_ = 0.7811489f;
    let s46_ = 0.32356247f;
    let s47_ = (s32_ & 536870912u) != 0u;
    let s48_ = select(s45_, s46_, s47_);
    let s49_ = orogen_flip(s48_, s32_);
    let s50_ = select(s46_, s45_, s47_);
    let s51_ = s32_ << 1u;
    let s52_ = orogen_flip(s50_, s51_);
    let s53_ = 0.76095855f;
    let s54_ = s32_ << 4u;
    let s55_ = orogen_flip(s53_, s54_);
    let s56_ = 0.25365284f;
    let s57_ = s35_ << 3u;
    let s58_ = orogen_flip(s56_, s57_);
    let s59_ = 0.7811489f;
    let s60_ = 0.32356247f;
    let s61_ = (s35_ & 536870912u) != 0u;
    let s62_ = select(s59_, s60_, s61_);
    let s63_ = orogen_flip(s62_, s35_);
    let s64_ = select(s60_, s59_, s61_);
    let s65_ = s35_ << 1u;
    let s66_ = orogen_flip(s64_, s65_);
    let s67_ = 0.76095855f;
    let s68_ = s35_ << 4u;
    let s69_ = orogen_flip(s67_, s68_);
    let s70_ = 0.25365284f;
    let s71_ = s38_ << 3u;
    let s72_ = orogen_flip(s70_, s71_);
    let s73_ = 0.7811489f;
    let s74_ = 0.32356247f;
    let s75_ = (s38_ & 536870912u) != 0u;
    let s76_ = select(s73_, s74_, s75_);
    let s77_ = orogen_flip(s76_, s38_);
    let s78_ = select(s74_, s73_, s75_);
    let s79_ = s38_ << 1u;
    let s80_ = orogen_flip(s78_, s79_);
    let s81_ = 0.76095855f;
    let s82_ = s38_ << 4u;
    let s83_ = orogen_flip(s81_, s82_);
    let s84_ = 0.25365284f;
    let s85_ = s41_ << 3u;
    let s86_ = orogen_flip(s84_, s85_);
    let s87_ = 0.7811489f;
    let s88_ = 0.32356247f;
    let s89_ = (s41_ & 536870912u) != 0u;
    let s90_ = select(s87_, s88_, s89_);
    let s91_ = orogen_flip(s90_, s41_);
    let s92_ = select(s88_, s87_, s89_);
    let s93_ = s41_ << 1u;
    let s94_ = orogen_flip(s92_, s93_);
    let s95_ = 0.76095855f;
    let s96_ = s41_ << 4u;
    let s97_ = orogen_flip(s95_, s96_);
    let s98_ = 1.0f;
    let s99_ = s98_ - a2_;
    let s100_ = a2_ * s99_;
    let s101_ = a2_ * a2_;
    let s102_ = s101_ * a2_;
    let s103_ = 3.0f;
    let s104_ = 6.0f;
    let s105_ = s99_ * s104_;
    let s106_ = s103_ + s105_;
    let s107_ = s99_ * s106_;
    let s108_ = s98_ + s107_;
    let s109_ = s102_ * s108_;
    let s110_ = 30.0f;
    let s111_ = s100_ * s100_;
    let s112_ = s110_ * s111_;
    let s113_ = 1.0f;
    let s114_ = a2_ - s113_;
    let s115_ = s49_ * a2_;
    let s116_ = s44_ + s115_;
    let s117_ = s63_ * s114_;
    let s118_ = s58_ + s117_;
    let s119_ = s55_ * a2_;
    let s120_ = s52_ + s119_;
    let s121_ = s69_ * s114_;
    let s122_ = s66_ + s121_;
    let s123_ = s118_ - s116_;
    let s124_ = s63_ - s49_;
    let s125_ = s109_ * s123_;
    let s126_ = s116_ + s125_;
    let s127_ = s109_ * s124_;
    let s128_ = s49_ + s127_;
    let s129_ = s112_ * s123_;
    let s130_ = s128_ + s129_;
    let s131_ = s122_ - s120_;
    let s132_ = s69_ - s55_;
    let s133_ = s109_ * s131_;
    let s134_ = s120_ + s133_;
    let s135_ = s109_ * s132_;
    let s136_ = s55_ + s135_;
    let s137_ = s112_ * s131_;
    let s138_ = s136_ + s137_;
    let s139_ = 1.0f;
    let s140_ = a2_ - s139_;
    let s141_ = s77_ * a2_;
    let s142_ = s72_ + s141_;
    let s143_ = s91_ * s140_;
    let s144_ = s86_ + s143_;
    let s145_ = s83_ * a2_;
    let s146_ = s80_ + s145_;
    let s147_ = s97_ * s140_;
    let s148_ = s94_ + s147_;
    let s149_ = s144_ - s142_;
    let s150_ = s91_ - s77_;
    let s151_ = s109_ * s149_;
    let s152_ = s142_ + s151_;
    let s153_ = s109_ * s150_;
    let s154_ = s77_ + s153_;
    let s155_ = s112_ * s149_;
    let s156_ = s154_ + s155_;
    let s157_ = s148_ - s146_;
    let s158_ = s97_ - s83_;
    let s159_ = s109_ * s157_;
    let s160_ = s146_ + s159_;
    let s161_ = s109_ * s158_;
    let s162_ = s83_ + s161_;
    let s163_ = s112_ * s157_;
    let s164_ = s162_ + s163_;
    let s165_ = s152_ - s160_;
    let s166_ = s165_ - s126_;
    let s167_ = s156_ - s164_;
    let s168_ = s167_ - s130_;
    let s169_ = s160_ - s134_;
    let s170_ = s164_ - s138_;
    let s171_ = 1.0f;
    let s172_ = s171_ - a3_;
    let s173_ = a3_ * s172_;
    let s174_ = a3_ * a3_;
    let s175_ = s174_ * a3_;
    let s176_ = 3.0f;
    let s177_ = 6.0f;
    let s178_ = s172_ * s177_;
    let s179_ = s176_ + s178_;
    let s180_ = s172_ * s179_;
    let s181_ = s171_ + s180_;
    let s182_ = s175_ * s181_;
    let s183_ = 30.0f;
    let s184_ = s173_ * s173_;
    let s185_ = s183_ * s184_;
    let s186_ = s169_ * a3_;
    let s187_ = s166_ + s186_;
    let s188_ = s170_ * a3_;
    let s189_ = s168_ + s188_;
    let s190_ = s134_ * a3_;
    let s191_ = s126_ + s190_;
    let s192_ = s182_ * s187_;
    let s193_ = s191_ + s192_;
    let s194_ = s138_ * a3_;
    let s195_ = s130_ + s194_;
    let s196_ = s182_ * s189_;
    let s197_ = s195_ + s196_;
    let s198_ = s182_ * s169_;
    let s199_ = s134_ + s198_;
    let s200_ = s185_ * s187_;
    let s201_ = s199_ + s200_;
    let s202_ = s0_ * s197_;
    let s203_ = s1_ * s201_;
    return orogen_Part_1_(s193_, s202_, s203_);
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

fn orogen_part_4_(here: orogen_Here, literals: u32, axes: u32, a0_: f32, a1_: f32, a2_: f32, a3_: f32, a4_: f32, a5_: f32) -> orogen_Part_4_ {
    let s0_ = bitcast<f32>(orogen_word(literals + 0u));
    let s1_ = s0_ * a0_;
    let s2_ = s0_ * a1_;
    let s3_ = s0_ * a2_;
    let s4_ = a3_ + s1_;
    let s5_ = a4_ + s2_;
    let s6_ = a5_ + s3_;
    return orogen_Part_4_(s4_, s5_, s6_);
}

struct orogen_Part_5_ {
    p0_: f32,
    p1_: f32,
    p2_: f32,
}

fn orogen_part_5_(here: orogen_Here, literals: u32, axes: u32, a0_: f32, a1_: f32, a2_: f32, a3_: bool) -> orogen_Part_5_ {
    if !a3_ {
        return orogen_Part_5_(a0_, a1_, a2_);
    }
    let s0_ = orogen_part_0_(here, 0u, axes + 0u);
    let s1_ = orogen_part_1_(here, literals + 0u, 0u, s0_.p0_, s0_.p2_, s0_.p1_, s0_.p3_);
    let s2_ = orogen_part_4_(here, literals + 4u, 0u, s1_.p0_, s1_.p1_, s1_.p2_, a0_, a1_, a2_);
    return orogen_Part_5_(s2_.p0_, s2_.p1_, s2_.p2_);
}

struct orogen_Part_6_ {
    p0_: f32,
    p1_: f32,
    p2_: f32,
}

fn orogen_part_6_(here: orogen_Here, literals: u32, axes: u32, a0_: f32, a1_: f32, a2_: f32) -> orogen_Part_6_ {
    let s0_ = bitcast<f32>(orogen_word(literals + 0u));
    let s1_ = bitcast<f32>(orogen_word(literals + 1u));
    let s2_ = 0.0f;
    let s3_ = s1_ * s2_;
    let s4_ = a0_ + s3_;
    let s5_ = s0_ * s4_;
    let s6_ = s0_ * a1_;
    let s7_ = s0_ * a2_;
    return orogen_Part_6_(s5_, s6_, s7_);
}

struct orogen_Part_7_ {
    p0_: f32,
    p1_: u32,
    p2_: f32,
    p3_: u32,
}

fn orogen_part_7_(here: orogen_Here, literals: u32, axes: u32, a0_: f32, a1_: f32) -> orogen_Part_7_ {
    let s0_ = bitcast<f32>(orogen_word(literals + 0u));
    let s1_ = bitcast<f32>(orogen_word(literals + 1u));
    let s2_ = s0_ * a0_;
    let s3_ = s1_ * a1_;
    let h4_ = orogen_share(here, axes + 0u);
    let s4_ = h4_.x;
    let s5_ = orogen_place(h4_);
    let h6_ = orogen_share(here, axes + 1u);
    let s6_ = h6_.x;
    let s7_ = orogen_place(h6_);
    let s8_ = 0.0f;
    let s9_ = 1.0f;
    let s10_ = 1073741800.0f;
    let s11_ = s2_ < s10_;
    let s12_ = select(s10_, s2_, s11_);
    let s13_ = -s10_;
    let s14_ = s13_ < s12_;
    let s15_ = select(s13_, s12_, s14_);
    let s16_ = floor(s15_);
    let s17_ = bitcast<u32>(i32(s16_));
    let s18_ = s15_ - s16_;
    let s19_ = s5_ + s18_;
    let s20_ = s9_ <= s19_;
    let s21_ = select(s8_, s9_, s20_);
    let s22_ = s19_ - s21_;
    let s23_ = s4_ + s17_;
    let s24_ = 1u;
    let s25_ = 0u;
    let s26_ = select(s25_, s24_, s20_);
    let s27_ = s23_ + s26_;
    let s28_ = s3_ < s10_;
    let s29_ = select(s10_, s3_, s28_);
    let s30_ = -s10_;
    let s31_ = s30_ < s29_;
    let s32_ = select(s30_, s29_, s31_);
    let s33_ = floor(s32_);
    let s34_ = bitcast<u32>(i32(s33_));
    let s35_ = s32_ - s33_;
    let s36_ = s7_ + s35_;
    let s37_ = s9_ <= s36_;
    let s38_ = select(s8_, s9_, s37_);
    let s39_ = s36_ - s38_;
    let s40_ = s6_ + s34_;
    let s41_ = 1u;
    let s42_ = 0u;
    let s43_ = select(s42_, s41_, s37_);
    let s44_ = s40_ + s43_;
    return orogen_Part_7_(s22_, s27_, s39_, s44_);
}

struct orogen_Part_8_ {
    p0_: f32,
    p1_: f32,
    p2_: f32,
}

fn orogen_part_8_(here: orogen_Here, literals: u32, axes: u32, a0_: f32, a1_: f32, a2_: f32, a3_: f32, a4_: f32, a5_: f32, a6_: f32) -> orogen_Part_8_ {
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
    return orogen_Part_8_(s16_, s17_, s18_);
}

struct orogen_Part_9_ {
    p0_: f32,
    p1_: f32,
    p2_: f32,
}

fn orogen_part_9_(here: orogen_Here, literals: u32, axes: u32, a0_: f32, a1_: f32, a2_: f32, a3_: f32, a4_: f32, a5_: f32, a6_: bool, a7_: f32) -> orogen_Part_9_ {
    if !a6_ {
        return orogen_Part_9_(a7_, a7_, a7_);
    }
    let s0_ = orogen_part_7_(here, literals + 0u, axes + 0u, a0_, a1_);
    let s1_ = orogen_part_1_(here, literals + 2u, 0u, s0_.p1_, s0_.p3_, s0_.p0_, s0_.p2_);
    let s2_ = orogen_part_8_(here, literals + 6u, 0u, a2_, a3_, s1_.p1_, s1_.p2_, a4_, a5_, s1_.p0_);
    return orogen_Part_9_(s2_.p0_, s2_.p1_, s2_.p2_);
}

struct orogen_Part_10_ {
    p0_: f32,
    p1_: f32,
    p2_: f32,
}

fn orogen_part_10_(here: orogen_Here, literals: u32, axes: u32, a0_: f32, a1_: f32, a2_: f32, a3_: f32, a4_: f32, a5_: f32, a6_: f32, a7_: f32, a8_: f32, a9_: f32) -> orogen_Part_10_ {
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
    return orogen_Part_10_(s14_, s15_, s16_);
}

struct orogen_Part_11_ {
    p0_: f32,
    p1_: f32,
    p2_: f32,
}

fn orogen_part_11_(here: orogen_Here, literals: u32, axes: u32, a0_: f32, a1_: f32, a2_: f32, a3_: f32, a4_: f32, a5_: f32, a6_: f32, a7_: f32, a8_: f32, a9_: bool) -> orogen_Part_11_ {
    if !a9_ {
        return orogen_Part_11_(a6_, a7_, a8_);
    }
    let s0_ = orogen_part_7_(here, literals + 0u, axes + 0u, a0_, a1_);
    let s1_ = orogen_part_1_(here, literals + 2u, 0u, s0_.p1_, s0_.p3_, s0_.p0_, s0_.p2_);
    let s2_ = orogen_part_10_(here, literals + 6u, 0u, a2_, a3_, s1_.p1_, s1_.p2_, a4_, a5_, s1_.p0_, a6_, a7_, a8_);
    return orogen_Part_11_(s2_.p0_, s2_.p1_, s2_.p2_);
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
    let s8_ = orogen_part_5_(here, 4u, 2u, s4_.p0_, s4_.p1_, s4_.p2_, s7_);
    let s9_ = 0.0f;
    let s10_ = 1.0f;
    let s11_ = s9_ < s10_;
    let s12_ = orogen_part_5_(here, 9u, 4u, s8_.p0_, s8_.p1_, s8_.p2_, s11_);
    let s13_ = 0.0f;
    let s14_ = 1.0f;
    let s15_ = s13_ < s14_;
    let s16_ = orogen_part_5_(here, 14u, 6u, s12_.p0_, s12_.p1_, s12_.p2_, s15_);
    let s17_ = 0.0f;
    let s18_ = 1.0f;
    let s19_ = s17_ < s18_;
    let s20_ = orogen_part_5_(here, 19u, 8u, s16_.p0_, s16_.p1_, s16_.p2_, s19_);
    let s21_ = orogen_part_6_(here, 24u, 0u, s20_.p0_, s20_.p1_, s20_.p2_);
    let s22_ = 0.0f;
    let s23_ = 1.0f;
    let s24_ = s22_ < s23_;
    let s25_ = orogen_part_3_(here, 26u, 10u, s24_, s0_);
    let s26_ = 0.0f;
    let s27_ = 1.0f;
    let s28_ = s26_ < s27_;
    let s29_ = orogen_part_5_(here, 30u, 12u, s25_.p0_, s25_.p1_, s25_.p2_, s28_);
    let s30_ = 0.0f;
    let s31_ = 1.0f;
    let s32_ = s30_ < s31_;
    let s33_ = orogen_part_5_(here, 35u, 14u, s29_.p0_, s29_.p1_, s29_.p2_, s32_);
    let s34_ = 0.0f;
    let s35_ = 1.0f;
    let s36_ = s34_ < s35_;
    let s37_ = orogen_part_5_(here, 40u, 16u, s33_.p0_, s33_.p1_, s33_.p2_, s36_);
    let s38_ = 0.0f;
    let s39_ = 1.0f;
    let s40_ = s38_ < s39_;
    let s41_ = orogen_part_5_(here, 45u, 18u, s37_.p0_, s37_.p1_, s37_.p2_, s40_);
    let s42_ = orogen_part_6_(here, 50u, 0u, s41_.p0_, s41_.p1_, s41_.p2_);
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
    let s53_ = orogen_part_9_(here, 52u, 20u, s44_, s47_, s45_, s49_, s48_, s46_, s52_, s0_);
    let s54_ = 0.0f;
    let s55_ = 1.0f;
    let s56_ = s54_ < s55_;
    let s57_ = orogen_part_11_(here, 58u, 22u, s44_, s47_, s45_, s49_, s48_, s46_, s53_.p0_, s53_.p1_, s53_.p2_, s56_);
    let s58_ = 0.0f;
    let s59_ = 1.0f;
    let s60_ = s58_ < s59_;
    let s61_ = orogen_part_11_(here, 65u, 24u, s44_, s47_, s45_, s49_, s48_, s46_, s57_.p0_, s57_.p1_, s57_.p2_, s60_);
    let s62_ = 0.0f;
    let s63_ = 1.0f;
    let s64_ = s62_ < s63_;
    let s65_ = orogen_part_11_(here, 72u, 26u, s44_, s47_, s45_, s49_, s48_, s46_, s61_.p0_, s61_.p1_, s61_.p2_, s64_);
    let s66_ = 0.0f;
    let s67_ = 1.0f;
    let s68_ = s66_ < s67_;
    let s69_ = orogen_part_11_(here, 79u, 28u, s44_, s47_, s45_, s49_, s48_, s46_, s65_.p0_, s65_.p1_, s65_.p2_, s68_);
    let s70_ = 0.0f;
    let s71_ = 1.0f;
    let s72_ = s70_ < s71_;
    let s73_ = orogen_part_11_(here, 86u, 30u, s44_, s47_, s45_, s49_, s48_, s46_, s69_.p0_, s69_.p1_, s69_.p2_, s72_);
    let s74_ = 0.0f;
    let s75_ = 0.9709898f;
    let s76_ = s74_ < s75_;
    let s77_ = orogen_part_11_(here, 93u, 32u, s44_, s47_, s45_, s49_, s48_, s46_, s73_.p0_, s73_.p1_, s73_.p2_, s76_);
    let s78_ = orogen_part_6_(here, 100u, 0u, s77_.p0_, s77_.p1_, s77_.p2_);
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
