#ifndef OROGEN_LIBRARY
#define OROGEN_LIBRARY
// The terrain "Downs", written by `orogen shader`, Orogen 0.1.0.
// Recipe a1d6ece33f9756b38d60e4ca9789d1c87618ab5bcabe2cf6a52f9e6999539951, seed 5.
// As fine as samples 7.8201369 m apart can show, where the recipe's octaves are "auto".
//
//     float orogen_height(float2 p)
//         Height in metres above the recipe's zero.
//     float3 orogen_height_gradient(float2 p)
//         Height and slopes in metres per metre: (h, ∂h/∂x, ∂h/∂y).
//
// p is x and y in metres from the point (0, 0) of the recipe's domain. On pictures and maps
// of the terrain, x increases to the right and y downwards.
// Heights are between 140 and 980 m.
//
// The origin is exact. From there, lattice positions are computed in integers, with rates in cells per metre that
// are rounded to 2^-45: 10 km away they are accurate to 2^-31 of a cell. The limit is the single precision of p:
// 1 mm at 10 km from the origin, 1 m at 10,000 km. Where that shows, export again with an origin near the camera.

struct orogen_Coordinate {
    uint mantissa;
    uint shift;
    uint sign_;
};

struct orogen_Here {
    orogen_Coordinate x;
    orogen_Coordinate y;
};

struct orogen_Part_0_ {
    uint p0_;
    float p1_;
    uint p2_;
    float p3_;
};

struct orogen_Part_1_ {
    float p0_;
    float p1_;
    float p2_;
};

struct orogen_Part_2_ {
    float p0_;
    float p1_;
    float p2_;
};

struct orogen_Part_3_ {
    float p0_;
    float p1_;
    float p2_;
};

struct orogen_Part_4_ {
    float p0_;
    float p1_;
    float p2_;
};

struct orogen_Part_5_ {
    float p0_;
    float p1_;
    float p2_;
};

struct orogen_Part_6_ {
    float p0_;
    float p1_;
    float p2_;
};

struct orogen_Part_7_ {
    float p0_;
    uint p1_;
    float p2_;
    uint p3_;
};

struct orogen_Part_8_ {
    float p0_;
    float p1_;
    float p2_;
};

struct orogen_Part_9_ {
    float p0_;
    float p1_;
    float p2_;
};

struct orogen_Part_10_ {
    float p0_;
    float p1_;
    float p2_;
};

struct orogen_Part_11_ {
    float p0_;
    float p1_;
    float p2_;
};

typedef uint4 orogen_ret_Constructarray1_uint4_[1];
orogen_ret_Constructarray1_uint4_ orogen_Constructarray1_uint4_(uint4 arg0) {
    uint4 ret[1] = { arg0 };
    return ret;
}

static const uint4 orogen_words[94] = {
    uint4(973279855u, 973279855u, 3938194689u, 1128205855u), uint4(981668463u, 981668463u, 657982786u, 938395690u),
    uint4(1056964608u, 990057071u, 990057071u, 1296067467u), uint4(795833118u, 1048576000u, 998445679u, 998445679u),
    uint4(3863150745u, 1036790206u, 1040187392u, 1006834287u), uint4(1006834287u, 719852430u, 914073972u, 1031798784u),
    uint4(1057235208u, 0u, 973279855u, 973279855u), uint4(1831573655u, 2285285581u, 981668463u, 981668463u),
    uint4(3825888494u, 847696268u, 1056964608u, 990057071u), uint4(990057071u, 53751116u, 633375143u, 1048576000u),
    uint4(998445679u, 998445679u, 3842443116u, 1982976053u), uint4(1040187392u, 1006834287u, 1006834287u, 2140222606u),
    uint4(3498795531u, 1031798784u, 1057235208u, 0u), uint4(973731956u, 973731956u, 973731956u, 973731956u),
    uint4(739841218u, 2258968131u, 982120564u, 982120564u), uint4(982120564u, 982120564u, 2632049849u, 2713971566u),
    uint4(1054295293u, 990509172u, 990509172u, 990509172u), uint4(990509172u, 3930019634u, 3632958284u, 1043662067u),
    uint4(998897780u, 998897780u, 998897780u, 998897780u), uint4(837507608u, 552947470u, 1033385968u, 1007286388u),
    uint4(1007286388u, 1007286388u, 1007286388u, 2045468212u), uint4(1477106556u, 1023410176u, 1015674996u, 1015674996u),
    uint4(1015674996u, 1015674996u, 916631756u, 3326392768u), uint4(1012352253u, 1024063604u, 1024063604u, 1024063604u),
    uint4(1024063604u, 1285506479u, 3198232002u, 1001374871u), uint4(1058299266u, 998806372u, 0u, 0u),
    uint4(0u, 1764236046u, 0u, 0u), uint4(2u, 206158430u, 0u, 0u),
    uint4(0u, 3048696907u, 0u, 0u), uint4(0u, 0u, 2u, 206158430u),
    uint4(0u, 575228095u, 0u, 0u), uint4(4u, 412316860u, 0u, 0u),
    uint4(0u, 164340720u, 0u, 0u), uint4(0u, 0u, 4u, 412316860u),
    uint4(0u, 3998393142u, 0u, 0u), uint4(8u, 824633721u, 0u, 0u),
    uint4(0u, 2636897339u, 0u, 0u), uint4(0u, 0u, 8u, 824633721u),
    uint4(0u, 1465972099u, 0u, 0u), uint4(16u, 1649267442u, 0u, 0u),
    uint4(0u, 340568018u, 0u, 0u), uint4(0u, 0u, 16u, 1649267442u),
    uint4(0u, 1270165714u, 0u, 0u), uint4(32u, 3298534883u, 0u, 0u),
    uint4(0u, 3268795735u, 0u, 0u), uint4(0u, 0u, 32u, 3298534883u),
    uint4(0u, 298396871u, 0u, 0u), uint4(2u, 206158430u, 0u, 0u),
    uint4(0u, 3503852279u, 0u, 0u), uint4(0u, 0u, 2u, 206158430u),
    uint4(0u, 1042990784u, 0u, 0u), uint4(4u, 412316860u, 0u, 0u),
    uint4(0u, 1830774290u, 0u, 0u), uint4(0u, 0u, 4u, 412316860u),
    uint4(0u, 2422662013u, 0u, 0u), uint4(8u, 824633721u, 0u, 0u),
    uint4(0u, 3330434578u, 0u, 0u), uint4(0u, 0u, 8u, 824633721u),
    uint4(0u, 2188114618u, 0u, 0u), uint4(16u, 1649267442u, 0u, 0u),
    uint4(0u, 1066256983u, 0u, 0u), uint4(0u, 0u, 16u, 1649267442u),
    uint4(0u, 1786672420u, 0u, 0u), uint4(32u, 3298534883u, 0u, 0u),
    uint4(0u, 3260858744u, 0u, 0u), uint4(0u, 0u, 32u, 3298534883u),
    uint4(0u, 128154433u, 0u, 0u), uint4(2u, 669110695u, 0u, 0u),
    uint4(0u, 1583935956u, 0u, 0u), uint4(0u, 0u, 2u, 669110695u),
    uint4(0u, 669080641u, 0u, 0u), uint4(4u, 1338221389u, 0u, 0u),
    uint4(0u, 1989241142u, 0u, 0u), uint4(0u, 0u, 4u, 1338221389u),
    uint4(0u, 1147702873u, 0u, 0u), uint4(8u, 2676442778u, 0u, 0u),
    uint4(0u, 4194482596u, 0u, 0u), uint4(0u, 0u, 8u, 2676442778u),
    uint4(0u, 2898718987u, 0u, 0u), uint4(17u, 1057918260u, 0u, 0u),
    uint4(0u, 2393227986u, 0u, 0u), uint4(0u, 0u, 17u, 1057918260u),
    uint4(0u, 2292565464u, 0u, 0u), uint4(34u, 2115836521u, 0u, 0u),
    uint4(0u, 1254559633u, 0u, 0u), uint4(0u, 0u, 34u, 2115836521u),
    uint4(0u, 2980988366u, 0u, 0u), uint4(68u, 4231673041u, 0u, 0u),
    uint4(0u, 1898386786u, 0u, 0u), uint4(0u, 0u, 68u, 4231673041u),
    uint4(0u, 1601539238u, 0u, 0u), uint4(137u, 4168378786u, 0u, 0u),
    uint4(0u, 1547206571u, 0u, 0u), uint4(0u, 0u, 137u, 4168378786u)
};

