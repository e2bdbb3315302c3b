using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;

namespace Orogen.Files
{
    /// <summary>A tree, rock or other thing on a tile.</summary>
    public struct Plant
    {
        /// <summary>Its kind, an index of <see cref="Scatter.Kinds"/>.</summary>
        public int Kind;

        /// <summary>The position on the tile: 0 to 1 from west to east and from south to north.</summary>
        public float X, Z;

        /// <summary>The turn around the vertical axis in radians, clockwise seen from above.</summary>
        public float Yaw;

        /// <summary>The factor of its size.</summary>
        public float Scale;
    }

    /// <summary>
    /// Plants from CSV files. Required columns: <c>x</c> and <c>y</c> in metres, and <c>kind</c> or <c>name</c>. Optional columns:
    /// <c>yaw</c> in degrees, counter-clockwise seen from above, and <c>scale</c>. Other columns, such as <c>height</c>, are not used:
    /// Unity puts trees on the ground.
    /// </summary>
    public sealed class Scatter
    {
        /// <summary>The kinds, in the order in which they first appear.</summary>
        public readonly List<string> Kinds = new List<string>();

        readonly TerrainDescription terrain;
        readonly List<Plant>[] byTile;

        Scatter(TerrainDescription terrain)
        {
            this.terrain = terrain;
            byTile = new List<Plant>[terrain.TilesAcross * terrain.TilesDown];
            for (int tile = 0; tile < byTile.Length; tile++) byTile[tile] = new List<Plant>();
        }

        /// <summary>
        /// Reads the lists that <c>terrain.json</c> names, or else <c>scatter.csv</c> or <c>STEM_scatter.csv</c> beside it.
        /// </summary>
        public static Scatter Read(TerrainDescription terrain)
        {
            var scatter = new Scatter(terrain);
            var files = new List<string>(terrain.Scatters);
            foreach (string name in new[] { "scatter.csv", terrain.Stem + "_scatter.csv" })
            {
                string file = terrain.Beside(name);
                if (terrain.Scatters.Count == 0 && File.Exists(file)) files.Add(file);
            }
            foreach (string file in files) scatter.Add(file);
            return scatter;
        }

        public List<Plant> On(Tile tile)
        {
            return byTile[tile.Z * terrain.TilesAcross + tile.X];
        }

        void Add(string file)
        {
            if (!File.Exists(file)) throw new TerrainException(file, "the file is missing", FileBytes.Fix);
            using (var lines = new StreamReader(file))
            {
                var columns = new Columns(file, lines.ReadLine() ?? "");
                string line;
                for (int number = 2; (line = lines.ReadLine()) != null; number++)
                {
                    if (line.Length > 0) Add(columns, line.Split(','), number);
                }
            }
        }

        void Add(Columns columns, string[] cells, int line)
        {
            double across = terrain.UnityX(columns.Number(cells, columns.X, line)) / terrain.TileMetres;
            double up = terrain.UnityZ(columns.Number(cells, columns.Y, line)) / terrain.TileMetres;
            // Plants outside the terrain belong to another region of the recipe.
            if (!(across >= 0 && across <= terrain.TilesAcross && up >= 0 && up <= terrain.TilesDown)) return;
            int x = Math.Min((int)across, terrain.TilesAcross - 1), z = Math.Min((int)up, terrain.TilesDown - 1);
            double yaw = columns.Yaw < 0 ? 0 : columns.Number(cells, columns.Yaw, line);
            double scale = columns.Scale < 0 ? 1 : columns.Number(cells, columns.Scale, line);
            byTile[z * terrain.TilesAcross + x].Add(new Plant
            {
                Kind = KindOf(columns.Text(cells, columns.Kind, line)),
                X = (float)(across - x),
                Z = (float)(up - z),
                Yaw = (float)(-yaw * Math.PI / 180),
                Scale = (float)scale
            });
        }

        int KindOf(string name)
        {
            int kind = Kinds.IndexOf(name);
            if (kind >= 0) return kind;
            Kinds.Add(name);
            return Kinds.Count - 1;
        }

        sealed class Columns
        {
            public readonly int X, Y, Kind, Yaw, Scale;
            readonly string file;

            public Columns(string file, string header)
            {
                this.file = file;
                var names = new List<string>(Array.ConvertAll(header.Split(','), name => name.Trim().Trim('"').ToLowerInvariant()));
                X = names.IndexOf("x");
                Y = names.IndexOf("y");
                Kind = names.Contains("kind") ? names.IndexOf("kind") : names.IndexOf("name");
                Yaw = names.IndexOf("yaw");
                Scale = names.IndexOf("scale");
                if (X < 0 || Y < 0 || Kind < 0)
                {
                    throw new TerrainException(
                        file, "line 1: the columns x, y and kind are needed, but there are " + header,
                        "Write the scatter again with `orogen generate`");
                }
            }

            public double Number(string[] cells, int column, int line)
            {
                double number;
                string cell = Text(cells, column, line);
                if (!double.TryParse(cell, NumberStyles.Float, CultureInfo.InvariantCulture, out number))
                {
                    throw new TerrainException(
                        file, "line " + line + ": `" + cell + "` is not a number",
                        "Write the scatter again with `orogen generate`");
                }
                return number;
            }

            public string Text(string[] cells, int column, int line)
            {
                if (column >= cells.Length)
                {
                    throw new TerrainException(
                        file, "line " + line + " has only " + cells.Length + " cells",
                        "Write the scatter again with `orogen generate`");
                }
                return cells[column].Trim().Trim('"');
            }
        }
    }
}
