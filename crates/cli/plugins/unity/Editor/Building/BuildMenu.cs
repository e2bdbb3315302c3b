using System.IO;
using Orogen.Files;
using UnityEditor;
using UnityEngine;

namespace Orogen.Building
{
    /// <summary>The command <i>Assets &gt; Orogen &gt; Build terrain from terrain.json</i>.</summary>
    static class BuildMenu
    {
        const string Title = "Orogen";

        [MenuItem("Assets/Orogen/Build terrain from terrain.json")]
        static void Build()
        {
            string file = Selected() ?? EditorUtility.OpenFilePanel(
                "Choose a terrain.json of orogen generate --for unity", "", "json");
            if (string.IsNullOrEmpty(file)) return;
            try
            {
                Selection.activeGameObject = TerrainBuilder.Build(file);
            }
            catch (TerrainException problem)
            {
                Debug.LogError(problem.Message);
                EditorUtility.DisplayDialog(Title, problem.Message, "Close");
            }
        }

        static string Selected()
        {
            string path = AssetDatabase.GetAssetPath(Selection.activeObject);
            return Path.GetFileName(path) == "terrain.json" ? path : null;
        }
    }
}