uint orogen_word(uint at)
{
    return orogen_words[(at >> 2u)][(at & 3u)];
}

orogen_Coordinate Constructorogen_Coordinate(uint arg0, uint arg1, uint arg2) {
    orogen_Coordinate ret = (orogen_Coordinate)0;
    ret.mantissa = arg0;
    ret.shift = arg1;
    ret.sign_ = arg2;
    return ret;
}

orogen_Coordinate orogen_coordinate(float metres)
{
    uint bits = asuint(metres);
    uint exponent = ((bits >> 23u) & 255u);
    uint shift = min((162u - min(exponent, 162u)), 95u);
    const orogen_Coordinate orogen_coordinate_1 = Constructorogen_Coordinate(((bits & 8388607u) | 8388608u), shift, (0u - (bits >> 31u)));
    return orogen_coordinate_1;
}

uint2 orogen_long_product(uint x, uint y)
{
    uint low = ((x & 65535u) * (y & 65535u));
    uint middle = (((x >> 16u) * (y & 65535u)) + (low >> 16u));
    uint cross_ = (((x & 65535u) * (y >> 16u)) + (middle & 65535u));
    uint high = ((((x >> 16u) * (y >> 16u)) + (middle >> 16u)) + (cross_ >> 16u));
    return uint2(high, ((cross_ << 16u) | (low & 65535u)));
}

uint2 orogen_moved(uint2 place, uint2 rate, orogen_Coordinate by)
{
    const uint2 _e5 = orogen_long_product(rate.y, by.mantissa);
    const uint2 _e10 = orogen_long_product((rate.x & 2147483647u), by.mantissa);
    uint w0_ = _e5.y;
    uint w1_ = (_e5.x + _e10.y);
    uint w2_ = (_e10.x + ((w1_ < _e5.x) ? 1u : 0u));
    bool whole = (by.shift >= 32u);
    bool twice = (by.shift >= 64u);
    uint a0_11 = (twice ? w2_ : (whole ? w1_ : w0_));
    uint a1_11 = (twice ? 0u : (whole ? w2_ : w1_));
    uint a2_9 = (whole ? 0u : w2_);
    uint bits_1 = (by.shift & 31u);
    uint fraction = ((a0_11 >> bits_1) | ((a1_11 << 1u) << (31u - bits_1)));
    uint cell = ((a1_11 >> bits_1) | ((a2_9 << 1u) << (31u - bits_1)));
    uint sign_1 = (by.sign_ ^ (0u - (rate.x >> 31u)));
    uint signed_fraction = ((fraction ^ sign_1) - sign_1);
    uint signed_cell = ((cell ^ sign_1) + (sign_1 & ((fraction == 0u) ? 1u : 0u)));
    uint sum = (place.y + signed_fraction);
    return uint2(((place.x + signed_cell) + ((sum < signed_fraction) ? 1u : 0u)), sum);
}

uint2 orogen_share(orogen_Here here, uint axis)
{
    uint2 place_1 = (uint2)0;

    uint4 origin = orogen_words[(26u + (2u * axis))];
    uint4 rates = orogen_words[((26u + (2u * axis)) + 1u)];
    place_1 = origin.xy;
    uint2 _e18 = place_1;
    const uint2 _e21 = orogen_moved(_e18, rates.xy, here.x);
    place_1 = _e21;
    uint2 _e22 = place_1;
    const uint2 _e25 = orogen_moved(_e22, rates.zw, here.y);
    place_1 = _e25;
    uint2 _e26 = place_1;
    return _e26;
}

float orogen_place(uint2 share)
{
    return (float((share.y >> 8u)) * 5.9604645e-8);
}

