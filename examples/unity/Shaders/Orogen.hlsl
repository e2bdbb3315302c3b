#ifndef OROGEN_INCLUDED
#define OROGEN_INCLUDED
// The terrain "Hills", written by `orogen shader`, Orogen 0.1.0.
// Recipe 5c6e3d2b3ccda7acd34cf63805986c53717bbf8cc841c12dac09df6ea51a2c3b, seed 5.
// As fine as samples 7.8201369 m apart can show, where the recipe's octaves are "auto".
//
//     float orogen_height(float2 p)
//         The height in metres above the recipe's zero.
//     float3 orogen_height_gradient(float2 p)
//         The height, and its slopes in metres per metre: (h, ∂h/∂x, ∂h/∂y).
//
// p is x and y in metres from the place (0, 0) of the recipe's domain. On pictures and maps
// of the terrain x grows to the right and y downwards.
// Heights lie between 140 and 980 m.
//
// Cells of lattices and their hashes are computed in integers, exactly, wherever the origin lies. What limits
// p is single precision itself: it is exact to 1 mm 10 km from the origin, to 1 m 10,000 km from it. Where that
// shows, choose another origin near the camera.

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
    uint p1_;
    float p2_;
    uint p3_;
};

struct orogen_Part_7_ {
    float p0_;
    float p1_;
    float p2_;
};

struct orogen_Part_8_ {
    float p0_;
    float p1_;
    float p2_;
};

typedef uint4 ret_Constructarray1_uint4_[1];
ret_Constructarray1_uint4_ Constructarray1_uint4_(uint4 arg0) {
    uint4 ret[1] = { arg0 };
    return ret;
}

static const uint4 orogen_words[104] = {
    uint4(973279855u, 973279855u, 3938194689u, 1128205855u), uint4(978869167u, 3121873921u, 974390273u, 978869167u),
    uint4(657982786u, 938395690u, 1056964608u, 977141026u), uint4(3136574371u, 989090723u, 977141026u, 1296067467u),
    uint4(795833118u, 1048576000u, 3127784931u, 3145681467u), uint4(998197819u, 3127784931u, 3863150745u, 1036790206u),
    uint4(1040187392u, 3150007293u, 3148944227u, 1001460579u), uint4(3150007293u, 719852430u, 914073972u, 1031798784u),
    uint4(1057235208u, 0u, 973279855u, 973279855u), uint4(1831573655u, 2285285581u, 978869167u, 3121873921u),
    uint4(974390273u, 978869167u, 3825888494u, 847696268u), uint4(1056964608u, 977141026u, 3136574371u, 989090723u),
    uint4(977141026u, 53751116u, 633375143u, 1048576000u), uint4(3127784931u, 3145681467u, 998197819u, 3127784931u),
    uint4(3842443116u, 1982976053u, 1040187392u, 3150007293u), uint4(3148944227u, 1001460579u, 3150007293u, 2140222606u),
    uint4(3498795531u, 1031798784u, 1057235208u, 0u), uint4(973731956u, 0u, 0u, 973731956u),
    uint4(973731956u, 973731956u, 739841218u, 2258968131u), uint4(979615443u, 3122384466u, 974900818u, 979615443u),
    uint4(979615443u, 3122384466u, 974900818u, 979615443u), uint4(2632049849u, 2713971566u, 1054295293u, 977796348u),
    uint4(3137378255u, 989894607u, 977796348u, 977796348u), uint4(3137378255u, 989894607u, 977796348u, 3930019634u),
    uint4(3632958284u, 1043662067u, 3128606582u, 3146145014u), uint4(998661366u, 3128606582u, 3128606582u, 3146145014u),
    uint4(998661366u, 3128606582u, 837507608u, 552947470u), uint4(1033385968u, 3150674024u, 3149555008u, 1002071360u),
    uint4(3150674024u, 3150674024u, 3149555008u, 1002071360u), uint4(3150674024u, 2045468212u, 1477106556u, 1023410176u),
    uint4(3163068098u, 3139162174u, 991678526u, 3163068098u), uint4(3163068098u, 3139162174u, 991678526u, 3163068098u),
    uint4(916631756u, 3326392768u, 1012352253u, 3170334094u), uint4(1014247707u, 3161731355u, 3170334094u, 3170334094u),
    uint4(1014247707u, 3161731355u, 3170334094u, 1285506479u), uint4(3198232002u, 1001374871u, 1058299266u, 998806372u),
    uint4(0u, 1764236046u, 0u, 0u), uint4(2u, 206158430u, 0u, 0u),
    uint4(0u, 3048696907u, 0u, 0u), uint4(0u, 0u, 2u, 206158430u),
    uint4(0u, 575228095u, 0u, 0u), uint4(3u, 1634647110u, 2147483650u, 1343227377u),
    uint4(0u, 164340720u, 0u, 0u), uint4(2u, 1343227377u, 3u, 1634647110u),
    uint4(0u, 3998393142u, 0u, 0u), uint4(2u, 4159998376u, 2147483655u, 2728204526u),
    uint4(0u, 2636897339u, 0u, 0u), uint4(7u, 2728204526u, 2u, 4159998376u),
    uint4(0u, 1465972099u, 0u, 0u), uint4(2147483651u, 3101134327u, 2147483663u, 4104366250u),
    uint4(0u, 340568018u, 0u, 0u), uint4(15u, 4104366250u, 2147483651u, 3101134327u),
    uint4(0u, 1270165714u, 0u, 0u), uint4(2147483672u, 696228788u, 2147483670u, 577526911u),
    uint4(0u, 3268795735u, 0u, 0u), uint4(22u, 577526911u, 2147483672u, 696228788u),
    uint4(0u, 298396871u, 0u, 0u), uint4(2u, 206158430u, 0u, 0u),
    uint4(0u, 3503852279u, 0u, 0u), uint4(0u, 0u, 2u, 206158430u),
    uint4(0u, 1042990784u, 0u, 0u), uint4(3u, 1634647110u, 2147483650u, 1343227377u),
    uint4(0u, 1830774290u, 0u, 0u), uint4(2u, 1343227377u, 3u, 1634647110u),
    uint4(0u, 2422662013u, 0u, 0u), uint4(2u, 4159998376u, 2147483655u, 2728204526u),
    uint4(0u, 3330434578u, 0u, 0u), uint4(7u, 2728204526u, 2u, 4159998376u),
    uint4(0u, 2188114618u, 0u, 0u), uint4(2147483651u, 3101134327u, 2147483663u, 4104366250u),
    uint4(0u, 1066256983u, 0u, 0u), uint4(15u, 4104366250u, 2147483651u, 3101134327u),
    uint4(0u, 1786672420u, 0u, 0u), uint4(2147483672u, 696228788u, 2147483670u, 577526911u),
    uint4(0u, 3260858744u, 0u, 0u), uint4(22u, 577526911u, 2147483672u, 696228788u),
    uint4(0u, 128154433u, 0u, 0u), uint4(2u, 669110695u, 0u, 0u),
    uint4(0u, 1583935956u, 0u, 0u), uint4(0u, 0u, 2u, 669110695u),
    uint4(0u, 669080641u, 0u, 0u), uint4(3u, 2398833900u, 2147483650u, 1866025375u),
    uint4(0u, 1989241142u, 0u, 0u), uint4(2u, 1866025375u, 3u, 2398833900u),
    uint4(0u, 1147702873u, 0u, 0u), uint4(3u, 536080184u, 2147483656u, 159183314u),
    uint4(0u, 4194482596u, 0u, 0u), uint4(8u, 159183314u, 3u, 536080184u),
    uint4(0u, 2898718987u, 0u, 0u), uint4(2147483651u, 3942504654u, 2147483664u, 3416181885u),
    uint4(0u, 2393227986u, 0u, 0u), uint4(16u, 3416181885u, 2147483651u, 3942504654u),
    uint4(0u, 2292565464u, 0u, 0u), uint4(2147483673u, 1863126960u, 2147483671u, 1286075795u),
    uint4(0u, 1254559633u, 0u, 0u), uint4(23u, 1286075795u, 2147483673u, 1863126960u),
    uint4(0u, 2980988366u, 0u, 0u), uint4(2147483716u, 1264633246u, 2147483657u, 3171145766u),
    uint4(0u, 1898386786u, 0u, 0u), uint4(9u, 3171145766u, 2147483716u, 1264633246u),
    uint4(0u, 1601539238u, 0u, 0u), uint4(2147483771u, 3133599518u, 61u, 205961735u),
    uint4(0u, 1547206571u, 0u, 0u), uint4(2147483709u, 205961735u, 2147483771u, 3133599518u)
};

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

