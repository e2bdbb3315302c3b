using System.IO;

namespace Orogen.Files
{
    /// <summary>Reads heights of 16 bits, little-endian, the southern row first, without a header.</summary>
    public static class RawHeights
    {
        const float Largest = 65535f;

        /// <summary>
        /// The heights of a tile as <c>TerrainData.SetHeights</c> takes them: <c>[z, x]</c>, with 0 at
        /// <see cref="TerrainDescription.Lowest"/> and 1 at <see cref="TerrainDescription.Highest"/>.
        /// </summary>
        public static float[,] Read(TerrainDescription terrain, Tile tile)
        {
            int side = terrain.TileSamples;
            byte[] bytes = Bytes(tile.Heights, 2L * side * side);
            var heights = new float[side, side];
            for (int z = 0, at = 0; z < side; z++)
            for (int x = 0; x < side; x++, at += 2)
                heights[z, x] = (bytes[at] | bytes[at + 1] << 8) / Largest;
            return heights;
        }

        static byte[] Bytes(string file, long expected)
        {
            byte[] bytes = FileBytes.Read(file);
            if (bytes.Length == expected) return bytes;
            throw new TerrainException(
                file, "the file has " + bytes.Length + " bytes, but terrain.json describes " + expected, FileBytes.Fix);
        }
    }

    static class FileBytes
    {
        public const string Fix = "Generate the terrain again into the same folder, and keep its files together";

        public static byte[] Read(string file)
        {
            if (!File.Exists(file)) throw new TerrainException(file, "the file is missing", Fix);
            try
            {
                return File.ReadAllBytes(file);
            }
            catch (IOException problem)
            {
                throw new TerrainException(file, "the file cannot be read: " + problem.Message, Fix);
            }
        }
    }
}
