using System;
using System.Collections.Generic;
using System.IO;
using UnityEngine;

namespace UnityEditor
{
    [AttributeUsage(AttributeTargets.Method)]
    public sealed class MenuItem : Attribute { public MenuItem(string itemName) { } }

    public static class AssetDatabase
    {
        static readonly Dictionary<string, UnityEngine.Object> assets = new Dictionary<string, UnityEngine.Object>();
        static readonly HashSet<string> folders = new HashSet<string> { "Assets" };

        /// <summary>How often an asset was created. Building again must not create any.</summary>
        public static int Created { get; private set; }

        public static bool IsValidFolder(string path) { return folders.Contains(path); }

        public static string CreateFolder(string parentFolder, string newFolderName)
        {
            if (!folders.Contains(parentFolder)) throw new DirectoryNotFoundException(parentFolder);
            folders.Add(parentFolder + "/" + newFolderName);
            return "a GUID";
        }

        public static T LoadAssetAtPath<T>(string assetPath) where T : UnityEngine.Object
        {
            UnityEngine.Object asset;
            assets.TryGetValue(assetPath, out asset);
            return asset as T;
        }

        public static void CreateAsset(UnityEngine.Object asset, string path)
        {
            if (!folders.Contains(path.Substring(0, path.LastIndexOf('/')))) throw new DirectoryNotFoundException(path);
            if (assets.ContainsKey(path)) throw new InvalidOperationException(path + " exists");
            if (asset is GameObject) throw new ArgumentException("a GameObject is saved as a prefab");
            Save(asset, path);
        }

        internal static void Save(UnityEngine.Object asset, string path) { assets[path] = asset; Created++; }
        public static bool Contains(UnityEngine.Object thing) { return assets.ContainsValue(thing); }
        public static string GetAssetPath(UnityEngine.Object thing) { return ""; }
        public static void SaveAssets() { }
    }

    public static class EditorUtility
    {
        public static void SetDirty(UnityEngine.Object target)
        {
            if (!AssetDatabase.Contains(target)) throw new InvalidOperationException("only assets are saved: " + target.name);
        }

        public static void DisplayProgressBar(string title, string info, float progress) { }
        public static void ClearProgressBar() { }
        public static bool DisplayDialog(string title, string message, string ok) { return true; }
        public static string OpenFilePanel(string title, string directory, string extension) { return ""; }
    }

    public static class Selection
    {
        public static UnityEngine.Object activeObject { get; set; }
        public static GameObject activeGameObject { get; set; }
    }

    public static class Undo
    {
        public static void RegisterCreatedObjectUndo(UnityEngine.Object objectToUndo, string name) { }
        public static void DestroyObjectImmediate(UnityEngine.Object objectToUndo) { UnityEngine.Object.DestroyImmediate(objectToUndo); }
    }

    public static class PrefabUtility
    {
        public static GameObject SaveAsPrefabAsset(GameObject instanceRoot, string assetPath)
        {
            AssetDatabase.Save(instanceRoot, assetPath);
            return instanceRoot;
        }
    }
}

namespace UnityEditor.SceneManagement
{
    public static class EditorSceneManager { public static bool MarkSceneDirty(UnityEngine.SceneManagement.Scene scene) { return true; } }
}