float orogen_flip(float x_1, uint sign_)
{
    return asfloat((asuint(x_1) ^ (sign_ & 2147483648u)));
}

float orogen_mantissa(float x_2)
{
    return asfloat(((asuint(x_2) & 8388607u) | 1065353216u));
}

float orogen_exponent(float x_3)
{
    return float(asint((((asuint(x_3) >> 23u) & 255u) - 127u)));
}

int orogen_f2i32(float value) {
    return int(clamp(value, -2147483600.0, 2147483500.0));
}

float orogen_power_of_two(float x_4)
{
    return asfloat(((asuint(orogen_f2i32(x_4)) + 127u) << 23u));
}

uint orogen_look_up(uint table, uint index)
{
    const uint _e7 = orogen_word((table + ((index & 255u) >> 2u)));
    return ((_e7 >> ((index & 3u) * 8u)) & 255u);
}

orogen_Part_0_ Constructorogen_Part_0_(uint arg0, float arg1, uint arg2, float arg3) {
    orogen_Part_0_ ret = (orogen_Part_0_)0;
    ret.p0_ = arg0;
    ret.p1_ = arg1;
    ret.p2_ = arg2;
    ret.p3_ = arg3;
    return ret;
}

orogen_Part_0_ orogen_part_0_(orogen_Here here_1, uint literals, uint axes)
{
    const uint2 _e5 = orogen_share(here_1, (axes + 0u));
    uint s0_ = _e5.x;
    const float _e7 = orogen_place(_e5);
    const uint2 _e10 = orogen_share(here_1, (axes + 1u));
    uint s2_ = _e10.x;
    const float _e12 = orogen_place(_e10);
    const orogen_Part_0_ orogen_part_0_1 = Constructorogen_Part_0_(s0_, _e7, s2_, _e12);
    return orogen_part_0_1;
}

orogen_Part_1_ Constructorogen_Part_1_(float arg0, float arg1, float arg2) {
    orogen_Part_1_ ret = (orogen_Part_1_)0;
    ret.p0_ = arg0;
    ret.p1_ = arg1;
    ret.p2_ = arg2;
    return ret;
}

