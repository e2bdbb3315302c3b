using System;
using System.Collections.Generic;
using System.IO;

namespace Orogen.Files
{
    /// <summary>
    /// A terrain as <c>terrain.json</c> describes it. Lengths and heights are metres. x grows to the east, y to the south; the
    /// terrain's origin is its north-western corner.
    /// </summary>
    public sealed class TerrainDescription
    {
        /// <summary>The path of <c>terrain.json</c>.</summary>
        public readonly string Path;

        /// <summary>The base name of the files.</summary>
        public readonly string Stem;

        /// <summary>Metres between samples.</summary>
        public readonly double Spacing;

        /// <summary>x and y of the north-western corner.</summary>
        public readonly double OriginX, OriginY;

        /// <summary>Tiles from west to east and from north to south.</summary>
        public readonly int TilesAcross, TilesDown;

        /// <summary>Samples along a side of a tile. Neighbours share the samples of their border.</summary>
        public readonly int TileSamples;

        /// <summary>The heights of the values 0 and 65535.</summary>
        public readonly double Lowest, Highest;

        /// <summary>The height of the sea, if there is one.</summary>
        public readonly double? SeaLevel;

        /// <summary>The recipe's materials, as the splat maps list them.</summary>
        public readonly List<Material> Materials;

        /// <summary>The tiles, from west to east, then from north to south.</summary>
        public readonly List<Tile> Tiles;

        /// <summary>Lists of plants.</summary>
        public readonly List<string> Scatters;

        /// <summary>Metres from the first to the last sample of a tile.</summary>
        public double TileMetres { get { return (TileSamples - 1) * Spacing; } }

        /// <summary>Metres from the northern to the southern border of the terrain.</summary>
        public double LengthMetres { get { return TilesDown * TileMetres; } }

        const string Generate = "Generate the terrain again: orogen generate RECIPE -o FOLDER --for unity";

        TerrainDescription(string path)
        {
            Path = path;
            var json = JsonObject.Read(path);
            CheckFormat(json);
            Spacing = json.Number("metres_per_sample");
            var origin = json.Numbers("origin");
            var mapping = json.Object("sixteen_bit");
            Lowest = mapping.Number("min_metres");
            Highest = mapping.Number("max_metres");
            if (!(Spacing > 0 && Highest > Lowest && origin.Count == 2))
                throw new TerrainException(path, "the terrain has no size", Generate);
            OriginX = origin[0];
            OriginY = origin[1];
            SeaLevel = json.Has("sea_level") ? json.Number("sea_level") : (double?)null;
            var tiles = json.Has("tiles") ? json.Counts("tiles") : new List<int> { 1, 1 };
            if (tiles.Count != 2 || tiles[0] < 1 || tiles[1] < 1)
                throw new TerrainException(path, "`tiles` is not two counts", Generate);
            TilesAcross = tiles[0];
            TilesDown = tiles[1];
            TileSamples = SamplesOfTile(json);
            var files = new TerrainFiles(this, json.Objects("files"));
            Stem = files.Stem;
            Tiles = files.Tiles;
            Materials = MaterialColours.Read(json, path, files.Materials);
            Scatters = files.Scatters;
        }

        /// <exception cref="TerrainException">The file is not the description of a terrain for Unity.</exception>
        public static TerrainDescription Read(string path)
        {
            return new TerrainDescription(path);
        }

        /// <summary>The path of a file beside <c>terrain.json</c>.</summary>
        public string Beside(string name)
        {
            return System.IO.Path.Combine(System.IO.Path.GetDirectoryName(Path) ?? "", name);
        }

        /// <summary>Unity's X of an x of the recipe: metres to the east of the terrain's south-western corner.</summary>
        public double UnityX(double x)
        {
            return x - OriginX;
        }

        /// <summary>Unity's Z of a y of the recipe: metres to the north of the terrain's south-western corner.</summary>
        public double UnityZ(double y)
        {
            return OriginY + LengthMetres - y;
        }

        void CheckFormat(JsonObject json)
        {
            const string format = "orogen-terrain 1";
            if (json.TextOr("format", "") != format)
            {
                throw new TerrainException(
                    Path, "this is not a description in the format `" + format + "`",
                    "Choose the terrain.json that `orogen generate` wrote, or update this package");
            }
            // A region of a planet is a plane, too.
            bool isPlane = json.TextOr("domain", "") != "planet"
                || json.Has("planet") && json.Object("planet").TextOr("projection", "") == "region";
            if (!isPlane)
            {
                throw new TerrainException(
                    Path, "the terrain is a map of a whole planet",
                    "Cut a part: orogen generate RECIPE -o FOLDER --for unity --region LAT,LON,SIZE");
            }
        }

        int SamplesOfTile(JsonObject json)
        {
            int across = Side(json.Count("width"), TilesAcross), down = Side(json.Count("height"), TilesDown);
            // TerrainData.heightmapResolution takes only 33, 65, ... 4097.
            bool fits = across == down && across >= 33 && across <= 4097 && ((across - 1) & (across - 2)) == 0;
            if (!fits)
            {
                throw new TerrainException(
                    Path, "Unity's terrains have 33, 65, 129 ... 4097 samples along both sides, but these tiles have "
                    + across + " x " + down, Generate);
            }
            return across;
        }

        int Side(int samples, int tiles)
        {
            if (samples < 2 || (samples - 1) % tiles != 0)
            {
                throw new TerrainException(
                    Path, samples + " samples cannot be cut into " + tiles + " tiles that share their borders", Generate);
            }
            return (samples - 1) / tiles + 1;
        }
    }

    /// <summary>A tile of a terrain, and its files.</summary>
    public sealed class Tile
    {
        /// <summary>Tiles to the west of this one, and to the south of it.</summary>
        public readonly int X, Z;

        /// <summary>The file of the heights.</summary>
        public readonly string Heights;

        /// <summary>The mesh of rivers and lakes, or null if the recipe has none.</summary>
        public string Water;

        /// <summary>The splat maps and the number of materials in each, in the order of the materials.</summary>
        public readonly List<KeyValuePair<string, int>> Splats = new List<KeyValuePair<string, int>>();

        public Tile(int x, int z, string heights)
        {
            X = x;
            Z = z;
            Heights = heights;
        }
    }
}
