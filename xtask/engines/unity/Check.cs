// Builds a terrain with the package, on the fake of Unity's API in `fake`, and compares the scene with the values in CSV files:
//   check.exe build TERRAIN.JSON FOLDER      FOLDER has the files of places.py; prints NAME PLACES ERROR LIMIT for each check
//   check.exe recut TERRAIN.JSON OTHER.JSON  builds one after the other
//   check.exe error TERRAIN.JSON             builds and prints the message of the error
using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using Orogen.Building;
using Orogen.Files;
using UnityEditor;
using UnityEngine;

static class Check
{
    // Steps of heights in the fake, as in Unity.
    const double StoredSteps = 32766;

    // Metres by which the heights of `generate`, in single precision, may differ from the exact recipe.
    const double SinglePrecision = 0.001;

    // Metres by which positions of up to 16 km may differ in single precision.
    const double PositionPrecision = 0.002;

    static int Main(string[] arguments)
    {
        // Decimal commas, as on many users' machines.
        CultureInfo.DefaultThreadCurrentCulture = CultureInfo.CurrentCulture = new CultureInfo("de-DE");
        bool wantsError = arguments[0] == "error";
        try
        {
            GameObject parent = TerrainBuilder.Build(arguments[1]);
            if (wantsError) return 1;
            if (arguments[0] == "recut")
            {
                Recut(parent, arguments[2]);
                return 0;
            }
            Compare(parent, TerrainDescription.Read(arguments[1]), arguments[2]);
            Rebuild(parent, arguments[1]);
            return 0;
        }
        catch (TerrainException problem)
        {
            Console.WriteLine(problem.Message);
            return wantsError ? 0 : 1;
        }
    }

    static void Compare(GameObject parent, TerrainDescription description, string folder)
    {
        var scene = new SceneTerrains(parent);
        double range = description.Highest - description.Lowest, half = range / 65535 / 2 + SinglePrecision;
        var heights = Rows(folder, "heights.csv");
        Print("decoded_heights", heights, row => scene.DecodedError(description, row), half);
        Print("stored_heights", heights, scene.HeightError, half + range / StoredSteps / 2);
        var weights = Rows(folder, "weights.csv");
        Print("weights", weights, scene.WeightError, 1e-6);
        Print("weight_sums", weights, scene.SumError, 1e-6);
        var colours = Rows(folder, "colours.csv");
        int wrong = scene.Terrains.Sum(terrain => WrongColours(terrain.terrainData.terrainLayers, colours));
        Print("layer_colours", colours.Count, wrong, 0);
        Sea(parent.transform.Find("Sea"), Rows(folder, "sea.csv"));
        Print("borders", scene.BorderSamples, scene.BorderError(), 0);
        Print("neighbours", scene.Terrains.Length, scene.WrongNeighbours(), 0);
        Water(parent, Rows(folder, "water.csv"));
        Plants(scene, Rows(folder, "plants.csv"));
    }

    // Without alpha, because terrain shaders read it as smoothness.
    static int WrongColours(TerrainLayer[] layers, List<double[]> colours)
    {
        var same = layers.Zip(colours, (layer, colour) => HasColour(layer.diffuseTexture, colour));
        return Math.Max(layers.Length, colours.Count) - same.Count(isSame => isSame);
    }

    static bool HasColour(Texture2D texture, double[] colour)
    {
        var pixels = texture.GetPixels32();
        bool isSame = pixels.All(pixel => pixel.r == colour[0] && pixel.g == colour[1] && pixel.b == colour[2]);
        return isSame && texture.format == TextureFormat.RGB24;
    }

    // Row: X, Y and Z of the middle, width and length. A plane with a scale of 1 has a side of 10 m.
    static void Sea(Transform sea, List<double[]> expected)
    {
        if (sea == null != (expected.Count == 0)) throw new Exception("there is a sea, or none, against the recipe");
        Print("sea", expected, row =>
        {
            Vector3 middle = sea.localPosition;
            var found = new double[] { middle.x, middle.y, middle.z, 10 * sea.localScale.x, 10 * sea.localScale.z };
            return Difference(found, row);
        }, 0.001);
    }

