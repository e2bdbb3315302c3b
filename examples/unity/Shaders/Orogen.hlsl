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
    uint s49_ = (s38_ << 3u);
    const float _e72 = orogen_flip(0.25365284, s49_);
    bool s53_ = ((s38_ & 536870912u) != 0u);
    float s54_ = (s53_ ? 0.32356247 : 0.7811489);
    const float _e80 = orogen_flip(s54_, s38_);
    float s56_ = (s53_ ? 0.7811489 : 0.32356247);
    uint s57_ = (s38_ << 1u);
    const float _e84 = orogen_flip(s56_, s57_);
    uint s60_ = (s38_ << 4u);
    const float _e88 = orogen_flip(0.76095855, s60_);
    uint s63_ = (s41_ << 3u);
    const float _e92 = orogen_flip(0.25365284, s63_);
    bool s67_ = ((s41_ & 536870912u) != 0u);
    float s68_ = (s67_ ? 0.32356247 : 0.7811489);
    const float _e100 = orogen_flip(s68_, s41_);
    float s70_ = (s67_ ? 0.7811489 : 0.32356247);
    uint s71_ = (s41_ << 1u);
    const float _e104 = orogen_flip(s70_, s71_);
    uint s74_ = (s41_ << 4u);
    const float _e108 = orogen_flip(0.76095855, s74_);
    uint s77_ = (s44_ << 3u);
    const float _e112 = orogen_flip(0.25365284, s77_);
    bool s81_ = ((s44_ & 536870912u) != 0u);
    float s82_ = (s81_ ? 0.32356247 : 0.7811489);
    const float _e120 = orogen_flip(s82_, s44_);
    float s84_ = (s81_ ? 0.7811489 : 0.32356247);
    uint s85_ = (s44_ << 1u);
    const float _e124 = orogen_flip(s84_, s85_);
    uint s88_ = (s44_ << 4u);
    const float _e128 = orogen_flip(0.76095855, s88_);
    uint s91_ = (s47_ << 3u);
    const float _e132 = orogen_flip(0.25365284, s91_);
    bool s95_ = ((s47_ & 536870912u) != 0u);
    float s96_ = (s95_ ? 0.32356247 : 0.7811489);
    const float _e140 = orogen_flip(s96_, s47_);
    float s98_ = (s95_ ? 0.7811489 : 0.32356247);
    uint s99_ = (s47_ << 1u);
    const float _e144 = orogen_flip(s98_, s99_);
    uint s102_ = (s47_ << 4u);
    const float _e148 = orogen_flip(0.76095855, s102_);
    float s105_ = (1.0 - a2_);
    float s106_ = (a2_ * s105_);
    float s107_ = (a2_ * a2_);
    float s108_ = (s107_ * a2_);
    float s111_ = (s105_ * 6.0);
    float s112_ = (3.0 + s111_);
    float s113_ = (s105_ * s112_);
    float s114_ = (1.0 + s113_);
    float s115_ = (s108_ * s114_);
    float s117_ = (s106_ * s106_);
    float s118_ = (30.0 * s117_);
    float s120_ = (a2_ - 1.0);
    float s121_ = (_e80 * a2_);
    float s122_ = (_e72 + s121_);
    float s123_ = (_e100 * s120_);
    float s124_ = (_e92 + s123_);
    float s125_ = (_e88 * a2_);
    float s126_ = (_e84 + s125_);
    float s127_ = (_e108 * s120_);
    float s128_ = (_e104 + s127_);
    float s129_ = (s124_ - s122_);
    float s130_ = (_e100 - _e80);
    float s131_ = (s115_ * s129_);
    float s132_ = (s122_ + s131_);
    float s133_ = (s115_ * s130_);
    float s134_ = (_e80 + s133_);
    float s135_ = (s118_ * s129_);
    float s136_ = (s134_ + s135_);
    float s137_ = (s128_ - s126_);
    float s138_ = (_e108 - _e88);
    float s139_ = (s115_ * s137_);
    float s140_ = (s126_ + s139_);
    float s141_ = (s115_ * s138_);
    float s142_ = (_e88 + s141_);
    float s143_ = (s118_ * s137_);
    float s144_ = (s142_ + s143_);
    float s146_ = (a2_ - 1.0);
    float s147_ = (_e120 * a2_);
    float s148_ = (_e112 + s147_);
    float s149_ = (_e140 * s146_);
    float s150_ = (_e132 + s149_);
    float s151_ = (_e128 * a2_);
    float s152_ = (_e124 + s151_);
    float s153_ = (_e148 * s146_);
    float s154_ = (_e144 + s153_);
    float s155_ = (s150_ - s148_);
    float s156_ = (_e140 - _e120);
    float s157_ = (s115_ * s155_);
    float s158_ = (s148_ + s157_);
    float s159_ = (s115_ * s156_);
    float s160_ = (_e120 + s159_);
    float s161_ = (s118_ * s155_);
    float s162_ = (s160_ + s161_);
    float s163_ = (s154_ - s152_);
    float s164_ = (_e148 - _e128);
    float s165_ = (s115_ * s163_);
    float s166_ = (s152_ + s165_);
    float s167_ = (s115_ * s164_);
    float s168_ = (_e128 + s167_);
    float s169_ = (s118_ * s163_);
    float s170_ = (s168_ + s169_);
    float s171_ = (s158_ - s166_);
    float s172_ = (s171_ - s132_);
    float s173_ = (s162_ - s170_);
    float s174_ = (s173_ - s136_);
    float s175_ = (s166_ - s140_);
    float s176_ = (s170_ - s144_);
    float s178_ = (1.0 - a3_);
    float s179_ = (a3_ * s178_);
    float s180_ = (a3_ * a3_);
    float s181_ = (s180_ * a3_);
    float s184_ = (s178_ * 6.0);
    float s185_ = (3.0 + s184_);
    float s186_ = (s178_ * s185_);
    float s187_ = (1.0 + s186_);
    float s188_ = (s181_ * s187_);
    float s190_ = (s179_ * s179_);
    float s191_ = (30.0 * s190_);
    float s192_ = (s175_ * a3_);
    float s193_ = (s172_ + s192_);
    float s194_ = (s176_ * a3_);
    float s195_ = (s174_ + s194_);
    float s196_ = (s140_ * a3_);
    float s197_ = (s132_ + s196_);
    float s198_ = (s188_ * s193_);
    float s199_ = (s197_ + s198_);
    float s200_ = (s144_ * a3_);
    float s201_ = (s136_ + s200_);
    float s202_ = (s188_ * s195_);
    float s203_ = (s201_ + s202_);
    float s204_ = (s188_ * s175_);
    float s205_ = (s140_ + s204_);
    float s206_ = (s191_ * s193_);
    float s207_ = (s205_ + s206_);
    float s208_ = (s0_1 * s203_);
    float s209_ = (s1_ * s207_);
    const orogen_Part_1_ orogen_part_1_1 = Constructorogen_Part_1_(s199_, s208_, s209_);
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
    float s13_ = -(1073741800.0);
    bool s14_1 = (s13_ < s12_1);
    float s15_1 = (s14_1 ? s12_1 : s13_);
    float s16_1 = floor(s15_1);
    uint s17_ = asuint(orogen_f2i32(s16_1));
    float s18_1 = (s15_1 - s16_1);
    float s19_ = (_e19 + s18_1);
    bool s20_ = (1.0 <= s19_);
    float s21_1 = (s20_ ? 1.0 : 0.0);
    float s22_1 = (s19_ - s21_1);
    uint s23_ = (s4_4 + s17_);
    uint s26_1 = (s20_ ? 1u : 0u);
    uint s27_1 = (s23_ + s26_1);
    bool s28_1 = (s3_3 < 1073741800.0);
    float s29_1 = (s28_1 ? s3_3 : 1073741800.0);
    float s30_ = -(1073741800.0);
    bool s31_1 = (s30_ < s29_1);
    float s32_1 = (s31_1 ? s29_1 : s30_);
    float s33_1 = floor(s32_1);
    uint s34_ = asuint(orogen_f2i32(s33_1));
    float s35_1 = (s32_1 - s33_1);
    float s36_1 = (_e24 + s35_1);
    bool s37_ = (1.0 <= s36_1);
    float s38_1 = (s37_ ? 1.0 : 0.0);
    float s39_1 = (s36_1 - s38_1);
    uint s40_ = (s6_3 + s34_);
    uint s43_ = (s37_ ? 1u : 0u);
    uint s44_1 = (s40_ + s43_);
    const orogen_Part_7_ orogen_part_7_1 = Constructorogen_Part_7_(s22_1, s27_1, s39_1, s44_1);
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
    float s8_1 = (a2_5 * a5_1);
    float s9_1 = (a3_3 * s4_5);
    float s10_1 = (s8_1 + s9_1);
    float s13_1 = (1.0 * a6_);
    float s14_2 = (1.0 * s7_3);
    float s15_2 = (1.0 * s10_1);
    float s16_2 = (0.0 + s13_1);
    float s17_1 = (0.0 + s14_2);
    float s18_2 = (0.0 + s15_2);
    const orogen_Part_8_ orogen_part_8_1 = Constructorogen_Part_8_(s16_2, s17_1, s18_2);
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
    float s8_2 = (a2_7 * a5_3);
    float s9_2 = (a3_5 * s4_6);
    float s10_2 = (s8_2 + s9_2);
    float s11_2 = (s0_5 * a6_2);
    float s12_2 = (s0_5 * s7_4);
    float s13_2 = (s0_5 * s10_2);
    float s14_3 = (a7_1 + s11_2);
    float s15_3 = (a8_ + s12_2);
    float s16_3 = (a9_ + s13_2);
    const orogen_Part_10_ orogen_part_10_1 = Constructorogen_Part_10_(s14_3, s15_3, s16_3);
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
    bool s19_1 = (0.0 < 1.0);
    const orogen_Part_5_ _e48 = orogen_part_5_(here_13, 19u, 8u, _e39.p0_, _e39.p1_, _e39.p2_, s19_1);
    const orogen_Part_6_ _e54 = orogen_part_6_(here_13, 24u, 0u, _e48.p0_, _e48.p1_, _e48.p2_);
    bool s24_1 = (0.0 < 1.0);
    const orogen_Part_3_ _e60 = orogen_part_3_(here_13, 26u, 10u, s24_1, 0.0);
    bool s28_2 = (0.0 < 1.0);
    const orogen_Part_5_ _e69 = orogen_part_5_(here_13, 30u, 12u, _e60.p0_, _e60.p1_, _e60.p2_, s28_2);
    bool s32_2 = (0.0 < 1.0);
    const orogen_Part_5_ _e78 = orogen_part_5_(here_13, 35u, 14u, _e69.p0_, _e69.p1_, _e69.p2_, s32_2);
    bool s36_2 = (0.0 < 1.0);
    const orogen_Part_5_ _e87 = orogen_part_5_(here_13, 40u, 16u, _e78.p0_, _e78.p1_, _e78.p2_, s36_2);
    bool s40_1 = (0.0 < 1.0);
    const orogen_Part_5_ _e96 = orogen_part_5_(here_13, 45u, 18u, _e87.p0_, _e87.p1_, _e87.p2_, s40_1);
    const orogen_Part_6_ _e102 = orogen_part_6_(here_13, 50u, 0u, _e96.p0_, _e96.p1_, _e96.p2_);
    float s44_2 = (500.0 * _e54.p0_);
    float s45_1 = (500.0 * _e54.p1_);
    float s46_ = (500.0 * _e54.p2_);
    float s47_1 = (500.0 * _e102.p0_);
    float s48_ = (500.0 * _e102.p1_);
    float s49_1 = (500.0 * _e102.p2_);
    bool s52_ = (0.0 < 1.0);
    const orogen_Part_9_ _e121 = orogen_part_9_(here_13, 52u, 20u, s44_2, s47_1, s45_1, s49_1, s48_, s46_, s52_, 0.0);
    bool s56_1 = (0.0 < 1.0);
    const orogen_Part_11_ _e130 = orogen_part_11_(here_13, 58u, 22u, s44_2, s47_1, s45_1, s49_1, s48_, s46_, _e121.p0_, _e121.p1_, _e121.p2_, s56_1);
    bool s60_1 = (0.0 < 1.0);
    const orogen_Part_11_ _e139 = orogen_part_11_(here_13, 65u, 24u, s44_2, s47_1, s45_1, s49_1, s48_, s46_, _e130.p0_, _e130.p1_, _e130.p2_, s60_1);
    bool s64_ = (0.0 < 1.0);
    const orogen_Part_11_ _e148 = orogen_part_11_(here_13, 72u, 26u, s44_2, s47_1, s45_1, s49_1, s48_, s46_, _e139.p0_, _e139.p1_, _e139.p2_, s64_);
    bool s68_1 = (0.0 < 1.0);
    const orogen_Part_11_ _e157 = orogen_part_11_(here_13, 79u, 28u, s44_2, s47_1, s45_1, s49_1, s48_, s46_, _e148.p0_, _e148.p1_, _e148.p2_, s68_1);
    bool s72_ = (0.0 < 1.0);
    const orogen_Part_11_ _e166 = orogen_part_11_(here_13, 86u, 30u, s44_2, s47_1, s45_1, s49_1, s48_, s46_, _e157.p0_, _e157.p1_, _e157.p2_, s72_);
    bool s76_ = (0.0 < 0.9709898);
    const orogen_Part_11_ _e175 = orogen_part_11_(here_13, 93u, 32u, s44_2, s47_1, s45_1, s49_1, s48_, s46_, _e166.p0_, _e166.p1_, _e166.p2_, s76_);
    const orogen_Part_6_ _e181 = orogen_part_6_(here_13, 100u, 0u, _e175.p0_, _e175.p1_, _e175.p2_);
    float s82_1 = (_e181.p0_ - -1.0);
    float s83_ = (s82_1 / 2.0);
    bool s85_1 = (0.0 < s83_);
    float s86_ = (s85_1 ? s83_ : 0.0);
    bool s88_1 = (s86_ < 1e-6);
    bool s90_ = (1e-6 < s86_);
    float s91_1 = (s90_ ? s86_ : 1e-6);
    bool s94_ = (1.1754944e-38 < s91_1);
    float s95_1 = (s94_ ? s91_1 : 1.1754944e-38);
    const float _e201 = orogen_mantissa(s95_1);
    const float _e202 = orogen_exponent(s95_1);
    bool s100_ = (1.4142135 <= _e201);
    float s102_1 = (_e201 * 0.5);
    float s103_ = (s100_ ? s102_1 : _e201);
    float s104_ = (_e202 + 1.0);
    float s105_1 = (s100_ ? s104_ : _e202);
    float s106_1 = (s103_ - 1.0);
    float s107_1 = (s103_ + 1.0);
    float s108_1 = (s106_1 / s107_1);
    float s109_ = (s108_1 * s108_1);
    float s111_1 = (0.0 * s109_);
    float s113_1 = (s111_1 + 0.06666667);
    float s114_1 = (s113_1 * s109_);
    float s116_ = (s114_1 + 0.07692308);
    float s117_1 = (s116_ * s109_);
    float s119_ = (s117_1 + 0.09090909);
    float s120_1 = (s119_ * s109_);
    float s122_1 = (s120_1 + 0.11111111);
    float s123_1 = (s122_1 * s109_);
    float s125_1 = (s123_1 + 0.14285715);
    float s126_1 = (s125_1 * s109_);
    float s128_1 = (s126_1 + 0.2);
    float s129_1 = (s128_1 * s109_);
    float s131_1 = (s129_1 + 0.33333334);
    float s132_1 = (s131_1 * s109_);
    float s134_1 = (s132_1 + 1.0);
    float s136_1 = (s108_1 * s134_1);
    float s137_1 = (2.88539 * s136_1);
    float s138_1 = (s105_1 + s137_1);
    float s139_1 = (1.5 * s138_1);
    bool s141_1 = (s139_1 < 126.0);
    float s142_1 = (s141_1 ? s139_1 : 126.0);
    float s143_1 = -(126.0);
    bool s144_1 = (s143_1 < s142_1);
    float s145_ = (s144_1 ? s142_1 : s143_1);
    float s147_1 = (s145_ + 0.5);
    float s148_1 = floor(s147_1);
    float s149_1 = (s145_ - s148_1);
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
    float s171_1 = (s169_1 * 0.2);
    float s172_1 = (1.0 + s171_1);
    float s174_1 = (s172_1 * s151_1);
    float s176_1 = (s174_1 * 0.25);
    float s177_ = (1.0 + s176_1);
    float s179_1 = (s177_ * s151_1);
    float s181_1 = (s179_1 * 0.33333334);
    float s182_ = (1.0 + s181_1);
    float s184_1 = (s182_ * s151_1);
    float s186_1 = (s184_1 * 0.5);
    float s187_1 = (1.0 + s186_1);
    float s189_ = (s187_1 * s151_1);
    float s191_1 = (s189_ * 1.0);
    float s192_1 = (1.0 + s191_1);
    const float _e297 = orogen_power_of_two(s148_1);
    float s194_1 = (s192_1 * _e297);
    bool s195_1 = (s91_1 < 1.1754944e-38);
    float s197_1 = (s195_1 ? 0.0 : s194_1);
    float s198_1 = (s197_1 / s91_1);
    float s199_1 = (s86_ * s198_1);
    float s200_1 = (s88_1 ? s199_1 : s197_1);
    float s201_1 = (1.5 * s198_1);
    float s202_1 = (s88_1 ? s198_1 : s201_1);
    float s204_1 = (2.0 * s200_1);
    float s205_1 = (-1.0 + s204_1);
    float s207_1 = (s202_1 * _e181.p1_);
    float s208_1 = (0.0 + s207_1);
    float s210_ = (s202_1 * _e181.p2_);
    float s211_ = (0.0 + s210_);
    float s214_ = (420.0 * s205_1);
    float s215_ = (s214_ + 560.0);
    float s216_ = (420.0 * s208_1);
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
