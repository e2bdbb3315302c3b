using System;
using System.Collections.Generic;

namespace Orogen.Files
{
    /// <summary>The entries of <c>files</c> in <c>terrain.json</c>, sorted by tile.</summary>
    sealed class TerrainFiles
    {
        public readonly string Stem;
        public readonly List<Tile> Tiles = new List<Tile>();
        public readonly List<string> Materials = new List<string>();
        public readonly List<string> Scatters = new List<string>();

        readonly TerrainDescription terrain;
        readonly Tile[] byPlace;

        public TerrainFiles(TerrainDescription terrain, List<JsonObject> files)
        {
            this.terrain = terrain;
            byPlace = new Tile[terrain.TilesAcross * terrain.TilesDown];
            foreach (var file in Entries(files, "height", "r16")) AddHeights(file);
            CheckTiles();
            Stem = StemOf(Tiles[0], terrain.TilesAcross * terrain.TilesDown > 1);
            var splats = Entries(files, "weights", "png8");
            foreach (var file in splats) AddSplat(file);
            foreach (var file in Entries(files, "water", "glb")) byPlace[PlaceOf(file)].Water = terrain.Beside(file.Text("name"));
            foreach (var file in Entries(files, "scatter", "csv")) Scatters.Add(terrain.Beside(file.Text("name")));
        }

        static List<JsonObject> Entries(List<JsonObject> files, string kind, string format)
        {
            return files.FindAll(file => file.TextOr("kind", "") == kind && file.TextOr("format", "") == format);
        }

        void AddHeights(JsonObject file)
        {
            string name = file.Text("name");
            bool isUnitys = file.TextOr("byte_order", "") == "little-endian" && file.TextOr("row_order", "") == "bottom-first";
            if (!isUnitys) throw Unusable("`" + name + "` is not little-endian with the southern row first");
            int place = PlaceOf(file);
            int column = place % terrain.TilesAcross, row = place / terrain.TilesAcross;
            byPlace[place] = new Tile(column, terrain.TilesDown - 1 - row, terrain.Beside(name));
        }

        void CheckTiles()
        {
            for (int place = 0; place < byPlace.Length; place++)
            {
                int column = place % terrain.TilesAcross, row = place / terrain.TilesAcross;
                if (byPlace[place] == null) throw Unusable("the RAW file of heights is missing for tile " + column + ", " + row);
                Tiles.Add(byPlace[place]);
            }
        }

        // The pictures of the first tile come in the order of the materials, and those of the other tiles in the same order.
        void AddSplat(JsonObject file)
        {
            var names = file.Texts("materials");
            int place = PlaceOf(file);
            byPlace[place].Splats.Add(new KeyValuePair<string, int>(terrain.Beside(file.Text("name")), names.Count));
            if (place == 0) Materials.AddRange(names);
        }

        int PlaceOf(JsonObject file)
        {
            var tile = file.Has("tile") ? file.Counts("tile") : new List<int> { 0, 0 };
            if (tile.Count != 2 || tile[0] >= terrain.TilesAcross || tile[1] >= terrain.TilesDown)
                throw Unusable("`" + file.Text("name") + "` has a position outside the terrain");
            return tile[1] * terrain.TilesAcross + tile[0];
        }

        static string StemOf(Tile first, bool isTiled)
        {
            string stem = System.IO.Path.GetFileNameWithoutExtension(first.Heights);
            string ending = "_" + first.X + "_" + first.Z;
            bool hasEnding = isTiled && stem.EndsWith(ending, StringComparison.Ordinal);
            return hasEnding ? stem.Substring(0, stem.Length - ending.Length) : stem;
        }

        TerrainException Unusable(string problem)
        {
            return new TerrainException(
                terrain.Path, problem, "Generate the terrain again: orogen generate RECIPE -o FOLDER --for unity");
        }
    }
}