uint2 orogen_product(uint x, uint y)
{
    uint low = ((x & 65535u) * (y & 65535u));
    uint middle = (((x >> 16u) * (y & 65535u)) + (low >> 16u));
    uint cross_ = (((x & 65535u) * (y >> 16u)) + (middle & 65535u));
    uint high = ((((x >> 16u) * (y >> 16u)) + (middle >> 16u)) + (cross_ >> 16u));
    return uint2(high, ((cross_ << 16u) | (low & 65535u)));
}

uint2 orogen_moved(uint2 place, uint2 rate, orogen_Coordinate by)
{
    const uint2 _e5 = orogen_product(rate.y, by.mantissa);
    const uint2 _e10 = orogen_product((rate.x & 2147483647u), by.mantissa);
    uint w0_ = _e5.y;
    uint w1_ = (_e5.x + _e10.y);
    uint w2_ = (_e10.x + ((w1_ < _e5.x) ? 1u : 0u));
    bool whole = (by.shift >= 32u);
    bool twice = (by.shift >= 64u);
    uint a0_8 = (twice ? w2_ : (whole ? w1_ : w0_));
    uint a1_8 = (twice ? 0u : (whole ? w2_ : w1_));
    uint a2_7 = (whole ? 0u : w2_);
    uint bits_1 = (by.shift & 31u);
    uint fraction = ((a0_8 >> bits_1) | ((a1_8 << 1u) << (31u - bits_1)));
    uint cell = ((a1_8 >> bits_1) | ((a2_7 << 1u) << (31u - bits_1)));
    uint sign_1 = (by.sign_ ^ (0u - (rate.x >> 31u)));
    uint signed_fraction = ((fraction ^ sign_1) - sign_1);
    uint signed_cell = ((cell ^ sign_1) + (sign_1 & ((fraction == 0u) ? 1u : 0u)));
    uint sum = (place.y + signed_fraction);
    return uint2(((place.x + signed_cell) + ((sum < signed_fraction) ? 1u : 0u)), sum);
}

