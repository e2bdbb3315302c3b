namespace Orogen.Files
{
    /// <summary>Turns splat maps into alphamaps.</summary>
    public static class Alphamaps
    {
        /// <summary>
        /// The weights of the materials as <c>TerrainData.SetAlphamaps</c> takes them: <c>[z, x, layer]</c>. The values of a
        /// sample sum to 255 in the pictures, and so to 1 here.
        ///
        /// Splat maps have 2^n + 1 samples along a side and alphamaps 2^n texels. Unity's terrain shaders place the centres of
        /// the border texels on the terrain's borders, so texel i of R is at the sample i (N - 1)/(R - 1) of N, and is
        /// interpolated there. On a border it depends only on samples of that border, so neighbours match.
        /// </summary>
        public static float[,,] Read(TerrainDescription terrain, Tile tile, int resolution)
        {
            var weights = new float[resolution, resolution, terrain.Materials.Count];
            int layer = 0;
            foreach (var splat in tile.Splats)
            {
                Png picture = Png.Read(splat.Key);
                Check(terrain, splat.Key, splat.Value, picture);
                for (int channel = 0; channel < splat.Value; channel++) Resample(picture, channel, weights, layer++);
            }
            if (layer != terrain.Materials.Count)
            {
                throw new TerrainException(
                    terrain.Path, "the splat maps of tile " + tile.X + ", " + tile.Z + " have " + layer
                    + " materials, but those of the first tile have " + terrain.Materials.Count, FileBytes.Fix);
            }
            return weights;
        }

        static void Check(TerrainDescription terrain, string file, int materials, Png picture)
        {
            int side = terrain.TileSamples;
            if (picture.Width != side || picture.Height != side)
            {
                throw new TerrainException(
                    file, "the picture has " + picture.Width + " x " + picture.Height + " pixels, but the tile has "
                    + side + " x " + side + " samples", FileBytes.Fix);
            }
            if (picture.Channels < materials)
            {
                throw new TerrainException(
                    file, "the picture has " + picture.Channels + " channels for " + materials + " materials",
                    FileBytes.Fix);
            }
        }

        static void Resample(Png picture, int channel, float[,,] weights, int layer)
        {
            int resolution = weights.GetLength(0), last = picture.Width - 1;
            double step = last / (double)(resolution - 1);
            for (int z = 0; z < resolution; z++)
            {
                // The first row of the picture is the northern border, the last row of the alphamap.
                double row = last - z * step;
                for (int x = 0; x < resolution; x++)
                {
                    weights[z, x, layer] = (float)Interpolated(picture, channel, x * step, row);
                }
            }
        }

        static double Interpolated(Png picture, int channel, double column, double row)
        {
            int last = picture.Width - 1;
            int left = System.Math.Min((int)column, last - 1), top = System.Math.Min((int)row, last - 1);
            double right = column - left, down = row - top;
            double upper = Mix(Sample(picture, channel, left, top), Sample(picture, channel, left + 1, top), right);
            double lower = Mix(Sample(picture, channel, left, top + 1), Sample(picture, channel, left + 1, top + 1), right);
            return Mix(upper, lower, down) / 255;
        }

        static double Mix(double first, double second, double share)
        {
            return first + (second - first) * share;
        }

        static double Sample(Png picture, int channel, int column, int row)
        {
            return picture.Samples[(row * picture.Width + column) * picture.Channels + channel];
        }
    }
}
