// Times the works that FastNoise2 can do, as a contestant of orogen-peers. The program reads lines "time <side> <work>" or
// "know <side> <work>", with tabs between the words. It answers "time" with nanoseconds per sample, "know" with the
// standard deviation of the noise, and both with a dash if it does not know the work. The README explains how to build the
// program. The argument is Orogen's name of the SIMD level.

#include <FastNoise/FastNoise.h>

#include <cmath>
#include <cstdint>
#include <functional>
#include <iostream>
#include <string>
#include <vector>

#include <time.h>

using FastNoise::New;
using FastNoise::SmartNode;
using Node = SmartNode<FastNoise::Generator>;

static FastSIMD::FeatureSet level = FastSIMD::FeatureSet::Max;

static const int kSeed = 1;

template<typename T>
static SmartNode<T> make()
{
    return New<T>( level );
}

static Node perlin( float wavelength )
{
    auto noise = make<FastNoise::Perlin>();
    noise->SetScale( wavelength );
    return noise;
}

template<typename Sum>
static Node sum( const Node& source, int octaves )
{
    auto sum = make<Sum>();
    sum->SetSource( source );
    sum->SetOctaveCount( octaves );
    sum->SetLacunarity( 2.0f );
    sum->SetGain( 0.5f );
    return sum;
}

static Node fbm( const Node& source, int octaves )
{
    return sum<FastNoise::FractalFBm>( source, octaves );
}

static Node absolute( const Node& source )
{
    auto node = make<FastNoise::Abs>();
    node->SetSource( source );
    return node;
}

static Node simplex( float wavelength )
{
    auto noise = make<FastNoise::Simplex>();
    noise->SetScale( wavelength );
    return noise;
}

static Node cells( FastNoise::CellularDistance::ReturnType result, int index0 )
{
    auto noise = make<FastNoise::CellularDistance>();
    noise->SetScale( 32.0f );
    noise->SetDistanceFunction( FastNoise::DistanceFunction::Euclidean );
    noise->SetDistanceIndex0( index0 );
    noise->SetDistanceIndex1( 0 );
    noise->SetReturnType( result );
    return noise;
}

static Node f1()
{
    return cells( FastNoise::CellularDistance::ReturnType::Index0, 0 );
}

static Node f2_minus_f1()
{
    return cells( FastNoise::CellularDistance::ReturnType::Index0Sub1, 1 );
}

// FastNoise2's own displacement, which gives both coordinates at once.
static Node displaced()
{
    auto warp = make<FastNoise::DomainWarpGradient>();
    warp->SetSource( fbm( perlin( 64.0f ), 8 ) );
    warp->SetScale( 256.0f );
    warp->SetWarpAmplitude( 40.0f );
    auto octaves = make<FastNoise::DomainWarpFractalProgressive>();
    octaves->SetSource( warp );
    octaves->SetOctaveCount( 4 );
    octaves->SetLacunarity( 2.0f );
    octaves->SetGain( 0.5f );
    return octaves;
}

enum class Places { Plane, Gradient, Tilted, Scattered, Slice, Patch };

struct Work
{
    const char* name;
    Places places;
    std::function<Node()> node;
};

static const std::vector<Work> kWorks = {
    { "Perlin 1 octave", Places::Plane, [] { return perlin( 64 ); } },
    { "fBm 8 octaves, wavelength 64", Places::Plane, [] { return fbm( perlin( 64 ), 8 ); } },
    { "fBm 8 octaves, wavelength 512", Places::Plane, [] { return fbm( perlin( 512 ), 8 ); } },
    { "ridged 8", Places::Plane, [] { return sum<FastNoise::FractalRidged>( perlin( 64 ), 8 ); } },
    { "billow 8", Places::Plane, [] { return fbm( absolute( perlin( 64 ) ), 8 ); } },
    { "fBm 8, value + gradient", Places::Gradient, [] { return fbm( perlin( 64 ), 8 ); } },
    { "fBm 8 displaced by 4 octaves", Places::Plane, [] { return displaced(); } },
    { "simplex fBm 8", Places::Plane, [] { return fbm( simplex( 64 ), 8 ); } },
    { "3D fBm 8, tilted plane", Places::Tilted, [] { return fbm( perlin( 64 ), 8 ); } },
    { "3D fBm 8, scattered", Places::Scattered, [] { return fbm( perlin( 64 ), 8 ); } },
    { "3D fBm 16, patch of a sphere", Places::Patch, [] { return fbm( perlin( 65536 ), 16 ); } },
    { "3D cellular F1, tilted plane", Places::Tilted, f1 },
    { "3D cellular F1, scattered", Places::Scattered, f1 },
    { "3D cellular F1, slice", Places::Slice, f1 },
    { "3D cellular F2−F1, tilted plane", Places::Tilted, f2_minus_f1 },
    { "3D cellular F2−F1, scattered", Places::Scattered, f2_minus_f1 },
    { "3D cellular F2−F1, slice", Places::Slice, f2_minus_f1 },
    { "2D cellular F1", Places::Plane, f1 },
};

struct Points
{
    std::vector<float> x, y, z;

    void add( double px, double py, double pz )
    {
        x.push_back( (float)px );
        y.push_back( (float)py );
        z.push_back( (float)pz );
    }
};