orogen_Part_1_ orogen_part_1_(orogen_Here here_2, uint literals_1, uint axes_1, uint a0_, uint a1_, float a2_, float a3_)
{
    const uint _e9 = orogen_word((literals_1 + 0u));
    float s0_1 = asfloat(_e9);
    const uint _e13 = orogen_word((literals_1 + 1u));
    float s1_ = asfloat(_e13);
    const uint _e17 = orogen_word((literals_1 + 2u));
    uint s4_ = (a0_ * 2654435761u);
    uint s5_ = (s4_ + _e17);
    uint s7_ = (s5_ + 2654435761u);
    uint s8_ = (s5_ >> 15u);
    uint s9_ = (s5_ ^ s8_);
    uint s11_ = (s9_ * 2146121005u);
    uint s12_ = (s7_ >> 15u);
    uint s13_ = (s7_ ^ s12_);
    uint s15_ = (s13_ * 2146121005u);
    const uint _e35 = orogen_word((literals_1 + 3u));
    uint s18_ = (a1_ * 2654435761u);
    uint s19_ = (s18_ + _e35);
    uint s21_ = (s19_ + 2654435761u);
    uint s22_ = (s19_ >> 15u);
    uint s23_ = (s19_ ^ s22_);
    uint s25_ = (s23_ * 3982152891u);
    uint s26_ = (s21_ >> 15u);
    uint s27_ = (s21_ ^ s26_);
    uint s29_ = (s27_ * 3982152891u);
    uint s30_ = (s11_ ^ s25_);
    uint s32_ = (s30_ * 2221713035u);
    uint s33_ = (s15_ ^ s25_);
    uint s35_ = (s33_ * 2221713035u);
    uint s36_ = (s11_ ^ s29_);
    uint s38_ = (s36_ * 2221713035u);
    uint s39_ = (s15_ ^ s29_);
    uint s41_ = (s39_ * 2221713035u);
    uint s43_ = (s32_ << 3u);
    const float _e66 = orogen_flip(0.25365284, s43_);
    bool s47_ = ((s32_ & 536870912u) != 0u);
    float s48_ = (s47_ ? 0.32356247 : 0.7811489);
    const float _e74 = orogen_flip(s48_, s32_);
    float s50_ = (s47_ ? 0.7811489 : 0.32356247);
    uint s51_ = (s32_ << 1u);
    const float _e78 = orogen_flip(s50_, s51_);
    uint s54_ = (s32_ << 4u);
    const float _e82 = orogen_flip(0.76095855, s54_);
    uint s57_ = (s35_ << 3u);
    const float _e86 = orogen_flip(0.25365284, s57_);
    bool s61_ = ((s35_ & 536870912u) != 0u);
    float s62_ = (s61_ ? 0.32356247 : 0.7811489);
    const float _e94 = orogen_flip(s62_, s35_);
    float s64_ = (s61_ ? 0.7811489 : 0.32356247);
    uint s65_ = (s35_ << 1u);
    const float _e98 = orogen_flip(s64_, s65_);
    uint s68_ = (s35_ << 4u);
    const float _e102 = orogen_flip(0.76095855, s68_);
    uint s71_ = (s38_ << 3u);
    const float _e106 = orogen_flip(0.25365284, s71_);
    bool s75_ = ((s38_ & 536870912u) != 0u);
    float s76_ = (s75_ ? 0.32356247 : 0.7811489);
    const float _e114 = orogen_flip(s76_, s38_);
    float s78_ = (s75_ ? 0.7811489 : 0.32356247);
    uint s79_ = (s38_ << 1u);
    const float _e118 = orogen_flip(s78_, s79_);
    uint s82_ = (s38_ << 4u);
    const float _e122 = orogen_flip(0.76095855, s82_);
    uint s85_ = (s41_ << 3u);
    const float _e126 = orogen_flip(0.25365284, s85_);
    bool s89_ = ((s41_ & 536870912u) != 0u);
    float s90_ = (s89_ ? 0.32356247 : 0.7811489);
    const float _e134 = orogen_flip(s90_, s41_);
    float s92_ = (s89_ ? 0.7811489 : 0.32356247);
    uint s93_ = (s41_ << 1u);
    const float _e138 = orogen_flip(s92_, s93_);
    uint s96_ = (s41_ << 4u);
    const float _e142 = orogen_flip(0.76095855, s96_);
    float s99_ = (1.0 - a2_);
    float s100_ = (a2_ * s99_);
    float s101_ = (a2_ * a2_);
    float s102_ = (s101_ * a2_);
    float s105_ = (s99_ * 6.0);
    float s106_ = (3.0 + s105_);
    float s107_ = (s99_ * s106_);
    float s108_ = (1.0 + s107_);
    float s109_ = (s102_ * s108_);
    float s111_ = (s100_ * s100_);
    float s112_ = (30.0 * s111_);
    float s114_ = (a2_ - 1.0);
    float s115_ = (_e74 * a2_);
    float s116_ = (_e66 + s115_);
    float s117_ = (_e94 * s114_);
    float s118_ = (_e86 + s117_);
    float s119_ = (_e82 * a2_);
    float s120_ = (_e78 + s119_);
    float s121_ = (_e102 * s114_);
    float s122_ = (_e98 + s121_);
    float s123_ = (s118_ - s116_);
    float s124_ = (_e94 - _e74);
    float s125_ = (s109_ * s123_);
    float s126_ = (s116_ + s125_);
    float s127_ = (s109_ * s124_);
    float s128_ = (_e74 + s127_);
    float s129_ = (s112_ * s123_);
    float s130_ = (s128_ + s129_);
    float s131_ = (s122_ - s120_);
    float s132_ = (_e102 - _e82);
    float s133_ = (s109_ * s131_);
    float s134_ = (s120_ + s133_);
    float s135_ = (s109_ * s132_);
    float s136_ = (_e82 + s135_);
    float s137_ = (s112_ * s131_);
    float s138_ = (s136_ + s137_);
    float s140_ = (a2_ - 1.0);
    float s141_ = (_e114 * a2_);
    float s142_ = (_e106 + s141_);
    float s143_ = (_e134 * s140_);
    float s144_ = (_e126 + s143_);
    float s145_ = (_e122 * a2_);
    float s146_ = (_e118 + s145_);
    float s147_ = (_e142 * s140_);
    float s148_ = (_e138 + s147_);
    float s149_ = (s144_ - s142_);
    float s150_ = (_e134 - _e114);
    float s151_ = (s109_ * s149_);
    float s152_ = (s142_ + s151_);
    float s153_ = (s109_ * s150_);
    float s154_ = (_e114 + s153_);
    float s155_ = (s112_ * s149_);
    float s156_ = (s154_ + s155_);
    float s157_ = (s148_ - s146_);
    float s158_ = (_e142 - _e122);
    float s159_ = (s109_ * s157_);
    float s160_ = (s146_ + s159_);
    float s161_ = (s109_ * s158_);
    float s162_ = (_e122 + s161_);
    float s163_ = (s112_ * s157_);
    float s164_ = (s162_ + s163_);
    float s165_ = (s152_ - s160_);
    float s166_ = (s165_ - s126_);
    float s167_ = (s156_ - s164_);
    float s168_ = (s167_ - s130_);
    float s169_ = (s160_ - s134_);
    float s170_ = (s164_ - s138_);
    float s172_ = (1.0 - a3_);
    float s173_ = (a3_ * s172_);
    float s174_ = (a3_ * a3_);
    float s175_ = (s174_ * a3_);
    float s178_ = (s172_ * 6.0);
    float s179_ = (3.0 + s178_);
    float s180_ = (s172_ * s179_);
    float s181_ = (1.0 + s180_);
    float s182_ = (s175_ * s181_);
    float s184_ = (s173_ * s173_);
    float s185_ = (30.0 * s184_);
    float s186_ = (s169_ * a3_);
    float s187_ = (s166_ + s186_);
    float s188_ = (s170_ * a3_);
    float s189_ = (s168_ + s188_);
    float s190_ = (s134_ * a3_);
    float s191_ = (s126_ + s190_);
    float s192_ = (s182_ * s187_);
    float s193_ = (s191_ + s192_);
    float s194_ = (s138_ * a3_);
    float s195_ = (s130_ + s194_);
    float s196_ = (s182_ * s189_);
    float s197_ = (s195_ + s196_);
    float s198_ = (s182_ * s169_);
    float s199_ = (s134_ + s198_);
    float s200_ = (s185_ * s187_);
    float s201_ = (s199_ + s200_);
    float s202_ = (s0_1 * s197_);
    float s203_ = (s1_ * s201_);
    const orogen_Part_1_ orogen_part_1_1 = Constructorogen_Part_1_(s193_, s202_, s203_);
    return orogen_part_1_1;
}

orogen_Part_2_ Constructorogen_Part_2_(float arg0, float arg1, float arg2) {
    orogen_Part_2_ ret = (orogen_Part_2_)0;
    ret.p0_ = arg0;
    ret.p1_ = arg1;
    ret.p2_ = arg2;
    return ret;
}

orogen_Part_2_ orogen_part_2_(orogen_Here here_3, uint literals_2, uint axes_2, float a0_1, float a1_1, float a2_1)
{
    float s3_ = (1.0 * a0_1);
    float s4_1 = (1.0 * a1_1);
    float s5_1 = (1.0 * a2_1);
    float s6_ = (0.0 + s3_);
    float s7_1 = (0.0 + s4_1);
    float s8_1 = (0.0 + s5_1);
    const orogen_Part_2_ orogen_part_2_1 = Constructorogen_Part_2_(s6_, s7_1, s8_1);
    return orogen_part_2_1;
}

orogen_Part_3_ Constructorogen_Part_3_(float arg0, float arg1, float arg2) {
    orogen_Part_3_ ret = (orogen_Part_3_)0;
    ret.p0_ = arg0;
    ret.p1_ = arg1;
    ret.p2_ = arg2;
    return ret;
}

