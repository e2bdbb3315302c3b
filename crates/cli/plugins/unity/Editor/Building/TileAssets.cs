using Orogen.Files;
using UnityEditor;
using UnityEngine;

namespace Orogen.Building
{
    /// <summary>The heights and control textures of a tile: an asset of the type TerrainData.</summary>
    static class TileAssets
    {
        // The limits of TerrainData.alphamapResolution in the Inspector.
        const int SmallestAlphamap = 16, LargestAlphamap = 4096;

        // Grass can be painted only on a terrain with a resolution for details. New terrains of the editor have this one.
        const int DetailResolution = 1024, DetailPatch = 32;

        public static TerrainData Fill(AssetFolder assets, TerrainDescription terrain, Tile tile, TerrainLayer[] layers)
        {
            // The asset must exist before its control textures do, because they are saved inside it.
            string name = terrain.Tiles.Count == 1 ? terrain.Stem : terrain.Stem + "_" + tile.X + "_" + tile.Z;
            TerrainData data = assets.FindOrCreate(name, "asset", New);
            SetHeights(data, terrain, tile);
            if (layers.Length > 0) SetAlphamaps(data, terrain, tile, layers);
            EditorUtility.SetDirty(data);
            return data;
        }

        static TerrainData New()
        {
            var data = new TerrainData();
            data.SetDetailResolution(DetailResolution, DetailPatch);
            return data;
        }

        // A new resolution changes the size, so the size comes second.
        static void SetHeights(TerrainData data, TerrainDescription terrain, Tile tile)
        {
            float[,] heights = RawHeights.Read(terrain, tile);
            if (data.heightmapResolution != terrain.TileSamples) data.heightmapResolution = terrain.TileSamples;
            float side = (float)terrain.TileMetres;
            data.size = new Vector3(side, (float)(terrain.Highest - terrain.Lowest), side);
            data.SetHeights(0, 0, heights);
        }

        static void SetAlphamaps(TerrainData data, TerrainDescription terrain, Tile tile, TerrainLayer[] layers)
        {
            data.alphamapResolution = Mathf.Clamp(terrain.TileSamples - 1, SmallestAlphamap, LargestAlphamap);
            data.terrainLayers = layers;
            data.SetAlphamaps(0, 0, Alphamaps.Read(terrain, tile, data.alphamapResolution));
        }
    }
}
