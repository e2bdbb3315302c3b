using System.Collections.Generic;
using System.Globalization;

namespace Orogen.Files
{
    /// <summary>A material's name and its colour in sRGB.</summary>
    public struct Material
    {
        public string Name;
        public byte Red, Green, Blue;
    }

    /// <summary>The colours of the materials that have weights, from the list <c>materials</c> of <c>terrain.json</c>.</summary>
    static class MaterialColours
    {
        const string Fix = "Generate the terrain again: orogen generate RECIPE -o FOLDER --for unity";

        public static List<Material> Read(JsonObject json, string file, List<string> names)
        {
            if (names.Count == 0) return new List<Material>();
            var colours = new Dictionary<string, string>();
            foreach (var material in json.Objects("materials")) colours[material.Text("name")] = material.Text("color");
            return names.ConvertAll(name => Parse(file, name, colours.ContainsKey(name) ? colours[name] : ""));
        }

        // Colours are #rrggbb.
        static Material Parse(string file, string name, string colour)
        {
            int number;
            string digits = colour.TrimStart('#');
            bool isNumber = int.TryParse(digits, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out number);
            if (!isNumber || digits.Length != 6) throw new TerrainException(file, "the material `" + name + "` has no colour", Fix);
            return new Material { Name = name, Red = (byte)(number >> 16), Green = (byte)(number >> 8), Blue = (byte)number };
        }
    }
}