orogen_Part_3_ orogen_part_3_(orogen_Here here_4, uint literals_3, uint axes_3, bool a0_2, float a1_2)
{
    if (!(a0_2)) {
        const orogen_Part_3_ orogen_part_3_1 = Constructorogen_Part_3_(a1_2, a1_2, a1_2);
        return orogen_part_3_1;
    }
    const orogen_Part_0_ _e10 = orogen_part_0_(here_4, 0u, (axes_3 + 0u));
    const orogen_Part_1_ _e18 = orogen_part_1_(here_4, (literals_3 + 0u), 0u, _e10.p0_, _e10.p2_, _e10.p1_, _e10.p3_);
    const orogen_Part_2_ _e25 = orogen_part_2_(here_4, (literals_3 + 4u), 0u, _e18.p0_, _e18.p1_, _e18.p2_);
    const orogen_Part_3_ orogen_part_3_2 = Constructorogen_Part_3_(_e25.p0_, _e25.p1_, _e25.p2_);
    return orogen_part_3_2;
}

orogen_Part_4_ Constructorogen_Part_4_(float arg0, float arg1, float arg2) {
    orogen_Part_4_ ret = (orogen_Part_4_)0;
    ret.p0_ = arg0;
    ret.p1_ = arg1;
    ret.p2_ = arg2;
    return ret;
}

orogen_Part_4_ orogen_part_4_(orogen_Here here_5, uint literals_4, uint axes_4, float a0_3, float a1_3, float a2_2, float a3_1, float a4_, float a5_)
{
    const uint _e11 = orogen_word((literals_4 + 0u));
    float s0_2 = asfloat(_e11);
    float s1_1 = (s0_2 * a0_3);
    float s2_1 = (s0_2 * a1_3);
    float s3_1 = (s0_2 * a2_2);
    float s4_2 = (a3_1 + s1_1);
    float s5_2 = (a4_ + s2_1);
    float s6_1 = (a5_ + s3_1);
    const orogen_Part_4_ orogen_part_4_1 = Constructorogen_Part_4_(s4_2, s5_2, s6_1);
    return orogen_part_4_1;
}

orogen_Part_5_ Constructorogen_Part_5_(float arg0, float arg1, float arg2) {
    orogen_Part_5_ ret = (orogen_Part_5_)0;
    ret.p0_ = arg0;
    ret.p1_ = arg1;
    ret.p2_ = arg2;
    return ret;
}

orogen_Part_5_ orogen_part_5_(orogen_Here here_6, uint literals_5, uint axes_5, float a0_4, float a1_4, float a2_3, bool a3_2)
{
    if (!(a3_2)) {
        const orogen_Part_5_ orogen_part_5_1 = Constructorogen_Part_5_(a0_4, a1_4, a2_3);
        return orogen_part_5_1;
    }
    const orogen_Part_0_ _e12 = orogen_part_0_(here_6, 0u, (axes_5 + 0u));
    const orogen_Part_1_ _e20 = orogen_part_1_(here_6, (literals_5 + 0u), 0u, _e12.p0_, _e12.p2_, _e12.p1_, _e12.p3_);
    const orogen_Part_4_ _e27 = orogen_part_4_(here_6, (literals_5 + 4u), 0u, _e20.p0_, _e20.p1_, _e20.p2_, a0_4, a1_4, a2_3);
    const orogen_Part_5_ orogen_part_5_2 = Constructorogen_Part_5_(_e27.p0_, _e27.p1_, _e27.p2_);
    return orogen_part_5_2;
}

orogen_Part_6_ Constructorogen_Part_6_(float arg0, float arg1, float arg2) {
    orogen_Part_6_ ret = (orogen_Part_6_)0;
    ret.p0_ = arg0;
    ret.p1_ = arg1;
    ret.p2_ = arg2;
    return ret;
}

orogen_Part_6_ orogen_part_6_(orogen_Here here_7, uint literals_6, uint axes_6, float a0_5, float a1_5, float a2_4)
{
    const uint _e8 = orogen_word((literals_6 + 0u));
    float s0_3 = asfloat(_e8);
    const uint _e12 = orogen_word((literals_6 + 1u));
    float s1_2 = asfloat(_e12);
    float s3_2 = (s1_2 * 0.0);
    float s4_3 = (a0_5 + s3_2);
    float s5_3 = (s0_3 * s4_3);
    float s6_2 = (s0_3 * a1_5);
    float s7_2 = (s0_3 * a2_4);
    const orogen_Part_6_ orogen_part_6_1 = Constructorogen_Part_6_(s5_3, s6_2, s7_2);
    return orogen_part_6_1;
}

orogen_Part_7_ Constructorogen_Part_7_(float arg0, uint arg1, float arg2, uint arg3) {
    orogen_Part_7_ ret = (orogen_Part_7_)0;
    ret.p0_ = arg0;
    ret.p1_ = arg1;
    ret.p2_ = arg2;
    ret.p3_ = arg3;
    return ret;
}

