#ifndef OROGEN_LIBRARY
#define OROGEN_LIBRARY
// The terrain "Downs", written by `orogen shader`, Orogen 0.1.0.
// Recipe e8fc1e454c7341a1045eb6847ec3e32751a316b4b349ee015e65966a55c58c91, seed 5.
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
    float p1_;
    float p2_;
};

struct orogen_Part_8_ {
    float p0_;
    uint p1_;
    float p2_;
    uint p3_;
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

struct orogen_Part_12_ {
    float p0_;
    float p1_;
    float p2_;
};

typedef uint4 orogen_ret_Constructarray1_uint4_[1];
orogen_ret_Constructarray1_uint4_ orogen_Constructarray1_uint4_(uint4 arg0) {
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
    uint a0_12 = (twice ? w2_ : (whole ? w1_ : w0_));
    uint a1_12 = (twice ? 0u : (whole ? w2_ : w1_));
    uint a2_10 = (whole ? 0u : w2_);
    uint bits_1 = (by.shift & 31u);
    uint fraction = ((a0_12 >> bits_1) | ((a1_12 << 1u) << (31u - bits_1)));
    uint cell = ((a1_12 >> bits_1) | ((a2_10 << 1u) << (31u - bits_1)));
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

orogen_Part_4_ orogen_part_4_(orogen_Here here_5, uint literals_4, uint axes_4, uint a0_3, uint a1_3, float a2_2, float a3_1)
{
    const uint _e9 = orogen_word((literals_4 + 0u));
    float s0_2 = asfloat(_e9);
    const uint _e13 = orogen_word((literals_4 + 1u));
    float s1_1 = asfloat(_e13);
    const uint _e17 = orogen_word((literals_4 + 2u));
    float s2_1 = asfloat(_e17);
    const uint _e21 = orogen_word((literals_4 + 3u));
    float s3_1 = asfloat(_e21);
    const uint _e25 = orogen_word((literals_4 + 4u));
    uint s6_1 = (a0_3 * 2654435761u);
    uint s7_2 = (s6_1 + _e25);
    bool s9_1 = (a0_3 == 4294967295u);
    uint s11_1 = (s7_2 + 2654435761u);
    uint s12_1 = (s9_1 ? _e25 : s11_1);
    uint s13_ = (s7_2 >> 15u);
    uint s14_1 = (s7_2 ^ s13_);
    uint s16_1 = (s14_1 * 2146121005u);
    uint s17_ = (s12_1 >> 15u);
    uint s18_1 = (s12_1 ^ s17_);
    uint s20_ = (s18_1 * 2146121005u);
    const uint _e46 = orogen_word((literals_4 + 5u));
    uint s23_ = (a1_3 * 2654435761u);
    uint s24_1 = (s23_ + _e46);
    bool s26_1 = (a1_3 == 4294967295u);
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
    const orogen_Part_4_ orogen_part_4_1 = Constructorogen_Part_4_(s157_1, s168_, s171_);
    return orogen_part_4_1;
}

orogen_Part_5_ Constructorogen_Part_5_(float arg0, float arg1, float arg2) {
    orogen_Part_5_ ret = (orogen_Part_5_)0;
    ret.p0_ = arg0;
    ret.p1_ = arg1;
    ret.p2_ = arg2;
    return ret;
}

orogen_Part_5_ orogen_part_5_(orogen_Here here_6, uint literals_5, uint axes_5, float a0_4, float a1_4, float a2_3, float a3_2, float a4_, float a5_)
{
    const uint _e11 = orogen_word((literals_5 + 0u));
    float s0_3 = asfloat(_e11);
    float s1_2 = (s0_3 * a0_4);
    float s2_2 = (s0_3 * a1_4);
    float s3_2 = (s0_3 * a2_3);
    float s4_2 = (a3_2 + s1_2);
    float s5_2 = (a4_ + s2_2);
    float s6_2 = (a5_ + s3_2);
    const orogen_Part_5_ orogen_part_5_1 = Constructorogen_Part_5_(s4_2, s5_2, s6_2);
    return orogen_part_5_1;
}

orogen_Part_6_ Constructorogen_Part_6_(float arg0, float arg1, float arg2) {
    orogen_Part_6_ ret = (orogen_Part_6_)0;
    ret.p0_ = arg0;
    ret.p1_ = arg1;
    ret.p2_ = arg2;
    return ret;
}

orogen_Part_6_ orogen_part_6_(orogen_Here here_7, uint literals_6, uint axes_6, float a0_5, float a1_5, float a2_4, bool a3_3)
{
    if (!(a3_3)) {
        const orogen_Part_6_ orogen_part_6_1 = Constructorogen_Part_6_(a0_5, a1_5, a2_4);
        return orogen_part_6_1;
    }
    const orogen_Part_0_ _e12 = orogen_part_0_(here_7, 0u, (axes_6 + 0u));
    const orogen_Part_4_ _e20 = orogen_part_4_(here_7, (literals_6 + 0u), 0u, _e12.p0_, _e12.p2_, _e12.p1_, _e12.p3_);
    const orogen_Part_5_ _e27 = orogen_part_5_(here_7, (literals_6 + 6u), 0u, _e20.p0_, _e20.p1_, _e20.p2_, a0_5, a1_5, a2_4);
    const orogen_Part_6_ orogen_part_6_2 = Constructorogen_Part_6_(_e27.p0_, _e27.p1_, _e27.p2_);
    return orogen_part_6_2;
}

orogen_Part_7_ Constructorogen_Part_7_(float arg0, float arg1, float arg2) {
    orogen_Part_7_ ret = (orogen_Part_7_)0;
    ret.p0_ = arg0;
    ret.p1_ = arg1;
    ret.p2_ = arg2;
    return ret;
}

orogen_Part_7_ orogen_part_7_(orogen_Here here_8, uint literals_7, uint axes_7, float a0_6, float a1_6, float a2_5)
{
    const uint _e8 = orogen_word((literals_7 + 0u));
    float s0_4 = asfloat(_e8);
    const uint _e12 = orogen_word((literals_7 + 1u));
    float s1_3 = asfloat(_e12);
    float s3_3 = (s1_3 * 0.0);
    float s4_3 = (a0_6 + s3_3);
    float s5_3 = (s0_4 * s4_3);
    float s6_3 = (s0_4 * a1_6);
    float s7_3 = (s0_4 * a2_5);
    const orogen_Part_7_ orogen_part_7_1 = Constructorogen_Part_7_(s5_3, s6_3, s7_3);
    return orogen_part_7_1;
}

orogen_Part_8_ Constructorogen_Part_8_(float arg0, uint arg1, float arg2, uint arg3) {
    orogen_Part_8_ ret = (orogen_Part_8_)0;
    ret.p0_ = arg0;
    ret.p1_ = arg1;
    ret.p2_ = arg2;
    ret.p3_ = arg3;
    return ret;
}

orogen_Part_8_ orogen_part_8_(orogen_Here here_9, uint literals_8, uint axes_8, float a0_7, float a1_7)
{
    const uint _e7 = orogen_word((literals_8 + 0u));
    float s0_5 = asfloat(_e7);
    const uint _e11 = orogen_word((literals_8 + 1u));
    float s1_4 = asfloat(_e11);
    const uint _e15 = orogen_word((literals_8 + 2u));
    float s2_3 = asfloat(_e15);
    const uint _e19 = orogen_word((literals_8 + 3u));
    float s3_4 = asfloat(_e19);
    float s4_4 = (s0_5 * a0_7);
    float s5_4 = (s1_4 * a1_7);
    float s6_4 = (s4_4 + s5_4);
    float s7_4 = (s2_3 * a0_7);
    float s8_1 = (s3_4 * a1_7);
    float s9_2 = (s7_4 + s8_1);
    const uint2 _e29 = orogen_share(here_9, (axes_8 + 0u));
    uint s10_1 = _e29.x;
    const float _e31 = orogen_place(_e29);
    const uint2 _e34 = orogen_share(here_9, (axes_8 + 1u));
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
    const orogen_Part_8_ orogen_part_8_1 = Constructorogen_Part_8_(s28_2, s33_2, s45_1, s50_1);
    return orogen_part_8_1;
}

orogen_Part_9_ Constructorogen_Part_9_(float arg0, float arg1, float arg2) {
    orogen_Part_9_ ret = (orogen_Part_9_)0;
    ret.p0_ = arg0;
    ret.p1_ = arg1;
    ret.p2_ = arg2;
    return ret;
}

orogen_Part_9_ orogen_part_9_(orogen_Here here_10, uint literals_9, uint axes_9, float a0_8, float a1_8, float a2_6, float a3_4, float a4_1, float a5_1, float a6_)
{
    float s2_4 = (1.0 + a0_8);
    float s4_5 = (1.0 + a1_8);
    float s5_5 = (a2_6 * s2_4);
    float s6_5 = (a3_4 * a4_1);
    float s7_5 = (s5_5 + s6_5);
    float s8_2 = (a2_6 * a5_1);
    float s9_3 = (a3_4 * s4_5);
    float s10_2 = (s8_2 + s9_3);
    float s13_1 = (1.0 * a6_);
    float s14_2 = (1.0 * s7_5);
    float s15_1 = (1.0 * s10_2);
    float s16_2 = (0.0 + s13_1);
    float s17_2 = (0.0 + s14_2);
    float s18_3 = (0.0 + s15_1);
    const orogen_Part_9_ orogen_part_9_1 = Constructorogen_Part_9_(s16_2, s17_2, s18_3);
    return orogen_part_9_1;
}

orogen_Part_10_ Constructorogen_Part_10_(float arg0, float arg1, float arg2) {
    orogen_Part_10_ ret = (orogen_Part_10_)0;
    ret.p0_ = arg0;
    ret.p1_ = arg1;
    ret.p2_ = arg2;
    return ret;
}

orogen_Part_10_ orogen_part_10_(orogen_Here here_11, uint literals_10, uint axes_10, float a0_9, float a1_9, float a2_7, float a3_5, float a4_2, float a5_2, bool a6_1, float a7_)
{
    if (!(a6_1)) {
        const orogen_Part_10_ orogen_part_10_1 = Constructorogen_Part_10_(a7_, a7_, a7_);
        return orogen_part_10_1;
    }
    const orogen_Part_8_ _e17 = orogen_part_8_(here_11, (literals_10 + 0u), (axes_10 + 0u), a0_9, a1_9);
    const orogen_Part_1_ _e25 = orogen_part_1_(here_11, (literals_10 + 4u), 0u, _e17.p1_, _e17.p3_, _e17.p0_, _e17.p2_);
    const orogen_Part_9_ _e32 = orogen_part_9_(here_11, (literals_10 + 8u), 0u, a2_7, a3_5, _e25.p1_, _e25.p2_, a4_2, a5_2, _e25.p0_);
    const orogen_Part_10_ orogen_part_10_2 = Constructorogen_Part_10_(_e32.p0_, _e32.p1_, _e32.p2_);
    return orogen_part_10_2;
}

orogen_Part_11_ Constructorogen_Part_11_(float arg0, float arg1, float arg2) {
    orogen_Part_11_ ret = (orogen_Part_11_)0;
    ret.p0_ = arg0;
    ret.p1_ = arg1;
    ret.p2_ = arg2;
    return ret;
}

orogen_Part_11_ orogen_part_11_(orogen_Here here_12, uint literals_11, uint axes_11, float a0_10, float a1_10, float a2_8, float a3_6, float a4_3, float a5_3, float a6_2, float a7_1, float a8_, float a9_)
{
    const uint _e15 = orogen_word((literals_11 + 0u));
    float s0_6 = asfloat(_e15);
    float s2_5 = (1.0 + a0_10);
    float s4_6 = (1.0 + a1_10);
    float s5_6 = (a2_8 * s2_5);
    float s6_6 = (a3_6 * a4_3);
    float s7_6 = (s5_6 + s6_6);
    float s8_3 = (a2_8 * a5_3);
    float s9_4 = (a3_6 * s4_6);
    float s10_3 = (s8_3 + s9_4);
    float s11_2 = (s0_6 * a6_2);
    float s12_3 = (s0_6 * s7_6);
    float s13_2 = (s0_6 * s10_3);
    float s14_3 = (a7_1 + s11_2);
    float s15_2 = (a8_ + s12_3);
    float s16_3 = (a9_ + s13_2);
    const orogen_Part_11_ orogen_part_11_1 = Constructorogen_Part_11_(s14_3, s15_2, s16_3);
    return orogen_part_11_1;
}

orogen_Part_12_ Constructorogen_Part_12_(float arg0, float arg1, float arg2) {
    orogen_Part_12_ ret = (orogen_Part_12_)0;
    ret.p0_ = arg0;
    ret.p1_ = arg1;
    ret.p2_ = arg2;
    return ret;
}

orogen_Part_12_ orogen_part_12_(orogen_Here here_13, uint literals_12, uint axes_12, float a0_11, float a1_11, float a2_9, float a3_7, float a4_4, float a5_4, float a6_3, float a7_2, float a8_1, bool a9_1)
{
    if (!(a9_1)) {
        const orogen_Part_12_ orogen_part_12_1 = Constructorogen_Part_12_(a6_3, a7_2, a8_1);
        return orogen_part_12_1;
    }
    const orogen_Part_8_ _e19 = orogen_part_8_(here_13, (literals_12 + 0u), (axes_12 + 0u), a0_11, a1_11);
    const orogen_Part_4_ _e27 = orogen_part_4_(here_13, (literals_12 + 4u), 0u, _e19.p1_, _e19.p3_, _e19.p0_, _e19.p2_);
    const orogen_Part_11_ _e34 = orogen_part_11_(here_13, (literals_12 + 10u), 0u, a2_9, a3_7, _e27.p1_, _e27.p2_, a4_4, a5_4, _e27.p0_, a6_3, a7_2, a8_1);
    const orogen_Part_12_ orogen_part_12_2 = Constructorogen_Part_12_(_e34.p0_, _e34.p1_, _e34.p2_);
    return orogen_part_12_2;
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
    orogen_Here here_14 = Constructorogen_Here(_e2, _e4);
    bool s3_5 = (0.0 < 1.0);
    const orogen_Part_3_ _e12 = orogen_part_3_(here_14, 0u, 0u, s3_5, 0.0);
    bool s7_7 = (0.0 < 1.0);
    const orogen_Part_6_ _e21 = orogen_part_6_(here_14, 4u, 2u, _e12.p0_, _e12.p1_, _e12.p2_, s7_7);
    bool s11_3 = (0.0 < 1.0);
    const orogen_Part_6_ _e30 = orogen_part_6_(here_14, 11u, 4u, _e21.p0_, _e21.p1_, _e21.p2_, s11_3);
    bool s15_3 = (0.0 < 1.0);
    const orogen_Part_6_ _e39 = orogen_part_6_(here_14, 18u, 6u, _e30.p0_, _e30.p1_, _e30.p2_, s15_3);
    bool s19_1 = (0.0 < 1.0);
    const orogen_Part_6_ _e48 = orogen_part_6_(here_14, 25u, 8u, _e39.p0_, _e39.p1_, _e39.p2_, s19_1);
    const orogen_Part_7_ _e54 = orogen_part_7_(here_14, 32u, 0u, _e48.p0_, _e48.p1_, _e48.p2_);
    bool s24_3 = (0.0 < 1.0);
    const orogen_Part_3_ _e60 = orogen_part_3_(here_14, 34u, 10u, s24_3, 0.0);
    bool s28_3 = (0.0 < 1.0);
    const orogen_Part_6_ _e69 = orogen_part_6_(here_14, 38u, 12u, _e60.p0_, _e60.p1_, _e60.p2_, s28_3);
    bool s32_2 = (0.0 < 1.0);
    const orogen_Part_6_ _e78 = orogen_part_6_(here_14, 45u, 14u, _e69.p0_, _e69.p1_, _e69.p2_, s32_2);
    bool s36_2 = (0.0 < 1.0);
    const orogen_Part_6_ _e87 = orogen_part_6_(here_14, 52u, 16u, _e78.p0_, _e78.p1_, _e78.p2_, s36_2);
    bool s40_2 = (0.0 < 1.0);
    const orogen_Part_6_ _e96 = orogen_part_6_(here_14, 59u, 18u, _e87.p0_, _e87.p1_, _e87.p2_, s40_2);
    const orogen_Part_7_ _e102 = orogen_part_7_(here_14, 66u, 0u, _e96.p0_, _e96.p1_, _e96.p2_);
    float s44_3 = (500.0 * _e54.p0_);
    float s45_2 = (500.0 * _e54.p1_);
    float s46_2 = (500.0 * _e54.p2_);
    float s47_2 = (500.0 * _e102.p0_);
    float s48_ = (500.0 * _e102.p1_);
    float s49_2 = (500.0 * _e102.p2_);
    bool s52_1 = (0.0 < 1.0);
    const orogen_Part_10_ _e121 = orogen_part_10_(here_14, 68u, 20u, s44_3, s47_2, s45_2, s49_2, s48_, s46_2, s52_1, 0.0);
    bool s56_1 = (0.0 < 1.0);
    const orogen_Part_12_ _e130 = orogen_part_12_(here_14, 76u, 22u, s44_3, s47_2, s45_2, s49_2, s48_, s46_2, _e121.p0_, _e121.p1_, _e121.p2_, s56_1);
    bool s60_1 = (0.0 < 1.0);
    const orogen_Part_12_ _e139 = orogen_part_12_(here_14, 87u, 24u, s44_3, s47_2, s45_2, s49_2, s48_, s46_2, _e130.p0_, _e130.p1_, _e130.p2_, s60_1);
    bool s64_1 = (0.0 < 1.0);
    const orogen_Part_12_ _e148 = orogen_part_12_(here_14, 98u, 26u, s44_3, s47_2, s45_2, s49_2, s48_, s46_2, _e139.p0_, _e139.p1_, _e139.p2_, s64_1);
    bool s68_1 = (0.0 < 1.0);
    const orogen_Part_12_ _e157 = orogen_part_12_(here_14, 109u, 28u, s44_3, s47_2, s45_2, s49_2, s48_, s46_2, _e148.p0_, _e148.p1_, _e148.p2_, s68_1);
    bool s72_1 = (0.0 < 1.0);
    const orogen_Part_12_ _e166 = orogen_part_12_(here_14, 120u, 30u, s44_3, s47_2, s45_2, s49_2, s48_, s46_2, _e157.p0_, _e157.p1_, _e157.p2_, s72_1);
    bool s76_1 = (0.0 < 0.9709898);
    const orogen_Part_12_ _e175 = orogen_part_12_(here_14, 131u, 32u, s44_3, s47_2, s45_2, s49_2, s48_, s46_2, _e166.p0_, _e166.p1_, _e166.p2_, s76_1);
    const orogen_Part_7_ _e181 = orogen_part_7_(here_14, 142u, 0u, _e175.p0_, _e175.p1_, _e175.p2_);
    float s82_1 = (_e181.p0_ - -1.0);
    float s83_2 = (s82_1 / 2.0);
    bool s85_1 = (0.0 < s83_2);
    float s86_1 = (s85_1 ? s83_2 : 0.0);
    bool s88_1 = (s86_1 < 1e-6);
    bool s90_2 = (1e-6 < s86_1);
    float s91_2 = (s90_2 ? s86_1 : 1e-6);
    bool s94_1 = (1.1754944e-38 < s91_2);
    float s95_2 = (s94_1 ? s91_2 : 1.1754944e-38);
    const float _e201 = orogen_mantissa(s95_2);
    const float _e202 = orogen_exponent(s95_2);
    bool s100_2 = (1.4142135 <= _e201);
    float s102_2 = (_e201 * 0.5);
    float s103_2 = (s100_2 ? s102_2 : _e201);
    float s104_2 = (_e202 + 1.0);
    float s105_2 = (s100_2 ? s104_2 : _e202);
    float s106_2 = (s103_2 - 1.0);
    float s107_2 = (s103_2 + 1.0);
    float s108_2 = (s106_2 / s107_2);
    float s109_2 = (s108_2 * s108_2);
    float s111_2 = (0.0 * s109_2);
    float s113_2 = (s111_2 + 0.06666667);
    float s114_1 = (s113_2 * s109_2);
    float s116_2 = (s114_1 + 0.07692308);
    float s117_2 = (s116_2 * s109_2);
    float s119_2 = (s117_2 + 0.09090909);
    float s120_2 = (s119_2 * s109_2);
    float s122_2 = (s120_2 + 0.11111111);
    float s123_2 = (s122_2 * s109_2);
    float s125_2 = (s123_2 + 0.14285715);
    float s126_2 = (s125_2 * s109_2);
    float s128_2 = (s126_2 + 0.2);
    float s129_2 = (s128_2 * s109_2);
    float s131_2 = (s129_2 + 0.33333334);
    float s132_2 = (s131_2 * s109_2);
    float s134_2 = (s132_2 + 1.0);
    float s136_2 = (s108_2 * s134_2);
    float s137_2 = (2.88539 * s136_2);
    float s138_1 = (s105_2 + s137_2);
    float s139_1 = (1.5 * s138_1);
    bool s141_1 = (s139_1 < 126.0);
    float s142_2 = (s141_1 ? s139_1 : 126.0);
    float s143_2 = -(126.0);
    bool s144_2 = (s143_2 < s142_2);
    float s145_1 = (s144_2 ? s142_2 : s143_2);
    float s147_1 = (s145_1 + 0.5);
    float s148_2 = floor(s147_1);
    float s149_2 = (s145_1 - s148_2);
    float s151_2 = (s149_2 * 0.6931472);
    float s154_2 = (1.0 * s151_2);
    float s156_2 = (s154_2 * 0.125);
    float s157_2 = (1.0 + s156_2);
    float s159_2 = (s157_2 * s151_2);
    float s161_2 = (s159_2 * 0.14285715);
    float s162_2 = (1.0 + s161_2);
    float s164_2 = (s162_2 * s151_2);
    float s166_1 = (s164_2 * 0.16666667);
    float s167_1 = (1.0 + s166_1);
    float s169_1 = (s167_1 * s151_2);
    float s171_1 = (s169_1 * 0.2);
    float s172_ = (1.0 + s171_1);
    float s174_ = (s172_ * s151_2);
    float s176_ = (s174_ * 0.25);
    float s177_ = (1.0 + s176_);
    float s179_ = (s177_ * s151_2);
    float s181_ = (s179_ * 0.33333334);
    float s182_ = (1.0 + s181_);
    float s184_ = (s182_ * s151_2);
    float s186_ = (s184_ * 0.5);
    float s187_ = (1.0 + s186_);
    float s189_ = (s187_ * s151_2);
    float s191_ = (s189_ * 1.0);
    float s192_ = (1.0 + s191_);
    const float _e297 = orogen_power_of_two(s148_2);
    float s194_ = (s192_ * _e297);
    bool s195_ = (s91_2 < 1.1754944e-38);
    float s197_ = (s195_ ? 0.0 : s194_);
    float s198_ = (s197_ / s91_2);
    float s199_ = (s86_1 * s198_);
    float s200_ = (s88_1 ? s199_ : s197_);
    float s201_ = (1.5 * s198_);
    float s202_ = (s88_1 ? s198_ : s201_);
    float s204_ = (2.0 * s200_);
    float s205_ = (-1.0 + s204_);
    float s207_ = (s202_ * _e181.p1_);
    float s208_ = (0.0 + s207_);
    float s210_ = (s202_ * _e181.p2_);
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