uint2 orogen_share(orogen_Here here, uint axis)
{
    uint2 place_1 = (uint2)0;

    uint4 origin = orogen_words[(36u + (2u * axis))];
    uint4 rates = orogen_words[((36u + (2u * axis)) + 1u)];
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

uint orogen_word(uint at)
{
    return orogen_words[(at >> 2u)][(at & 3u)];
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
    bool s7_ = (a0_ == 4294967295u);
    uint s9_ = (s5_ + 2654435761u);
    uint s10_ = (s7_ ? _e17 : s9_);
    uint s11_ = (s5_ >> 15u);
    uint s12_ = (s5_ ^ s11_);
    uint s14_ = (s12_ * 2146121005u);
    uint s15_ = (s10_ >> 15u);
    uint s16_ = (s10_ ^ s15_);
    uint s18_ = (s16_ * 2146121005u);
    const uint _e38 = orogen_word((literals_1 + 3u));
    uint s21_ = (a1_ * 2654435761u);
    uint s22_ = (s21_ + _e38);
    bool s24_ = (a1_ == 4294967295u);
    uint s26_ = (s22_ + 2654435761u);
    uint s27_ = (s24_ ? _e38 : s26_);
    uint s28_ = (s22_ >> 15u);
    uint s29_ = (s22_ ^ s28_);
    uint s31_ = (s29_ * 3982152891u);
    uint s32_ = (s27_ >> 15u);
    uint s33_ = (s27_ ^ s32_);
    uint s35_ = (s33_ * 3982152891u);
    uint s36_ = (s14_ ^ s31_);
    uint s38_ = (s36_ * 2221713035u);
    uint s39_ = (s18_ ^ s31_);
    uint s41_ = (s39_ * 2221713035u);
    uint s42_ = (s14_ ^ s35_);
    uint s44_ = (s42_ * 2221713035u);
    uint s45_ = (s18_ ^ s35_);
    uint s47_ = (s45_ * 2221713035u);
    bool s50_ = ((s38_ & 536870912u) != 0u);
    float s51_ = (s50_ ? 0.579107 : 1.398088);
    const float _e76 = orogen_flip(s51_, s38_);
    float s53_ = (s50_ ? 1.398088 : 0.579107);
    uint s54_ = (s38_ << 1u);
    const float _e80 = orogen_flip(s53_, s54_);
    bool s58_ = ((s41_ & 536870912u) != 0u);
    float s59_ = (s58_ ? 0.579107 : 1.398088);
    const float _e88 = orogen_flip(s59_, s41_);
    float s61_ = (s58_ ? 1.398088 : 0.579107);
    uint s62_ = (s41_ << 1u);
    const float _e92 = orogen_flip(s61_, s62_);
    bool s66_ = ((s44_ & 536870912u) != 0u);
    float s67_ = (s66_ ? 0.579107 : 1.398088);
    const float _e100 = orogen_flip(s67_, s44_);
    float s69_ = (s66_ ? 1.398088 : 0.579107);
    uint s70_ = (s44_ << 1u);
    const float _e104 = orogen_flip(s69_, s70_);
    bool s74_ = ((s47_ & 536870912u) != 0u);
    float s75_ = (s74_ ? 0.579107 : 1.398088);
    const float _e112 = orogen_flip(s75_, s47_);
    float s77_ = (s74_ ? 1.398088 : 0.579107);
    uint s78_ = (s47_ << 1u);
    const float _e116 = orogen_flip(s77_, s78_);
    float s81_ = (1.0 - a2_);
    float s82_ = (a2_ * s81_);
    float s83_ = (a2_ * a2_);
    float s84_ = (s83_ * a2_);
    float s87_ = (s81_ * 6.0);
    float s88_ = (3.0 + s87_);
    float s89_ = (s81_ * s88_);
    float s90_ = (1.0 + s89_);
    float s91_ = (s84_ * s90_);
    float s93_ = (s82_ * s82_);
    float s94_ = (30.0 * s93_);
    float s95_ = (_e76 * a2_);
    float s97_ = (a2_ - 1.0);
    float s98_ = (_e88 * s97_);
    float s99_ = (s98_ - s95_);
    float s100_ = (_e88 - _e76);
    float s101_ = (_e92 - _e80);
    float s102_ = (s91_ * s99_);
    float s103_ = (s95_ + s102_);
    float s104_ = (s91_ * s100_);
    float s105_ = (_e76 + s104_);
    float s106_ = (s94_ * s99_);
    float s107_ = (s105_ + s106_);
    float s108_ = (s91_ * s101_);
    float s109_ = (_e80 + s108_);
    float s110_ = (s94_ * s101_);
    float s111_ = (_e100 * a2_);
    float s113_ = (a2_ - 1.0);
    float s114_ = (_e112 * s113_);
    float s115_ = (s114_ - s111_);
    float s116_ = (_e112 - _e100);
    float s117_ = (_e116 - _e104);
    float s118_ = (s91_ * s115_);
    float s119_ = (s111_ + s118_);
    float s120_ = (s91_ * s116_);
    float s121_ = (_e100 + s120_);
    float s122_ = (s94_ * s115_);
    float s123_ = (s121_ + s122_);
    float s124_ = (s91_ * s117_);
    float s125_ = (_e104 + s124_);
    float s126_ = (s94_ * s117_);
    float s127_ = (s119_ - s125_);
    float s128_ = (s127_ - s103_);
    float s129_ = (s123_ - s126_);
    float s130_ = (s129_ - s107_);
    float s131_ = (s125_ - s109_);
    float s132_ = (s126_ - s110_);
    float s134_ = (1.0 - a3_);
    float s135_ = (a3_ * s134_);
    float s136_ = (a3_ * a3_);
    float s137_ = (s136_ * a3_);
    float s140_ = (s134_ * 6.0);
    float s141_ = (3.0 + s140_);
    float s142_ = (s134_ * s141_);
    float s143_ = (1.0 + s142_);
    float s144_ = (s137_ * s143_);
    float s146_ = (s135_ * s135_);
    float s147_ = (30.0 * s146_);
    float s148_ = (s131_ * a3_);
    float s149_ = (s128_ + s148_);
    float s150_ = (s132_ * a3_);
    float s151_ = (s130_ + s150_);
    float s152_ = (s109_ * a3_);
    float s153_ = (s103_ + s152_);
    float s154_ = (s144_ * s149_);
    float s155_ = (s153_ + s154_);
    float s156_ = (s110_ * a3_);
    float s157_ = (s107_ + s156_);
    float s158_ = (s144_ * s151_);
    float s159_ = (s157_ + s158_);
    float s160_ = (s144_ * s131_);
    float s161_ = (s109_ + s160_);
    float s162_ = (s147_ * s149_);
    float s163_ = (s161_ + s162_);
    float s164_ = (s0_1 * s159_);
    float s165_ = (s1_ * s163_);
    const orogen_Part_1_ orogen_part_1_1 = Constructorogen_Part_1_(s155_, s164_, s165_);
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
    float s8_ = (0.0 + s5_1);
    const orogen_Part_2_ orogen_part_2_1 = Constructorogen_Part_2_(s6_, s7_1, s8_);
    return orogen_part_2_1;
}

orogen_Part_3_ Constructorogen_Part_3_(float arg0, float arg1, float arg2) {
    orogen_Part_3_ ret = (orogen_Part_3_)0;
    ret.p0_ = arg0;
    ret.p1_ = arg1;
    ret.p2_ = arg2;
    return ret;
}

orogen_Part_3_ orogen_part_3_(orogen_Here here_4, uint literals_3, uint axes_3, uint a0_2, uint a1_2, float a2_2, float a3_1)
{
    const uint _e9 = orogen_word((literals_3 + 0u));
    float s0_2 = asfloat(_e9);
    const uint _e13 = orogen_word((literals_3 + 1u));
    float s1_1 = asfloat(_e13);
    const uint _e17 = orogen_word((literals_3 + 2u));
    float s2_1 = asfloat(_e17);
    const uint _e21 = orogen_word((literals_3 + 3u));
    float s3_1 = asfloat(_e21);
    const uint _e25 = orogen_word((literals_3 + 4u));
    uint s6_1 = (a0_2 * 2654435761u);
    uint s7_2 = (s6_1 + _e25);
    bool s9_1 = (a0_2 == 4294967295u);
    uint s11_1 = (s7_2 + 2654435761u);
    uint s12_1 = (s9_1 ? _e25 : s11_1);
    uint s13_ = (s7_2 >> 15u);
    uint s14_1 = (s7_2 ^ s13_);
    uint s16_1 = (s14_1 * 2146121005u);
    uint s17_ = (s12_1 >> 15u);
    uint s18_1 = (s12_1 ^ s17_);
    uint s20_ = (s18_1 * 2146121005u);
    const uint _e46 = orogen_word((literals_3 + 5u));
    uint s23_ = (a1_2 * 2654435761u);
    uint s24_1 = (s23_ + _e46);
    bool s26_1 = (a1_2 == 4294967295u);
    uint s28_1 = (s24_1 + 2654435761u);
    uint s29_1 = (s26_1 ? _e46 : s28_1);
    uint s30_ = (s24_1 >> 15u);
    uint s31_1 = (s24_1 ^ s30_);
    uint s33_1 = (s31_1 * 3982152891u);
    uint s34_ = (s29_1 >> 15u);
    uint s35_1 = (s29_1 ^ s34_);
    uint s37_ = (s35_1 * 3982152891u);
    uint s38_1 = (s16_1 ^ s33_1);
    uint s40_ = (s38_1 * 2221713035u);
    uint s41_1 = (s20_ ^ s33_1);
    uint s43_ = (s41_1 * 2221713035u);
    uint s44_1 = (s16_1 ^ s37_);
    uint s46_ = (s44_1 * 2221713035u);
    uint s47_1 = (s20_ ^ s37_);
    uint s49_ = (s47_1 * 2221713035u);
    bool s52_ = ((s40_ & 536870912u) != 0u);
    float s53_1 = (s52_ ? 0.579107 : 1.398088);
    const float _e84 = orogen_flip(s53_1, s40_);
    float s55_ = (s52_ ? 1.398088 : 0.579107);
    uint s56_ = (s40_ << 1u);
    const float _e88 = orogen_flip(s55_, s56_);
    bool s60_ = ((s43_ & 536870912u) != 0u);
    float s61_1 = (s60_ ? 0.579107 : 1.398088);
    const float _e96 = orogen_flip(s61_1, s43_);
    float s63_ = (s60_ ? 1.398088 : 0.579107);
    uint s64_ = (s43_ << 1u);
    const float _e100 = orogen_flip(s63_, s64_);
    bool s68_ = ((s46_ & 536870912u) != 0u);
    float s69_1 = (s68_ ? 0.579107 : 1.398088);
    const float _e108 = orogen_flip(s69_1, s46_);
    float s71_ = (s68_ ? 1.398088 : 0.579107);
    uint s72_ = (s46_ << 1u);
    const float _e112 = orogen_flip(s71_, s72_);
    bool s76_ = ((s49_ & 536870912u) != 0u);
    float s77_1 = (s76_ ? 0.579107 : 1.398088);
    const float _e120 = orogen_flip(s77_1, s49_);
    float s79_ = (s76_ ? 1.398088 : 0.579107);
    uint s80_ = (s49_ << 1u);
    const float _e124 = orogen_flip(s79_, s80_);
    float s83_1 = (1.0 - a2_2);
    float s84_1 = (a2_2 * s83_1);
    float s85_ = (a2_2 * a2_2);
    float s86_ = (s85_ * a2_2);
    float s89_1 = (s83_1 * 6.0);
    float s90_1 = (3.0 + s89_1);
    float s91_1 = (s83_1 * s90_1);
    float s92_ = (1.0 + s91_1);
    float s93_1 = (s86_ * s92_);
    float s95_1 = (s84_1 * s84_1);
    float s96_ = (30.0 * s95_1);
    float s97_1 = (_e84 * a2_2);
    float s99_1 = (a2_2 - 1.0);
    float s100_1 = (_e96 * s99_1);
    float s101_1 = (s100_1 - s97_1);
    float s102_1 = (_e96 - _e84);
    float s103_1 = (_e100 - _e88);
    float s104_1 = (s93_1 * s101_1);
    float s105_1 = (s97_1 + s104_1);
    float s106_1 = (s93_1 * s102_1);
    float s107_1 = (_e84 + s106_1);
    float s108_1 = (s96_ * s101_1);
    float s109_1 = (s107_1 + s108_1);
    float s110_1 = (s93_1 * s103_1);
    float s111_1 = (_e88 + s110_1);
    float s112_ = (s96_ * s103_1);
    float s113_1 = (_e108 * a2_2);
    float s115_1 = (a2_2 - 1.0);
    float s116_1 = (_e120 * s115_1);
    float s117_1 = (s116_1 - s113_1);
    float s118_1 = (_e120 - _e108);
    float s119_1 = (_e124 - _e112);
    float s120_1 = (s93_1 * s117_1);
    float s121_1 = (s113_1 + s120_1);
    float s122_1 = (s93_1 * s118_1);
    float s123_1 = (_e108 + s122_1);
    float s124_1 = (s96_ * s117_1);
    float s125_1 = (s123_1 + s124_1);
    float s126_1 = (s93_1 * s119_1);
    float s127_1 = (_e112 + s126_1);
    float s128_1 = (s96_ * s119_1);
    float s129_1 = (s121_1 - s127_1);
    float s130_1 = (s129_1 - s105_1);
    float s131_1 = (s125_1 - s128_1);
    float s132_1 = (s131_1 - s109_1);
    float s133_ = (s127_1 - s111_1);
    float s134_1 = (s128_1 - s112_);
    float s136_1 = (1.0 - a3_1);
    float s137_1 = (a3_1 * s136_1);
    float s138_ = (a3_1 * a3_1);
    float s139_ = (s138_ * a3_1);
    float s142_1 = (s136_1 * 6.0);
    float s143_1 = (3.0 + s142_1);
    float s144_1 = (s136_1 * s143_1);
    float s145_ = (1.0 + s144_1);
    float s146_1 = (s139_ * s145_);
    float s148_1 = (s137_1 * s137_1);
    float s149_1 = (30.0 * s148_1);
    float s150_1 = (s133_ * a3_1);
    float s151_1 = (s130_1 + s150_1);
    float s152_1 = (s134_1 * a3_1);
    float s153_1 = (s132_1 + s152_1);
    float s154_1 = (s111_1 * a3_1);
    float s155_1 = (s105_1 + s154_1);
    float s156_1 = (s146_1 * s151_1);
    float s157_1 = (s155_1 + s156_1);
    float s158_1 = (s112_ * a3_1);
    float s159_1 = (s109_1 + s158_1);
    float s160_1 = (s146_1 * s153_1);
    float s161_1 = (s159_1 + s160_1);
    float s162_1 = (s146_1 * s133_);
    float s163_1 = (s111_1 + s162_1);
    float s164_1 = (s149_1 * s151_1);
    float s165_1 = (s163_1 + s164_1);
    float s166_ = (s0_2 * s161_1);
    float s167_ = (s2_1 * s165_1);
    float s168_ = (s166_ + s167_);
    float s169_ = (s1_1 * s161_1);
    float s170_ = (s3_1 * s165_1);
    float s171_ = (s169_ + s170_);
    const orogen_Part_3_ orogen_part_3_1 = Constructorogen_Part_3_(s157_1, s168_, s171_);
    return orogen_part_3_1;
}

orogen_Part_4_ Constructorogen_Part_4_(float arg0, float arg1, float arg2) {
    orogen_Part_4_ ret = (orogen_Part_4_)0;
    ret.p0_ = arg0;
    ret.p1_ = arg1;
    ret.p2_ = arg2;
    return ret;
}

orogen_Part_4_ orogen_part_4_(orogen_Here here_5, uint literals_4, uint axes_4, float a0_3, float a1_3, float a2_3, float a3_2, float a4_, float a5_)
{
    const uint _e11 = orogen_word((literals_4 + 0u));
    float s0_3 = asfloat(_e11);
    float s1_2 = (s0_3 * a0_3);
    float s2_2 = (s0_3 * a1_3);
    float s3_2 = (s0_3 * a2_3);
    float s4_2 = (a3_2 + s1_2);
    float s5_2 = (a4_ + s2_2);
    float s6_2 = (a5_ + s3_2);
    const orogen_Part_4_ orogen_part_4_1 = Constructorogen_Part_4_(s4_2, s5_2, s6_2);
    return orogen_part_4_1;
}

orogen_Part_5_ Constructorogen_Part_5_(float arg0, float arg1, float arg2) {
    orogen_Part_5_ ret = (orogen_Part_5_)0;
    ret.p0_ = arg0;
    ret.p1_ = arg1;
    ret.p2_ = arg2;
    return ret;
}

orogen_Part_5_ orogen_part_5_(orogen_Here here_6, uint literals_5, uint axes_5, float a0_4, float a1_4, float a2_4)
{
    const uint _e8 = orogen_word((literals_5 + 0u));
    float s0_4 = asfloat(_e8);
    const uint _e12 = orogen_word((literals_5 + 1u));
    float s1_3 = asfloat(_e12);
    float s3_3 = (s1_3 * 0.0);
    float s4_3 = (a0_4 + s3_3);
    float s5_3 = (s0_4 * s4_3);
    float s6_3 = (s0_4 * a1_4);
    float s7_3 = (s0_4 * a2_4);
    const orogen_Part_5_ orogen_part_5_1 = Constructorogen_Part_5_(s5_3, s6_3, s7_3);
    return orogen_part_5_1;
}

orogen_Part_6_ Constructorogen_Part_6_(float arg0, uint arg1, float arg2, uint arg3) {
    orogen_Part_6_ ret = (orogen_Part_6_)0;
    ret.p0_ = arg0;
    ret.p1_ = arg1;
    ret.p2_ = arg2;
    ret.p3_ = arg3;
    return ret;
}

orogen_Part_6_ orogen_part_6_(orogen_Here here_7, uint literals_6, uint axes_6, float a0_5, float a1_5)
{
    const uint _e7 = orogen_word((literals_6 + 0u));
    float s0_5 = asfloat(_e7);
    const uint _e11 = orogen_word((literals_6 + 1u));
    float s1_4 = asfloat(_e11);
    const uint _e15 = orogen_word((literals_6 + 2u));
    float s2_3 = asfloat(_e15);
    const uint _e19 = orogen_word((literals_6 + 3u));
    float s3_4 = asfloat(_e19);
    float s4_4 = (s0_5 * a0_5);
    float s5_4 = (s1_4 * a1_5);
    float s6_4 = (s4_4 + s5_4);
    float s7_4 = (s2_3 * a0_5);
    float s8_1 = (s3_4 * a1_5);
    float s9_2 = (s7_4 + s8_1);
    const uint2 _e29 = orogen_share(here_7, (axes_6 + 0u));
    uint s10_1 = _e29.x;
    const float _e31 = orogen_place(_e29);
    const uint2 _e34 = orogen_share(here_7, (axes_6 + 1u));
    uint s12_2 = _e34.x;
    const float _e36 = orogen_place(_e34);
    bool s17_1 = (s6_4 < 1073741800.0);
    float s18_2 = (s17_1 ? s6_4 : 1073741800.0);
    float s19_ = -(1073741800.0);
    bool s20_1 = (s19_ < s18_2);
    float s21_1 = (s20_1 ? s18_2 : s19_);
    float s22_1 = floor(s21_1);
    uint s23_1 = asuint(orogen_f2i32(s22_1));
    float s24_2 = (s21_1 - s22_1);
    float s25_ = (_e31 + s24_2);
    bool s26_2 = (1.0 <= s25_);
    float s27_1 = (s26_2 ? 1.0 : 0.0);
    float s28_2 = (s25_ - s27_1);
    uint s29_2 = (s10_1 + s23_1);
    uint s32_1 = (s26_2 ? 1u : 0u);
    uint s33_2 = (s29_2 + s32_1);
    bool s34_1 = (s9_2 < 1073741800.0);
    float s35_2 = (s34_1 ? s9_2 : 1073741800.0);
    float s36_1 = -(1073741800.0);
    bool s37_1 = (s36_1 < s35_2);
    float s38_2 = (s37_1 ? s35_2 : s36_1);
    float s39_1 = floor(s38_2);
    uint s40_1 = asuint(orogen_f2i32(s39_1));
    float s41_2 = (s38_2 - s39_1);
    float s42_1 = (_e36 + s41_2);
    bool s43_1 = (1.0 <= s42_1);
    float s44_2 = (s43_1 ? 1.0 : 0.0);
    float s45_1 = (s42_1 - s44_2);
    uint s46_1 = (s12_2 + s40_1);
    uint s49_1 = (s43_1 ? 1u : 0u);
    uint s50_1 = (s46_1 + s49_1);
    const orogen_Part_6_ orogen_part_6_1 = Constructorogen_Part_6_(s28_2, s33_2, s45_1, s50_1);
    return orogen_part_6_1;
}

orogen_Part_7_ Constructorogen_Part_7_(float arg0, float arg1, float arg2) {
    orogen_Part_7_ ret = (orogen_Part_7_)0;
    ret.p0_ = arg0;
    ret.p1_ = arg1;
    ret.p2_ = arg2;
    return ret;
}

orogen_Part_7_ orogen_part_7_(orogen_Here here_8, uint literals_7, uint axes_7, float a0_6, float a1_6, float a2_5, float a3_3, float a4_1, float a5_1, float a6_)
{
    float s2_4 = (1.0 + a0_6);
    float s4_5 = (1.0 + a1_6);
    float s5_5 = (a2_5 * s2_4);
    float s6_5 = (a3_3 * a4_1);
    float s7_5 = (s5_5 + s6_5);
    float s8_2 = (a2_5 * a5_1);
    float s9_3 = (a3_3 * s4_5);
    float s10_2 = (s8_2 + s9_3);
    float s13_1 = (1.0 * a6_);
    float s14_2 = (1.0 * s7_5);
    float s15_1 = (1.0 * s10_2);
    float s16_2 = (0.0 + s13_1);
    float s17_2 = (0.0 + s14_2);
    float s18_3 = (0.0 + s15_1);
    const orogen_Part_7_ orogen_part_7_1 = Constructorogen_Part_7_(s16_2, s17_2, s18_3);
    return orogen_part_7_1;
}

orogen_Part_8_ Constructorogen_Part_8_(float arg0, float arg1, float arg2) {
    orogen_Part_8_ ret = (orogen_Part_8_)0;
    ret.p0_ = arg0;
    ret.p1_ = arg1;
    ret.p2_ = arg2;
    return ret;
}

orogen_Part_8_ orogen_part_8_(orogen_Here here_9, uint literals_8, uint axes_8, float a0_7, float a1_7, float a2_6, float a3_4, float a4_2, float a5_2, float a6_1, float a7_, float a8_, float a9_)
{
    const uint _e15 = orogen_word((literals_8 + 0u));
    float s0_6 = asfloat(_e15);
    float s2_5 = (1.0 + a0_7);
    float s4_6 = (1.0 + a1_7);
    float s5_6 = (a2_6 * s2_5);
    float s6_6 = (a3_4 * a4_2);
    float s7_6 = (s5_6 + s6_6);
    float s8_3 = (a2_6 * a5_2);
    float s9_4 = (a3_4 * s4_6);
    float s10_3 = (s8_3 + s9_4);
    float s11_2 = (s0_6 * a6_1);
    float s12_3 = (s0_6 * s7_6);
    float s13_2 = (s0_6 * s10_3);
    float s14_3 = (a7_ + s11_2);
    float s15_2 = (a8_ + s12_3);
    float s16_3 = (a9_ + s13_2);
    const orogen_Part_8_ orogen_part_8_1 = Constructorogen_Part_8_(s14_3, s15_2, s16_3);
    return orogen_part_8_1;
}

orogen_Here Constructorogen_Here(orogen_Coordinate arg0, orogen_Coordinate arg1) {
    orogen_Here ret = (orogen_Here)0;
    ret.x = arg0;
    ret.y = arg1;
    return ret;
}

float3 orogen_height_gradient(float2 p)
{
    float c3_0_ = (float)0;
    float c3_1_ = (float)0;
    float c3_2_ = (float)0;
    uint k3_ = 0u;
    float c8_0_ = (float)0;
    float c8_1_ = (float)0;
    float c8_2_ = (float)0;
    uint k8_ = 0u;
    float c20_0_ = (float)0;
    float c20_1_ = (float)0;
    float c20_2_ = (float)0;
    uint k20_ = 0u;

    const orogen_Coordinate _e2 = orogen_coordinate(p.x);
    const orogen_Coordinate _e4 = orogen_coordinate(p.y);
    orogen_Here here_10 = Constructorogen_Here(_e2, _e4);
    const orogen_Part_0_ _e8 = orogen_part_0_(here_10, 0u, 0u);
    const orogen_Part_1_ _e15 = orogen_part_1_(here_10, 0u, 0u, _e8.p0_, _e8.p2_, _e8.p1_, _e8.p3_);
    const orogen_Part_2_ _e21 = orogen_part_2_(here_10, 4u, 0u, _e15.p0_, _e15.p1_, _e15.p2_);
    c3_0_ = _e21.p0_;
    c3_1_ = _e21.p1_;
    c3_2_ = _e21.p2_;
    bool loop_init = true;
    while(true) {
        if (!loop_init) {
            uint _e67 = k3_;
            k3_ = (_e67 + 1u);
        }
        loop_init = false;
        uint _e30 = k3_;
        if ((_e30 < 4u)) {
        } else {
            break;
        }
        {
            uint _e36 = k3_;
            const orogen_Part_0_ _e39 = orogen_part_0_(here_10, 0u, (2u + (2u * _e36)));
            uint _e42 = k3_;
            const orogen_Part_3_ _e50 = orogen_part_3_(here_10, (4u + (7u * _e42)), 0u, _e39.p0_, _e39.p2_, _e39.p1_, _e39.p3_);
            uint _e53 = k3_;
            float _e60 = c3_0_;
            float _e61 = c3_1_;
            float _e62 = c3_2_;
            const orogen_Part_4_ _e63 = orogen_part_4_(here_10, (10u + (7u * _e53)), 0u, _e50.p0_, _e50.p1_, _e50.p2_, _e60, _e61, _e62);
            c3_0_ = _e63.p0_;
            c3_1_ = _e63.p1_;
            c3_2_ = _e63.p2_;
        }
    }
    float _e72 = c3_0_;
    float _e73 = c3_1_;
    float _e74 = c3_2_;
    const orogen_Part_5_ _e75 = orogen_part_5_(here_10, 32u, 0u, _e72, _e73, _e74);
    const orogen_Part_0_ _e78 = orogen_part_0_(here_10, 0u, 10u);
    const orogen_Part_1_ _e85 = orogen_part_1_(here_10, 34u, 0u, _e78.p0_, _e78.p2_, _e78.p1_, _e78.p3_);
    const orogen_Part_2_ _e91 = orogen_part_2_(here_10, 38u, 0u, _e85.p0_, _e85.p1_, _e85.p2_);
    c8_0_ = _e91.p0_;
    c8_1_ = _e91.p1_;
    c8_2_ = _e91.p2_;
    bool loop_init_1 = true;
    while(true) {
        if (!loop_init_1) {
            uint _e137 = k8_;
            k8_ = (_e137 + 1u);
        }
        loop_init_1 = false;
        uint _e100 = k8_;
        if ((_e100 < 4u)) {
        } else {
            break;
        }
        {
            uint _e106 = k8_;
            const orogen_Part_0_ _e109 = orogen_part_0_(here_10, 0u, (12u + (2u * _e106)));
            uint _e112 = k8_;
            const orogen_Part_3_ _e120 = orogen_part_3_(here_10, (38u + (7u * _e112)), 0u, _e109.p0_, _e109.p2_, _e109.p1_, _e109.p3_);
            uint _e123 = k8_;
            float _e130 = c8_0_;
            float _e131 = c8_1_;
            float _e132 = c8_2_;
            const orogen_Part_4_ _e133 = orogen_part_4_(here_10, (44u + (7u * _e123)), 0u, _e120.p0_, _e120.p1_, _e120.p2_, _e130, _e131, _e132);
            c8_0_ = _e133.p0_;
            c8_1_ = _e133.p1_;
            c8_2_ = _e133.p2_;
        }
    }
    float _e142 = c8_0_;
    float _e143 = c8_1_;
    float _e144 = c8_2_;
    const orogen_Part_5_ _e145 = orogen_part_5_(here_10, 66u, 0u, _e142, _e143, _e144);
    float s11_3 = (500.0 * _e75.p0_);
    float s12_4 = (500.0 * _e75.p1_);
    float s13_3 = (500.0 * _e75.p2_);
    float s14_4 = (500.0 * _e145.p0_);
    float s15_3 = (500.0 * _e145.p1_);
    float s16_4 = (500.0 * _e145.p2_);
    const orogen_Part_6_ _e161 = orogen_part_6_(here_10, 68u, 20u, s11_3, s14_4);
    const orogen_Part_1_ _e168 = orogen_part_1_(here_10, 72u, 0u, _e161.p1_, _e161.p3_, _e161.p0_, _e161.p2_);
    const orogen_Part_7_ _e174 = orogen_part_7_(here_10, 76u, 0u, s12_4, s16_4, _e168.p1_, _e168.p2_, s15_3, s13_3, _e168.p0_);
    c20_0_ = _e174.p0_;
    c20_1_ = _e174.p1_;
    c20_2_ = _e174.p2_;
    bool loop_init_2 = true;
    while(true) {
        if (!loop_init_2) {
            uint _e224 = k20_;
            k20_ = (_e224 + 1u);
        }
        loop_init_2 = false;
        uint _e183 = k20_;
        if ((_e183 < 6u)) {
        } else {
            break;
        }
        {
            uint _e188 = k20_;
            uint _e193 = k20_;
            const orogen_Part_6_ _e196 = orogen_part_6_(here_10, (76u + (11u * _e188)), (22u + (2u * _e193)), s11_3, s14_4);
            uint _e199 = k20_;
            const orogen_Part_3_ _e207 = orogen_part_3_(here_10, (80u + (11u * _e199)), 0u, _e196.p1_, _e196.p3_, _e196.p0_, _e196.p2_);
            uint _e210 = k20_;
            float _e217 = c20_0_;
            float _e218 = c20_1_;
            float _e219 = c20_2_;
            const orogen_Part_8_ _e220 = orogen_part_8_(here_10, (86u + (11u * _e210)), 0u, s12_4, s16_4, _e207.p1_, _e207.p2_, s15_3, s13_3, _e207.p0_, _e217, _e218, _e219);
            c20_0_ = _e220.p0_;
            c20_1_ = _e220.p1_;
            c20_2_ = _e220.p2_;
        }
    }
    float _e229 = c20_0_;
    float _e230 = c20_1_;
    float _e231 = c20_2_;
    const orogen_Part_5_ _e232 = orogen_part_5_(here_10, 142u, 0u, _e229, _e230, _e231);
    float s25_1 = (_e232.p0_ - -1.0);
    float s26_3 = (s25_1 / 2.0);
    bool s28_3 = (0.0 < s26_3);
    float s29_3 = (s28_3 ? s26_3 : 0.0);
    bool s31_2 = (s29_3 < 1e-6);
    bool s33_3 = (1e-6 < s29_3);
    float s34_2 = (s33_3 ? s29_3 : 1e-6);
    bool s37_2 = (1.1754944e-38 < s34_2);
    float s38_3 = (s37_2 ? s34_2 : 1.1754944e-38);
    const float _e252 = orogen_mantissa(s38_3);
    const float _e253 = orogen_exponent(s38_3);
    bool s43_2 = (1.4142135 <= _e252);
    float s45_2 = (_e252 * 0.5);
    float s46_2 = (s43_2 ? s45_2 : _e252);
    float s47_2 = (_e253 + 1.0);
    float s48_ = (s43_2 ? s47_2 : _e253);
    float s49_2 = (s46_2 - 1.0);
    float s50_2 = (s46_2 + 1.0);
    float s51_1 = (s49_2 / s50_2);
    float s52_1 = (s51_1 * s51_1);
    float s54_1 = (0.0 * s52_1);
    float s56_1 = (s54_1 + 0.06666667);
    float s57_ = (s56_1 * s52_1);
    float s59_1 = (s57_ + 0.07692308);
    float s60_1 = (s59_1 * s52_1);
    float s62_1 = (s60_1 + 0.09090909);
    float s63_1 = (s62_1 * s52_1);
    float s65_ = (s63_1 + 0.11111111);
    float s66_1 = (s65_ * s52_1);
    float s68_1 = (s66_1 + 0.14285715);
    float s69_2 = (s68_1 * s52_1);
    float s71_1 = (s69_2 + 0.2);
    float s72_1 = (s71_1 * s52_1);
    float s74_1 = (s72_1 + 0.33333334);
    float s75_1 = (s74_1 * s52_1);
    float s77_2 = (s75_1 + 1.0);
    float s79_1 = (s51_1 * s77_2);
    float s80_1 = (2.88539 * s79_1);
    float s81_1 = (s48_ + s80_1);
    float s82_1 = (1.5 * s81_1);
    bool s84_2 = (s82_1 < 126.0);
    float s85_1 = (s84_2 ? s82_1 : 126.0);
    float s86_1 = -(126.0);
    bool s87_1 = (s86_1 < s85_1);
    float s88_1 = (s87_1 ? s85_1 : s86_1);
    float s90_2 = (s88_1 + 0.5);
    float s91_2 = floor(s90_2);
    float s92_1 = (s88_1 - s91_2);
    float s94_1 = (s92_1 * 0.6931472);
    float s97_2 = (1.0 * s94_1);
    float s99_2 = (s97_2 * 0.125);
    float s100_2 = (1.0 + s99_2);
    float s102_2 = (s100_2 * s94_1);
    float s104_2 = (s102_2 * 0.14285715);
    float s105_2 = (1.0 + s104_2);
    float s107_2 = (s105_2 * s94_1);
    float s109_2 = (s107_2 * 0.16666667);
    float s110_2 = (1.0 + s109_2);
    float s112_1 = (s110_2 * s94_1);
    float s114_1 = (s112_1 * 0.2);
    float s115_2 = (1.0 + s114_1);
    float s117_2 = (s115_2 * s94_1);
    float s119_2 = (s117_2 * 0.25);
    float s120_2 = (1.0 + s119_2);
    float s122_2 = (s120_2 * s94_1);
    float s124_2 = (s122_2 * 0.33333334);
    float s125_2 = (1.0 + s124_2);
    float s127_2 = (s125_2 * s94_1);
    float s129_2 = (s127_2 * 0.5);
    float s130_2 = (1.0 + s129_2);
    float s132_2 = (s130_2 * s94_1);
    float s134_2 = (s132_2 * 1.0);
    float s135_1 = (1.0 + s134_2);
    const float _e348 = orogen_power_of_two(s91_2);
    float s137_2 = (s135_1 * _e348);
    bool s138_1 = (s34_2 < 1.1754944e-38);
    float s140_1 = (s138_1 ? 0.0 : s137_2);
    float s141_1 = (s140_1 / s34_2);
    float s142_2 = (s29_3 * s141_1);
    float s143_2 = (s31_2 ? s142_2 : s140_1);
    float s144_2 = (1.5 * s141_1);
    float s145_1 = (s31_2 ? s141_1 : s144_2);
    float s147_1 = (2.0 * s143_2);
    float s148_2 = (-1.0 + s147_1);
    float s150_2 = (s145_1 * _e232.p1_);
    float s151_2 = (0.0 + s150_2);
    float s153_2 = (s145_1 * _e232.p2_);
    float s154_2 = (0.0 + s153_2);
    float s157_2 = (420.0 * s148_2);
    float s158_2 = (s157_2 + 560.0);
    float s159_2 = (420.0 * s151_2);
    float s160_2 = (420.0 * s154_2);
    return float3(s158_2, s159_2, s160_2);
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