orogen_Part_7_ orogen_part_7_(orogen_Here here_8, uint literals_7, uint axes_7, float a0_6, float a1_6)
{
    const uint _e7 = orogen_word((literals_7 + 0u));
    float s0_4 = asfloat(_e7);
    const uint _e11 = orogen_word((literals_7 + 1u));
    float s1_3 = asfloat(_e11);
    float s2_2 = (s0_4 * a0_6);
    float s3_3 = (s1_3 * a1_6);
    const uint2 _e17 = orogen_share(here_8, (axes_7 + 0u));
    uint s4_4 = _e17.x;
    const float _e19 = orogen_place(_e17);
    const uint2 _e22 = orogen_share(here_8, (axes_7 + 1u));
    uint s6_3 = _e22.x;
    const float _e24 = orogen_place(_e22);
    bool s11_1 = (s2_2 < 1073741800.0);
    float s12_1 = (s11_1 ? s2_2 : 1073741800.0);
    float s13_1 = -(1073741800.0);
    bool s14_ = (s13_1 < s12_1);
    float s15_1 = (s14_ ? s12_1 : s13_1);
    float s16_ = floor(s15_1);
    uint s17_ = asuint(orogen_f2i32(s16_));
    float s18_1 = (s15_1 - s16_);
    float s19_1 = (_e19 + s18_1);
    bool s20_ = (1.0 <= s19_1);
    float s21_1 = (s20_ ? 1.0 : 0.0);
    float s22_1 = (s19_1 - s21_1);
    uint s23_1 = (s4_4 + s17_);
    uint s26_1 = (s20_ ? 1u : 0u);
    uint s27_1 = (s23_1 + s26_1);
    bool s28_ = (s3_3 < 1073741800.0);
    float s29_1 = (s28_ ? s3_3 : 1073741800.0);
    float s30_1 = -(1073741800.0);
    bool s31_ = (s30_1 < s29_1);
    float s32_1 = (s31_ ? s29_1 : s30_1);
    float s33_1 = floor(s32_1);
    uint s34_ = asuint(orogen_f2i32(s33_1));
    float s35_1 = (s32_1 - s33_1);
    float s36_1 = (_e24 + s35_1);
    bool s37_ = (1.0 <= s36_1);
    float s38_1 = (s37_ ? 1.0 : 0.0);
    float s39_1 = (s36_1 - s38_1);
    uint s40_ = (s6_3 + s34_);
    uint s43_1 = (s37_ ? 1u : 0u);
    uint s44_ = (s40_ + s43_1);
    const orogen_Part_7_ orogen_part_7_1 = Constructorogen_Part_7_(s22_1, s27_1, s39_1, s44_);
    return orogen_part_7_1;
}

orogen_Part_8_ Constructorogen_Part_8_(float arg0, float arg1, float arg2) {
    orogen_Part_8_ ret = (orogen_Part_8_)0;
    ret.p0_ = arg0;
    ret.p1_ = arg1;
    ret.p2_ = arg2;
    return ret;
}

orogen_Part_8_ orogen_part_8_(orogen_Here here_9, uint literals_8, uint axes_8, float a0_7, float a1_7, float a2_5, float a3_3, float a4_1, float a5_1, float a6_)
{
    float s2_3 = (1.0 + a0_7);
    float s4_5 = (1.0 + a1_7);
    float s5_4 = (a2_5 * s2_3);
    float s6_4 = (a3_3 * a4_1);
    float s7_3 = (s5_4 + s6_4);
    float s8_2 = (a2_5 * a5_1);
    float s9_1 = (a3_3 * s4_5);
    float s10_ = (s8_2 + s9_1);
    float s13_2 = (1.0 * a6_);
    float s14_1 = (1.0 * s7_3);
    float s15_2 = (1.0 * s10_);
    float s16_1 = (0.0 + s13_2);
    float s17_1 = (0.0 + s14_1);
    float s18_2 = (0.0 + s15_2);
    const orogen_Part_8_ orogen_part_8_1 = Constructorogen_Part_8_(s16_1, s17_1, s18_2);
    return orogen_part_8_1;
}

orogen_Part_9_ Constructorogen_Part_9_(float arg0, float arg1, float arg2) {
    orogen_Part_9_ ret = (orogen_Part_9_)0;
    ret.p0_ = arg0;
    ret.p1_ = arg1;
    ret.p2_ = arg2;
    return ret;
}

orogen_Part_9_ orogen_part_9_(orogen_Here here_10, uint literals_9, uint axes_9, float a0_8, float a1_8, float a2_6, float a3_4, float a4_2, float a5_2, bool a6_1, float a7_)
{
    if (!(a6_1)) {
        const orogen_Part_9_ orogen_part_9_1 = Constructorogen_Part_9_(a7_, a7_, a7_);
        return orogen_part_9_1;
    }
    const orogen_Part_7_ _e17 = orogen_part_7_(here_10, (literals_9 + 0u), (axes_9 + 0u), a0_8, a1_8);
    const orogen_Part_1_ _e25 = orogen_part_1_(here_10, (literals_9 + 2u), 0u, _e17.p1_, _e17.p3_, _e17.p0_, _e17.p2_);
    const orogen_Part_8_ _e32 = orogen_part_8_(here_10, (literals_9 + 6u), 0u, a2_6, a3_4, _e25.p1_, _e25.p2_, a4_2, a5_2, _e25.p0_);
    const orogen_Part_9_ orogen_part_9_2 = Constructorogen_Part_9_(_e32.p0_, _e32.p1_, _e32.p2_);
    return orogen_part_9_2;
}

orogen_Part_10_ Constructorogen_Part_10_(float arg0, float arg1, float arg2) {
    orogen_Part_10_ ret = (orogen_Part_10_)0;
    ret.p0_ = arg0;
    ret.p1_ = arg1;
    ret.p2_ = arg2;
    return ret;
}

orogen_Part_10_ orogen_part_10_(orogen_Here here_11, uint literals_10, uint axes_10, float a0_9, float a1_9, float a2_7, float a3_5, float a4_3, float a5_3, float a6_2, float a7_1, float a8_, float a9_)
{
    const uint _e15 = orogen_word((literals_10 + 0u));
    float s0_5 = asfloat(_e15);
    float s2_4 = (1.0 + a0_9);
    float s4_6 = (1.0 + a1_9);
    float s5_5 = (a2_7 * s2_4);
    float s6_5 = (a3_5 * a4_3);
    float s7_4 = (s5_5 + s6_5);
    float s8_3 = (a2_7 * a5_3);
    float s9_2 = (a3_5 * s4_6);
    float s10_1 = (s8_3 + s9_2);
    float s11_2 = (s0_5 * a6_2);
    float s12_2 = (s0_5 * s7_4);
    float s13_3 = (s0_5 * s10_1);
    float s14_2 = (a7_1 + s11_2);
    float s15_3 = (a8_ + s12_2);
    float s16_2 = (a9_ + s13_3);
    const orogen_Part_10_ orogen_part_10_1 = Constructorogen_Part_10_(s14_2, s15_3, s16_2);
    return orogen_part_10_1;
}

