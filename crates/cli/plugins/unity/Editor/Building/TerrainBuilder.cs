using System.Collections.Generic;
using Orogen.Files;
using UnityEditor;
using UnityEditor.SceneManagement;
using UnityEngine;

namespace Orogen.Building
{
    /// <summary>
    /// Builds a terrain in the active scene, and its assets in <c>Assets/Orogen/NAME</c>. If they exist already, they are updated:
    /// heights, control textures, positions and trees follow the files, and everything else stays as it was edited.
    /// </summary>
    public static class TerrainBuilder
    {
        /// <summary>Builds the terrain that a <c>terrain.json</c> describes, and returns the parent of its tiles.</summary>
        /// <exception cref="TerrainException">A file is missing or damaged, or is not meant for Unity.</exception>
        public static GameObject Build(string descriptionFile)
        {
            try
            {
                EditorUtility.DisplayProgressBar("Orogen", descriptionFile, 0);
                return Build(TerrainDescription.Read(descriptionFile));
            }
            finally
            {
                EditorUtility.ClearProgressBar();
            }
        }

        static GameObject Build(TerrainDescription terrain)
        {
            var assets = new AssetFolder(terrain.Stem);
            var layers = LayerAssets.Make(assets, terrain.Materials);
            var scatter = Scatter.Read(terrain);
            var trees = TreeAssets.Make(assets, scatter.Kinds);
            GameObject parent = Parent(terrain.Stem);
            var tiles = new Dictionary<Vector2Int, Terrain>();
            for (int tile = 0; tile < terrain.Tiles.Count; tile++)
            {
                EditorUtility.DisplayProgressBar("Orogen", terrain.Tiles[tile].Heights, tile / (float)terrain.Tiles.Count);
                TerrainData data = TileAssets.Fill(assets, terrain, terrain.Tiles[tile], layers);
                TreeAssets.Plant(data, trees, scatter.On(terrain.Tiles[tile]));
                tiles[Place(terrain.Tiles[tile])] = Put(parent, terrain, terrain.Tiles[tile], data);
            }
            RemoveOthers(parent, new HashSet<Terrain>(tiles.Values));
            Connect(tiles);
            WaterBuilder.Build(assets, terrain, parent);
            AssetDatabase.SaveAssets();
            EditorSceneManager.MarkSceneDirty(parent.scene);
            return parent;
        }

        static Vector2Int Place(Tile tile)
        {
            return new Vector2Int(tile.X, tile.Z);
        }

        static GameObject Parent(string name)
        {
            GameObject parent = GameObject.Find("/" + name);
            if (parent != null) return parent;
            parent = new GameObject(name);
            Undo.RegisterCreatedObjectUndo(parent, "Build terrain");
            return parent;
        }

        // Unity's heights begin at the position of the terrain, so with Y = Lowest they are the heights of the recipe.
        static Terrain Put(GameObject parent, TerrainDescription description, Tile tile, TerrainData data)
        {
            Transform existing = parent.transform.Find(data.name);
            GameObject placed = existing != null ? existing.gameObject : Create(parent, data);
            float side = (float)description.TileMetres;
            placed.transform.localPosition = new Vector3(tile.X * side, (float)description.Lowest, tile.Z * side);
            var terrain = placed.GetComponent<Terrain>();
            terrain.terrainData = data;
            terrain.allowAutoConnect = true;
            placed.GetComponent<TerrainCollider>().terrainData = data;
            return terrain;
        }

        static GameObject Create(GameObject parent, TerrainData data)
        {
            GameObject created = Terrain.CreateTerrainGameObject(data);
            created.name = data.name;
            created.transform.SetParent(parent.transform, false);
            Undo.RegisterCreatedObjectUndo(created, "Build terrain");
            return created;
        }

        // Tiles of an earlier build that was cut differently.
        static void RemoveOthers(GameObject parent, HashSet<Terrain> tiles)
        {
            foreach (Terrain terrain in parent.GetComponentsInChildren<Terrain>())
            {
                if (!tiles.Contains(terrain)) Undo.DestroyObjectImmediate(terrain.gameObject);
            }
        }

        // SetNeighbors takes the neighbours to the west (left), north (top), east (right) and south (bottom).
        static void Connect(Dictionary<Vector2Int, Terrain> tiles)
        {
            foreach (var tile in tiles)
            {
                Terrain west, north, east, south;
                tiles.TryGetValue(tile.Key + Vector2Int.left, out west);
                tiles.TryGetValue(tile.Key + Vector2Int.up, out north);
                tiles.TryGetValue(tile.Key + Vector2Int.right, out east);
                tiles.TryGetValue(tile.Key + Vector2Int.down, out south);
                tile.Value.SetNeighbors(west, north, east, south);
                tile.Value.Flush();
            }
        }
    }
}
