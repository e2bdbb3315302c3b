using System.Collections.Generic;
using Orogen.Files;
using UnityEditor;
using UnityEngine;

namespace Orogen.Building
{
    /// <summary>
    /// A Terrain Layer for each material, with a texture of the material's colour. A layer that exists keeps its textures and
    /// settings; only the texture made here follows the recipe.
    /// </summary>
    static class LayerAssets
    {
        const int Side = 4;

        // Metres that a texture covers, for the texture with which a user replaces the colour.
        const float TextureMetres = 8;

        public static TerrainLayer[] Make(AssetFolder assets, List<Files.Material> materials)
        {
            return materials.ConvertAll(material => Layer(assets, material)).ToArray();
        }

        static TerrainLayer Layer(AssetFolder assets, Files.Material material)
        {
            string name = AssetFolder.FileName(material.Name);
            Texture2D colour = Colour(assets, name + " colour", material);
            return assets.FindOrCreate(name, "terrainlayer", () => New(colour));
        }

        static TerrainLayer New(Texture2D colour)
        {
            return new TerrainLayer { diffuseTexture = colour, tileSize = new Vector2(TextureMetres, TextureMetres) };
        }

        // Without an alpha channel: terrain shaders read alpha as smoothness.
        static Texture2D Colour(AssetFolder assets, string name, Files.Material material)
        {
            Texture2D texture = assets.FindOrCreate(name, "asset", () => new Texture2D(Side, Side, TextureFormat.RGB24, true));
            var pixels = new Color32[Side * Side];
            var colour = new Color32(material.Red, material.Green, material.Blue, 255);
            for (int pixel = 0; pixel < pixels.Length; pixel++) pixels[pixel] = colour;
            texture.SetPixels32(pixels);
            texture.Apply(true);
            EditorUtility.SetDirty(texture);
            return texture;
        }
    }
}
