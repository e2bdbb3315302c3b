// The terrains of a built scene, found by their positions and sizes only.
using System;
using System.Collections.Generic;
using System.Linq;
using Orogen.Files;
using UnityEngine;

sealed class SceneTerrains
{
    // Metres within which a place on a border belongs to both terrains.
    const double Slack = 1e-3;

    public readonly Terrain[] Terrains;
    readonly Dictionary<string, float[,]> decoded = new Dictionary<string, float[,]>();

    public SceneTerrains(GameObject parent)
    {
        Terrains = parent.GetComponentsInChildren<Terrain>();
    }

    // Row: X and Z of a sample in the world, and its height.
    public double HeightError(double[] row)
    {
        return At(row).Max(terrain =>
        {
            float height = terrain.terrainData.GetHeight(SampleX(terrain, row), SampleZ(terrain, row));
            return Math.Abs(terrain.transform.localPosition.y + height - row[2]);
        });
    }

    public double DecodedError(TerrainDescription description, double[] row)
    {
        return At(row).Max(terrain =>
        {
            double share = Decoded(description, terrain)[SampleZ(terrain, row), SampleX(terrain, row)];
            return Math.Abs(description.Lowest + share * (description.Highest - description.Lowest) - row[2]);
        });
    }

    float[,] Decoded(TerrainDescription description, Terrain terrain)
    {
        string name = terrain.gameObject.name;
        if (!decoded.ContainsKey(name))
        {
            Tile tile = description.Tiles.Single(one => name == description.Stem || name.EndsWith("_" + one.X + "_" + one.Z));
            decoded[name] = RawHeights.Read(description, tile);
        }
        return decoded[name];
    }

    // Row: X and Z of the centre of a texel, then its weights.
    public double WeightError(double[] row)
    {
        return Texel(row).Zip(row.Skip(2), (got, want) => Math.Abs(got - want)).Max();
    }

    public double SumError(double[] row)
    {
        return Math.Abs(Texel(row).Sum() - 1);
    }

    double[] Texel(double[] row)
    {
        Terrain terrain = At(row).First();
        float[,,] map = Map(terrain);
        if (map.GetLength(2) != row.Length - 2) throw new Exception("the terrain has " + map.GetLength(2) + " layers");
        int last = terrain.terrainData.alphamapResolution - 1;
        int x = (int)Math.Round(ShareX(terrain, row) * last), z = (int)Math.Round(ShareZ(terrain, row) * last);
        return Enumerable.Range(0, row.Length - 2).Select(layer => (double)map[z, x, layer]).ToArray();
    }

    static float[,,] Map(Terrain terrain)
    {
        int resolution = terrain.terrainData.alphamapResolution;
        return terrain.terrainData.GetAlphamaps(0, 0, resolution, resolution);
    }

    // Samples on one side of all borders, and the largest difference of heights and weights to the other side.
    public int BorderSamples
    {
        get { return Borders().Sum(border => border.Item1.terrainData.heightmapResolution); }
    }

    public double BorderError()
    {
        return Borders().Select(border => Difference(border.Item1, border.Item2, border.Item3)).DefaultIfEmpty(0).Max();
    }

    IEnumerable<Tuple<Terrain, Terrain, bool>> Borders()
    {
        foreach (var terrain in Terrains)
        {
            if (terrain.rightNeighbor != null) yield return Tuple.Create(terrain, terrain.rightNeighbor, true);
            if (terrain.topNeighbor != null) yield return Tuple.Create(terrain, terrain.topNeighbor, false);
        }
    }

    static double Difference(Terrain one, Terrain other, bool isEast)
    {
        TerrainData a = one.terrainData, b = other.terrainData;
        int last = a.heightmapResolution - 1;
        double heights = Enumerable.Range(0, last + 1).Max(at => isEast
            ? Math.Abs(a.GetHeight(last, at) - b.GetHeight(0, at))
            : Math.Abs(a.GetHeight(at, last) - b.GetHeight(at, 0)));
        float[,,] before = Map(one), after = Map(other);
        if (before == null) return heights;
        int texel = before.GetLength(0) - 1;
        double weights = Enumerable.Range(0, texel + 1).Max(at => Enumerable.Range(0, before.GetLength(2)).Max(layer => isEast
            ? Math.Abs(before[at, texel, layer] - after[at, 0, layer])
            : Math.Abs(before[texel, at, layer] - after[0, at, layer])));
        return Math.Max(heights, weights);
    }

    // A neighbour must be the terrain that begins or ends where this one ends or begins, and missing only if there is none.
    public int WrongNeighbours()
    {
        return Terrains.Count(terrain =>
            terrain.leftNeighbor != Beside(terrain, -1, 0) || terrain.rightNeighbor != Beside(terrain, 1, 0) ||
            terrain.bottomNeighbor != Beside(terrain, 0, -1) || terrain.topNeighbor != Beside(terrain, 0, 1));
    }

    Terrain Beside(Terrain terrain, int east, int north)
    {
        Vector3 corner = terrain.transform.localPosition, size = terrain.terrainData.size;
        float x = corner.x + east * size.x, z = corner.z + north * size.z;
        return Terrains.SingleOrDefault(other => other.transform.localPosition.x == x && other.transform.localPosition.z == z);
    }

    Terrain[] At(double[] row)
    {
        var found = Terrains.Where(terrain => Contains(terrain, row)).ToArray();
        if (found.Length == 0) throw new Exception("no terrain is at " + row[0] + ", " + row[1]);
        return found;
    }

    static bool Contains(Terrain terrain, double[] row)
    {
        double slack = Slack / terrain.terrainData.size.x, x = ShareX(terrain, row), z = ShareZ(terrain, row);
        return x >= -slack && x <= 1 + slack && z >= -slack && z <= 1 + slack;
    }

    static double ShareX(Terrain terrain, double[] row)
    {
        return (row[0] - terrain.transform.localPosition.x) / terrain.terrainData.size.x;
    }

    static double ShareZ(Terrain terrain, double[] row)
    {
        return (row[1] - terrain.transform.localPosition.z) / terrain.terrainData.size.z;
    }

    static int SampleX(Terrain terrain, double[] row)
    {
        return (int)Math.Round(ShareX(terrain, row) * (terrain.terrainData.heightmapResolution - 1));
    }

    static int SampleZ(Terrain terrain, double[] row)
    {
        return (int)Math.Round(ShareZ(terrain, row) * (terrain.terrainData.heightmapResolution - 1));
    }
}
