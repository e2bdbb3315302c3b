using System.Collections.Generic;
using Orogen.Files;
using UnityEditor;
using UnityEngine;

namespace Orogen.Building
{
    /// <summary>
    /// A prefab for each kind of plant, and the trees of a tile. The first build makes cones; replace the prefab by your own model,
    /// and later builds keep it.
    /// </summary>
    static class TreeAssets
    {
        const int Sides = 8;
        const float ConeMetres = 4, ConeRadius = 1;

        public static TreePrototype[] Make(AssetFolder assets, List<string> kinds)
        {
            return kinds.ConvertAll(kind => new TreePrototype { prefab = Prefab(assets, AssetFolder.FileName(kind)) }).ToArray();
        }

        /// <summary>Replaces the trees of a tile. A terrain without plants keeps the trees that were painted.</summary>
        public static void Plant(TerrainData data, TreePrototype[] prototypes, List<Plant> plants)
        {
            if (prototypes.Length == 0) return;
            data.SetTreeInstances(new TreeInstance[0], false);
            data.treePrototypes = prototypes;
            var trees = plants.ConvertAll(plant => new TreeInstance
            {
                prototypeIndex = plant.Kind,
                position = new Vector3(plant.X, 0, plant.Z),
                rotation = plant.Yaw,
                widthScale = plant.Scale,
                heightScale = plant.Scale,
                color = new Color32(255, 255, 255, 255),
                lightmapColor = new Color32(255, 255, 255, 255)
            });
            data.SetTreeInstances(trees.ToArray(), true);
            EditorUtility.SetDirty(data);
        }

        static GameObject Prefab(AssetFolder assets, string kind)
        {
            GameObject prefab = assets.Find<GameObject>(kind, "prefab");
            if (prefab != null) return prefab;
            GameObject cone = GameObject.CreatePrimitive(PrimitiveType.Cube);
            Object.DestroyImmediate(cone.GetComponent<Collider>());
            cone.name = kind;
            cone.GetComponent<MeshFilter>().sharedMesh = assets.FindOrCreate("Placeholder cone", "asset", Cone);
            prefab = PrefabUtility.SaveAsPrefabAsset(cone, assets.Path(kind, "prefab"));
            Object.DestroyImmediate(cone);
            return prefab;
        }

        static Mesh Cone()
        {
            var vertices = new List<Vector3> { new Vector3(0, ConeMetres, 0) };
            var triangles = new List<int>();
            for (int side = 0; side < Sides; side++)
            {
                float angle = 2 * Mathf.PI * side / Sides;
                vertices.Add(new Vector3(ConeRadius * Mathf.Cos(angle), 0, ConeRadius * Mathf.Sin(angle)));
                triangles.AddRange(new[] { 0, 1 + (side + 1) % Sides, 1 + side });
            }
            var mesh = new Mesh { vertices = vertices.ToArray(), triangles = triangles.ToArray() };
            mesh.RecalculateNormals();
            mesh.RecalculateBounds();
            return mesh;
        }
    }
}
