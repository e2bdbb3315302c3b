using System;

namespace UnityEngine
{
    public sealed class TerrainLayer : Object
    {
        public Texture2D diffuseTexture { get; set; }
        public Vector2 tileSize { get; set; }
    }

    public sealed class TreePrototype { public GameObject prefab { get; set; } }

    public struct TreeInstance
    {
        public Vector3 position;
        public float widthScale, heightScale, rotation;
        public Color32 color, lightmapColor;
        public int prototypeIndex;
    }

    public sealed class TerrainCollider : Collider { public TerrainData terrainData { get; set; } }

    public sealed class Terrain : Component
    {
        public TerrainData terrainData { get; set; }
        public bool allowAutoConnect { get; set; }
        public Terrain leftNeighbor { get; private set; }
        public Terrain topNeighbor { get; private set; }
        public Terrain rightNeighbor { get; private set; }
        public Terrain bottomNeighbor { get; private set; }

        public void SetNeighbors(Terrain left, Terrain top, Terrain right, Terrain bottom)
        {
            leftNeighbor = left;
            topNeighbor = top;
            rightNeighbor = right;
            bottomNeighbor = bottom;
        }

        public void Flush() { }

        public static GameObject CreateTerrainGameObject(TerrainData assignTerrain)
        {
            var made = new GameObject("Terrain");
            made.Add(new Terrain { terrainData = assignTerrain });
            made.Add(new TerrainCollider { terrainData = assignTerrain });
            return made;
        }
    }

    // As the Script Reference and Unity's published C# source describe it: the resolution is clamped to 2^n + 1 from 33 to 4097; a
    // new one scales the size and clears the heights; the heightmap texture holds 0 to 32766 for 0 to 1
    // (PaintContext.kNormalizedHeightScale).
    public sealed class TerrainData : Object
    {
        const float LargestStored = 32766;
        ushort[,] stored = new ushort[33, 33];
        Vector3 metres = new Vector3(1000, 600, 1000);
        TerrainLayer[] layers = new TerrainLayer[0];
        int alphamapSide = 512;
        float[,,] alphamaps;
        TreePrototype[] prototypes = new TreePrototype[0];

        public TreeInstance[] treeInstances { get; private set; }
        public TerrainData() { treeInstances = new TreeInstance[0]; }

        public int heightmapResolution
        {
            get { return stored.GetLength(0); }
            set
            {
                int side = 33;
                while (side < value && side < 4097) side = 2 * side - 1;
                float factor = (side - 1) / (float)(heightmapResolution - 1);
                metres = new Vector3(metres.x * factor, metres.y, metres.z * factor);
                stored = new ushort[side, side];
            }
        }

        public Vector3 size { get { return metres; } set { metres = value; } }

        public void SetHeights(int xBase, int yBase, float[,] heights)
        {
            int rows = heights.GetLength(0), columns = heights.GetLength(1);
            if (xBase < 0 || yBase < 0 || xBase + columns > heightmapResolution || yBase + rows > heightmapResolution)
                throw new ArgumentException("X or Y base out of bounds");
            for (int y = 0; y < rows; y++)
            for (int x = 0; x < columns; x++)
            {
                if (!(heights[y, x] >= 0 && heights[y, x] <= 1)) throw new ArgumentException("a height is not from 0 to 1");
                stored[yBase + y, xBase + x] = (ushort)Math.Round(heights[y, x] * LargestStored);
            }
        }

        /// <summary>Metres above the terrain's position.</summary>
        public float GetHeight(int x, int y) { return stored[y, x] / LargestStored * metres.y; }

        public int alphamapResolution
        {
            get { return alphamapSide; }
            set
            {
                if (value < 16 || value > 4096 || (value & (value - 1)) != 0)
                    throw new ArgumentException("alphamapResolution " + value);
                alphamapSide = value;
            }
        }

        public int detailResolution { get; private set; }

        public void SetDetailResolution(int detailResolution, int resolutionPerPatch)
        {
            if (detailResolution < 0 || resolutionPerPatch < 8 || resolutionPerPatch > 128) throw new ArgumentException("detailResolution");
            this.detailResolution = detailResolution;
        }

        public TerrainLayer[] terrainLayers { get { return layers; } set { layers = value; } }

        public void SetAlphamaps(int x, int y, float[,,] map)
        {
            // The control textures are saved inside the asset.
            if (!UnityEditor.AssetDatabase.Contains(this))
                throw new InvalidOperationException("the terrain data is not an asset yet");
            if (map.GetLength(2) != layers.Length)
                throw new Exception("Float array size wrong (layers should be " + layers.Length + ")");
            if (x != 0 || y != 0 || map.GetLength(0) != alphamapSide || map.GetLength(1) != alphamapSide)
                throw new ArgumentException("map");
            alphamaps = map;
        }

        public float[,,] GetAlphamaps(int x, int y, int width, int height) { return alphamaps; }

        public TreePrototype[] treePrototypes
        {
            get { return prototypes; }
            set
            {
                if (treeInstances.Length > 0) throw new InvalidOperationException("trees still use the old prototypes");
                prototypes = value;
            }
        }

        public void SetTreeInstances(TreeInstance[] instances, bool snapToHeightmap)
        {
            foreach (var tree in instances)
            {
                bool isInside = tree.position.x >= 0 && tree.position.x <= 1 && tree.position.z >= 0 && tree.position.z <= 1;
                if (!isInside || tree.prototypeIndex < 0 || tree.prototypeIndex >= prototypes.Length)
                    throw new ArgumentException("a tree is outside the terrain or has no prototype");
            }
            treeInstances = instances;
        }
    }
}