// The same positions as in task.rs.
static Points points( Places places, int side )
{
    static const double u[3] = { 0.427821, 0.857012, 0.287228 }, v[3] = { -0.858992, 0.484383, -0.165831 };
    static const double up[3] = { -0.281246, -0.175781, 0.943398 };
    Points points;
    uint64_t state = 1;
    auto random = [&state] {
        state = state * 6364136223846793005u + 1442695040888963407u;
        return (double)( state >> 40 ) / 16384.0;
    };
    for( int i = 0; i < side * side; i++ )
    {
        double x = i % side, y = i / side;
        if( places == Places::Tilted )
            points.add( x * u[0] + y * v[0], x * u[1] + y * v[1], x * u[2] + y * v[2] );
        if( places == Places::Scattered )
        {
            double px = random(), py = random();
            points.add( px, py, random() );
        }
        if( places == Places::Patch )
        {
            double radius = 1000.0 * ( side - 1 ), p[3], square = 0;
            for( int k = 0; k < 3; k++ )
            {
                p[k] = radius * up[k] + ( x - side / 2 ) * u[k] + ( y - side / 2 ) * v[k];
                square += p[k] * p[k];
            }
            double scale = radius / std::sqrt( square );
            points.add( p[0] * scale, p[1] * scale, p[2] * scale );
        }
    }
    return points;
}

static void fill( const Work& work, const Node& node, int side, const Points& at, std::vector<float>& out )
{
    const float step = 0.125f;
    const int samples = side * side;
    float* values = out.data();
    switch( work.places )
    {
    case Places::Plane:
        node->GenUniformGrid2D( values, 0, 0, side, side, 1, 1, kSeed );
        break;
    case Places::Slice:
        node->GenUniformGrid3D( values, 0, 0, 100.5f, side, side, 1, 1, 1, 1, kSeed );
        break;
    case Places::Gradient:
        // Row by row, so that the three evaluations of a row share the first-level cache.
        for( int y = 0; y < side; y++ )
        {
            float *value = values + (size_t)y * side, *dx = value + samples, *dy = dx + samples;
            node->GenUniformGrid2D( value, 0, (float)y, side, 1, 1, 1, kSeed );
            node->GenUniformGrid2D( dx, step, (float)y, side, 1, 1, 1, kSeed );
            node->GenUniformGrid2D( dy, 0, (float)y + step, side, 1, 1, 1, kSeed );
            for( int x = 0; x < side; x++ )
            {
                dx[x] = ( dx[x] - value[x] ) / step;
                dy[x] = ( dy[x] - value[x] ) / step;
            }
        }
        break;
    default:
        node->GenPositionArray3D( values, samples, at.x.data(), at.y.data(), at.z.data(), 0, 0, 0, kSeed );
    }
}

static double processor_seconds()
{
    timespec time;
    clock_gettime( CLOCK_THREAD_CPUTIME_ID, &time );
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static double seconds_a_sample( const Work& work, int side )
{
    const Node node = work.node();
    const Points at = points( work.places, side );
    static std::vector<float> out;
    out.resize( std::max( out.size(), (size_t)side * side * ( work.places == Places::Gradient ? 3 : 1 ) ) );
    const double start = processor_seconds();
    double seconds = 0;
    int runs = 0;
    for( ; runs == 0 || seconds < 0.02; runs++ )
    {
        fill( work, node, side, at, out );
        seconds = processor_seconds() - start;
    }
    return seconds / runs / ( (double)side * side );
}

// The standard deviation of the values of a run, which shows that noise was computed.
static double deviation( const Work& work, int side )
{
    std::vector<float> out( (size_t)side * side * 3 );
    fill( work, work.node(), side, points( work.places, side ), out );
    double mean = 0, square = 0;
    const int samples = side * side;
    for( int i = 0; i < samples; i++ )
        mean += out[i] / samples;
    for( int i = 0; i < samples; i++ )
        square += ( out[i] - mean ) * ( out[i] - mean ) / samples;
    return std::sqrt( square );
}

static const Work* find( const std::string& name )
{
    for( const Work& work : kWorks )
        if( name == work.name )
            return &work;
    return nullptr;
}

int main( int count, char** arguments )
{
    const std::string name = count > 1 ? arguments[1] : "";
    if( name == "avx512" )
        level = FastSIMD::FeatureSet::AVX512;
    else if( name == "avx2" )
        level = FastSIMD::FeatureSet::AVX2;
    else if( name == "sse4.2" )
        level = FastSIMD::FeatureSet::SSE41;
    else if( name == "sse2" || name == "scalar" )
        level = FastSIMD::FeatureSet::SSE2;
    std::string line;
    while( std::getline( std::cin, line ) )
    {
        const size_t first = line.find( '\t' ), second = line.find( '\t', first + 1 );
        const int side = std::stoi( line.substr( first + 1, second - first - 1 ) );
        const Work* work = find( line.substr( second + 1 ) );
        if( !work )
            std::cout << "–" << std::endl;
        else if( line.substr( 0, first ) == "time" )
            std::cout << 1e9 * seconds_a_sample( *work, side ) << std::endl;
        else
        {
            const double least = work->places == Places::Patch ? 1e-5 : 0.005, found = deviation( *work, side );
            if( !( found > least && found < 2 ) )
                std::cout << "standard deviation " << found << std::endl;
            else
                std::cout << found << std::endl;
        }
    }
}