orogen_Part_11_ Constructorogen_Part_11_(float arg0, float arg1, float arg2) {
    orogen_Part_11_ ret = (orogen_Part_11_)0;
    ret.p0_ = arg0;
    ret.p1_ = arg1;
    ret.p2_ = arg2;
    return ret;
}

orogen_Part_11_ orogen_part_11_(orogen_Here here_12, uint literals_11, uint axes_11, float a0_10, float a1_10, float a2_8, float a3_6, float a4_4, float a5_4, float a6_3, float a7_2, float a8_1, bool a9_1)
{
    if (!(a9_1)) {
        const orogen_Part_11_ orogen_part_11_1 = Constructorogen_Part_11_(a6_3, a7_2, a8_1);
        return orogen_part_11_1;
    }
    const orogen_Part_7_ _e19 = orogen_part_7_(here_12, (literals_11 + 0u), (axes_11 + 0u), a0_10, a1_10);
    const orogen_Part_1_ _e27 = orogen_part_1_(here_12, (literals_11 + 2u), 0u, _e19.p1_, _e19.p3_, _e19.p0_, _e19.p2_);
    const orogen_Part_10_ _e34 = orogen_part_10_(here_12, (literals_11 + 6u), 0u, a2_8, a3_6, _e27.p1_, _e27.p2_, a4_4, a5_4, _e27.p0_, a6_3, a7_2, a8_1);
    const orogen_Part_11_ orogen_part_11_2 = Constructorogen_Part_11_(_e34.p0_, _e34.p1_, _e34.p2_);
    return orogen_part_11_2;
}

orogen_Here Constructorogen_Here(orogen_Coordinate arg0, orogen_Coordinate arg1) {
    orogen_Here ret = (orogen_Here)0;
    ret.x = arg0;
    ret.y = arg1;
    return ret;
}