    // The vertices of all tiles, sorted, because a file has no order of tiles.
    static void Water(GameObject parent, List<double[]> expected)
    {
        var meshes = parent.GetComponentsInChildren<MeshFilter>().Where(filter => filter.gameObject.name.StartsWith("Rivers"));
        var all = meshes.Select(filter => filter.sharedMesh).ToList();
        var points = all.SelectMany(mesh => mesh.vertices).Select(point => new double[] { point.x, point.y, point.z });
        PrintPairs("water", expected, points.OrderBy(point => point[0]).ThenBy(point => point[2]).ToList());
        int triangles = all.Sum(mesh => mesh.triangles.Length / 3);
        int below = all.Sum(mesh => Enumerable.Range(0, mesh.triangles.Length / 3).Count(triangle => !FacesUp(mesh, triangle)));
        Print("water_triangles_facing_down", triangles, below, 0);
    }

    // In Unity, the cross product of two sides points to the side from which a triangle is seen. This is its y.
    static bool FacesUp(Mesh mesh, int triangle)
    {
        Func<int, Vector3> corner = at => mesh.vertices[mesh.triangles[3 * triangle + at]];
        Vector3 a = corner(0), b = corner(1), c = corner(2);
        return (double)(b.z - a.z) * (c.x - a.x) - (double)(b.x - a.x) * (c.z - a.z) > 0;
    }

    static void Plants(SceneTerrains scene, List<double[]> expected)
    {
        var found = scene.Terrains.SelectMany(terrain => terrain.terrainData.treeInstances.Select(tree => Placed(terrain, tree)));
        PrintPairs("plants", expected, found.OrderBy(row => row[0]).ToList());
    }

    static double[] Placed(Terrain terrain, TreeInstance tree)
    {
        Vector3 corner = terrain.transform.localPosition, size = terrain.terrainData.size;
        double x = corner.x + tree.position.x * size.x, z = corner.z + tree.position.z * size.z;
        return new[] { x, z, tree.rotation, tree.heightScale, tree.prototypeIndex };
    }

    // Building again keeps what was edited and makes nothing twice.
    static void Rebuild(GameObject parent, string file)
    {
        const float Edited = 3;
        int assets = AssetDatabase.Created, objects = Objects(parent);
        foreach (var layer in Layers(parent)) layer.tileSize = new Vector2(Edited, Edited);
        GameObject again = TerrainBuilder.Build(file);
        bool isSame = ReferenceEquals(again, parent) && AssetDatabase.Created == assets && Objects(again) == objects;
        bool isKept = Layers(again).All(layer => layer.tileSize.x == Edited);
        Print("built_again", 1, isSame && isKept ? 0 : 1, 0);
    }

    static int Objects(GameObject parent)
    {
        return parent.GetComponentsInChildren<Transform>().Length;
    }

    static TerrainLayer[] Layers(GameObject parent)
    {
        return new SceneTerrains(parent).Terrains[0].terrainData.terrainLayers;
    }

    // The same terrain, cut into other tiles: those of the first build are gone.
    static void Recut(GameObject parent, string other)
    {
        int before = new SceneTerrains(parent).Terrains.Length;
        var after = new SceneTerrains(TerrainBuilder.Build(other));
        int tiles = TerrainDescription.Read(other).Tiles.Count, difference = Math.Abs(after.Terrains.Length - tiles);
        int waters = parent.GetComponentsInChildren<MeshFilter>().Count(filter => filter.gameObject.name.StartsWith("Rivers"));
        Print("cut_again", before, difference + after.WrongNeighbours() + Math.Max(0, waters - tiles), 0);
    }

    static List<double[]> Rows(string folder, string name)
    {
        string file = Path.Combine(folder, name);
        if (!File.Exists(file)) return new List<double[]>();
        return File.ReadLines(file).Skip(1).Select(line => Array.ConvertAll(line.Split(','), Number)).ToList();
    }

    static double Number(string cell)
    {
        return double.Parse(cell, CultureInfo.InvariantCulture);
    }

    static double Difference(double[] one, double[] other)
    {
        return one.Zip(other, (a, b) => Math.Abs(a - b)).Max();
    }

    static void PrintPairs(string name, List<double[]> expected, List<double[]> found)
    {
        if (found.Count != expected.Count) throw new Exception(name + ": " + found.Count + " instead of " + expected.Count);
        double error = expected.Zip(found, Difference).DefaultIfEmpty(0).Max();
        Print(name, expected.Count, error, PositionPrecision);
    }

    static void Print(string name, List<double[]> rows, Func<double[], double> error, double limit)
    {
        Print(name, rows.Count, rows.Select(error).DefaultIfEmpty(0).Max(), limit);
    }

    // A check without places is not one. `check.py` asserts that each check has places on some terrain.
    static void Print(string name, int places, double error, double limit)
    {
        if (places == 0) return;
        Console.WriteLine(string.Format(CultureInfo.InvariantCulture, "{0} {1} {2:R} {3:R}", name, places, error, limit));
    }
}
