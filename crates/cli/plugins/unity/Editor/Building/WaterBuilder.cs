using System.Collections.Generic;
using Orogen.Files;
using UnityEditor;
using UnityEngine;
using UnityEngine.Rendering;

namespace Orogen.Building
{
    /// <summary>
    /// The sea, a plane at its level, and the surface of rivers and lakes. Replace their material by your own water.
    /// </summary>
    static class WaterBuilder
    {
        // The side of Unity's plane at a scale of 1.
        const float PlaneMetres = 10;

        const string Inland = "Rivers and lakes";

        public static void Build(AssetFolder assets, TerrainDescription terrain, GameObject parent)
        {
            if (terrain.SeaLevel.HasValue) Sea(assets, terrain, parent);
            else RemoveSea(parent);
            var names = new HashSet<string>();
            foreach (Tile tile in terrain.Tiles)
            {
                WaterSurface surface = tile.Water == null ? null : WaterSurface.Read(terrain, tile.Water);
                if (surface == null || surface.Triangles.Length == 0) continue;
                string name = terrain.Tiles.Count == 1 ? Inland : Inland + " " + tile.X + "_" + tile.Z;
                names.Add(name);
                Rivers(assets, surface, name, parent);
            }
            RemoveOthers(parent, names);
        }

        static void Sea(AssetFolder assets, TerrainDescription terrain, GameObject parent)
        {
            Transform sea = Child(assets, parent, "Sea");
            float width = (float)(terrain.TilesAcross * terrain.TileMetres), length = (float)terrain.LengthMetres;
            sea.localPosition = new Vector3(width / 2, (float)terrain.SeaLevel.Value, length / 2);
            sea.localScale = new Vector3(width / PlaneMetres, 1, length / PlaneMetres);
        }

        // The sea of an earlier build. A child of this name with a mesh is ours.
        static void RemoveSea(GameObject parent)
        {
            Transform sea = parent.transform.Find("Sea");
            if (sea != null && sea.GetComponent<MeshFilter>() != null) Undo.DestroyObjectImmediate(sea.gameObject);
        }

        // Water of an earlier build, where there is none now.
        static void RemoveOthers(GameObject parent, HashSet<string> names)
        {
            foreach (MeshFilter water in parent.GetComponentsInChildren<MeshFilter>())
            {
                string name = water.gameObject.name;
                if (name.StartsWith(Inland) && !names.Contains(name)) Undo.DestroyObjectImmediate(water.gameObject);
            }
        }

        static void Rivers(AssetFolder assets, WaterSurface surface, string name, GameObject parent)
        {
            Mesh mesh = assets.FindOrCreate(name, "asset", () => new Mesh());
            Fill(mesh, surface);
            Child(assets, parent, name).GetComponent<MeshFilter>().sharedMesh = mesh;
        }

        static void Fill(Mesh mesh, WaterSurface surface)
        {
            var vertices = new Vector3[surface.Positions.Length / 3];
            for (int vertex = 0, at = 0; vertex < vertices.Length; vertex++, at += 3)
            {
                vertices[vertex] = new Vector3(surface.Positions[at], surface.Positions[at + 1], surface.Positions[at + 2]);
            }
            mesh.Clear();
            mesh.indexFormat = IndexFormat.UInt32;
            mesh.vertices = vertices;
            mesh.triangles = surface.Triangles;
            mesh.RecalculateNormals();
            mesh.RecalculateBounds();
            EditorUtility.SetDirty(mesh);
        }

        static Transform Child(AssetFolder assets, GameObject parent, string name)
        {
            Transform existing = parent.transform.Find(name);
            if (existing != null) return existing;
            GameObject made = GameObject.CreatePrimitive(PrimitiveType.Plane);
            Object.DestroyImmediate(made.GetComponent<Collider>());
            made.name = name;
            made.transform.SetParent(parent.transform, false);
            Undo.RegisterCreatedObjectUndo(made, "Build terrain");
            var renderer = made.GetComponent<MeshRenderer>();
            renderer.sharedMaterial = Water(assets, renderer.sharedMaterial);
            return made.transform;
        }

        // A copy of the primitive's material has the right shader in every render pipeline.
        static UnityEngine.Material Water(AssetFolder assets, UnityEngine.Material primitive)
        {
            var colour = new Color(0.1f, 0.28f, 0.36f);
            return assets.FindOrCreate("Water", "mat", () => new UnityEngine.Material(primitive) { color = colour });
        }
    }
}