float3 orogen_height_gradient(float2 p)
{
    const orogen_Coordinate _e2 = orogen_coordinate(p.x);
    const orogen_Coordinate _e4 = orogen_coordinate(p.y);
    orogen_Here here_13 = Constructorogen_Here(_e2, _e4);
    bool s3_4 = (0.0 < 1.0);
    const orogen_Part_3_ _e12 = orogen_part_3_(here_13, 0u, 0u, s3_4, 0.0);
    bool s7_5 = (0.0 < 1.0);
    const orogen_Part_5_ _e21 = orogen_part_5_(here_13, 4u, 2u, _e12.p0_, _e12.p1_, _e12.p2_, s7_5);
    bool s11_3 = (0.0 < 1.0);
    const orogen_Part_5_ _e30 = orogen_part_5_(here_13, 9u, 4u, _e21.p0_, _e21.p1_, _e21.p2_, s11_3);
    bool s15_4 = (0.0 < 1.0);
    const orogen_Part_5_ _e39 = orogen_part_5_(here_13, 14u, 6u, _e30.p0_, _e30.p1_, _e30.p2_, s15_4);
    bool s19_2 = (0.0 < 1.0);
    const orogen_Part_5_ _e48 = orogen_part_5_(here_13, 19u, 8u, _e39.p0_, _e39.p1_, _e39.p2_, s19_2);
    const orogen_Part_6_ _e54 = orogen_part_6_(here_13, 24u, 0u, _e48.p0_, _e48.p1_, _e48.p2_);
    bool s24_ = (0.0 < 1.0);
    const orogen_Part_3_ _e60 = orogen_part_3_(here_13, 26u, 10u, s24_, 0.0);
    bool s28_1 = (0.0 < 1.0);
    const orogen_Part_5_ _e69 = orogen_part_5_(here_13, 30u, 12u, _e60.p0_, _e60.p1_, _e60.p2_, s28_1);
    bool s32_2 = (0.0 < 1.0);
    const orogen_Part_5_ _e78 = orogen_part_5_(here_13, 35u, 14u, _e69.p0_, _e69.p1_, _e69.p2_, s32_2);
    bool s36_2 = (0.0 < 1.0);
    const orogen_Part_5_ _e87 = orogen_part_5_(here_13, 40u, 16u, _e78.p0_, _e78.p1_, _e78.p2_, s36_2);
    bool s40_1 = (0.0 < 1.0);
    const orogen_Part_5_ _e96 = orogen_part_5_(here_13, 45u, 18u, _e87.p0_, _e87.p1_, _e87.p2_, s40_1);
    const orogen_Part_6_ _e102 = orogen_part_6_(here_13, 50u, 0u, _e96.p0_, _e96.p1_, _e96.p2_);
    float s44_1 = (500.0 * _e54.p0_);
    float s45_ = (500.0 * _e54.p1_);
    float s46_ = (500.0 * _e54.p2_);
    float s47_1 = (500.0 * _e102.p0_);
    float s48_1 = (500.0 * _e102.p1_);
    float s49_ = (500.0 * _e102.p2_);
    bool s52_ = (0.0 < 1.0);
    const orogen_Part_9_ _e121 = orogen_part_9_(here_13, 52u, 20u, s44_1, s47_1, s45_, s49_, s48_1, s46_, s52_, 0.0);
    bool s56_ = (0.0 < 1.0);
    const orogen_Part_11_ _e130 = orogen_part_11_(here_13, 58u, 22u, s44_1, s47_1, s45_, s49_, s48_1, s46_, _e121.p0_, _e121.p1_, _e121.p2_, s56_);
    bool s60_ = (0.0 < 1.0);
    const orogen_Part_11_ _e139 = orogen_part_11_(here_13, 65u, 24u, s44_1, s47_1, s45_, s49_, s48_1, s46_, _e130.p0_, _e130.p1_, _e130.p2_, s60_);
    bool s64_1 = (0.0 < 1.0);
    const orogen_Part_11_ _e148 = orogen_part_11_(here_13, 72u, 26u, s44_1, s47_1, s45_, s49_, s48_1, s46_, _e139.p0_, _e139.p1_, _e139.p2_, s64_1);
    bool s68_1 = (0.0 < 1.0);
    const orogen_Part_11_ _e157 = orogen_part_11_(here_13, 79u, 28u, s44_1, s47_1, s45_, s49_, s48_1, s46_, _e148.p0_, _e148.p1_, _e148.p2_, s68_1);
    bool s72_ = (0.0 < 1.0);
    const orogen_Part_11_ _e166 = orogen_part_11_(here_13, 86u, 30u, s44_1, s47_1, s45_, s49_, s48_1, s46_, _e157.p0_, _e157.p1_, _e157.p2_, s72_);
    bool s76_1 = (0.0 < 0.9709898);
    const orogen_Part_11_ _e175 = orogen_part_11_(here_13, 93u, 32u, s44_1, s47_1, s45_, s49_, s48_1, s46_, _e166.p0_, _e166.p1_, _e166.p2_, s76_1);
    const orogen_Part_6_ _e181 = orogen_part_6_(here_13, 100u, 0u, _e175.p0_, _e175.p1_, _e175.p2_);
    float s82_1 = (_e181.p0_ - -1.0);
    float s83_ = (s82_1 / 2.0);
    bool s85_1 = (0.0 < s83_);
    float s86_ = (s85_1 ? s83_ : 0.0);
    bool s88_ = (s86_ < 1e-6);
    bool s90_1 = (1e-6 < s86_);
    float s91_ = (s90_1 ? s86_ : 1e-6);
    bool s94_ = (1.1754944e-38 < s91_);
    float s95_ = (s94_ ? s91_ : 1.1754944e-38);
    const float _e201 = orogen_mantissa(s95_);
    const float _e202 = orogen_exponent(s95_);
    bool s100_1 = (1.4142135 <= _e201);
    float s102_1 = (_e201 * 0.5);
    float s103_ = (s100_1 ? s102_1 : _e201);
    float s104_ = (_e202 + 1.0);
    float s105_1 = (s100_1 ? s104_ : _e202);
    float s106_1 = (s103_ - 1.0);
    float s107_1 = (s103_ + 1.0);
    float s108_1 = (s106_1 / s107_1);
    float s109_1 = (s108_1 * s108_1);
    float s111_1 = (0.0 * s109_1);
    float s113_ = (s111_1 + 0.06666667);
    float s114_1 = (s113_ * s109_1);
    float s116_1 = (s114_1 + 0.07692308);
    float s117_1 = (s116_1 * s109_1);
    float s119_1 = (s117_1 + 0.09090909);
    float s120_1 = (s119_1 * s109_1);
    float s122_1 = (s120_1 + 0.11111111);
    float s123_1 = (s122_1 * s109_1);
    float s125_1 = (s123_1 + 0.14285715);
    float s126_1 = (s125_1 * s109_1);
    float s128_1 = (s126_1 + 0.2);
    float s129_1 = (s128_1 * s109_1);
    float s131_1 = (s129_1 + 0.33333334);
    float s132_1 = (s131_1 * s109_1);
    float s134_1 = (s132_1 + 1.0);
    float s136_1 = (s108_1 * s134_1);
    float s137_1 = (2.88539 * s136_1);
    float s138_1 = (s105_1 + s137_1);
    float s139_ = (1.5 * s138_1);
    bool s141_1 = (s139_ < 126.0);
    float s142_1 = (s141_1 ? s139_ : 126.0);
    float s143_1 = -(126.0);
    bool s144_1 = (s143_1 < s142_1);
    float s145_1 = (s144_1 ? s142_1 : s143_1);
    float s147_1 = (s145_1 + 0.5);
    float s148_1 = floor(s147_1);
    float s149_1 = (s145_1 - s148_1);
    float s151_1 = (s149_1 * 0.6931472);
    float s154_1 = (1.0 * s151_1);
    float s156_1 = (s154_1 * 0.125);
    float s157_1 = (1.0 + s156_1);
    float s159_1 = (s157_1 * s151_1);
    float s161_1 = (s159_1 * 0.14285715);
    float s162_1 = (1.0 + s161_1);
    float s164_1 = (s162_1 * s151_1);
    float s166_1 = (s164_1 * 0.16666667);
    float s167_1 = (1.0 + s166_1);
    float s169_1 = (s167_1 * s151_1);
    float s171_ = (s169_1 * 0.2);
    float s172_1 = (1.0 + s171_);
    float s174_1 = (s172_1 * s151_1);
    float s176_ = (s174_1 * 0.25);
    float s177_ = (1.0 + s176_);
    float s179_1 = (s177_ * s151_1);
    float s181_1 = (s179_1 * 0.33333334);
    float s182_1 = (1.0 + s181_1);
    float s184_1 = (s182_1 * s151_1);
    float s186_1 = (s184_1 * 0.5);
    float s187_1 = (1.0 + s186_1);
    float s189_1 = (s187_1 * s151_1);
    float s191_1 = (s189_1 * 1.0);
    float s192_1 = (1.0 + s191_1);
    const float _e297 = orogen_power_of_two(s148_1);
    float s194_1 = (s192_1 * _e297);
    bool s195_1 = (s91_ < 1.1754944e-38);
    float s197_1 = (s195_1 ? 0.0 : s194_1);
    float s198_1 = (s197_1 / s91_);
    float s199_1 = (s86_ * s198_1);
    float s200_1 = (s88_ ? s199_1 : s197_1);
    float s201_1 = (1.5 * s198_1);
    float s202_1 = (s88_ ? s198_1 : s201_1);
    float s204_ = (2.0 * s200_1);
    float s205_ = (-1.0 + s204_);
    float s207_ = (s202_1 * _e181.p1_);
    float s208_ = (0.0 + s207_);
    float s210_ = (s202_1 * _e181.p2_);
    float s211_ = (0.0 + s210_);
    float s214_ = (420.0 * s205_);
    float s215_ = (s214_ + 560.0);
    float s216_ = (420.0 * s208_);
    float s217_ = (420.0 * s211_);
    return float3(s215_, s216_, s217_);
}

float orogen_height(float2 p_1)
{
    const float3 _e1 = orogen_height_gradient(p_1);
    return _e1.x;
}

void orogen_entry()
{
    return;
}

#endif
