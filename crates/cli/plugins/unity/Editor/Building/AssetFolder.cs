using System.Collections.Generic;
using UnityEditor;
using UnityEngine;

namespace Orogen.Building
{
    /// <summary>The folder of a terrain's assets. Each asset is found again by its name.</summary>
    sealed class AssetFolder
    {
        public readonly string Name;
        readonly string path;

        public AssetFolder(string name)
        {
            Name = name;
            path = Folder(Folder("Assets", "Orogen"), name);
        }

        static string Folder(string parent, string name)
        {
            string path = parent + "/" + name;
            if (!AssetDatabase.IsValidFolder(path)) AssetDatabase.CreateFolder(parent, name);
            return path;
        }

        public string Path(string name, string extension)
        {
            return path + "/" + name + "." + extension;
        }

        /// <summary>The asset with this name, or null.</summary>
        public T Find<T>(string name, string extension) where T : Object
        {
            return AssetDatabase.LoadAssetAtPath<T>(Path(name, extension));
        }

        /// <summary>The asset with this name, which is made and saved if there is none.</summary>
        public T FindOrCreate<T>(string name, string extension, System.Func<T> make) where T : Object
        {
            T asset = Find<T>(name, extension);
            if (asset != null) return asset;
            asset = make();
            asset.name = name;
            AssetDatabase.CreateAsset(asset, Path(name, extension));
            return asset;
        }

        /// <summary>The name, in which each letter that a file name or a path of assets cannot have is replaced.</summary>
        public static string FileName(string name)
        {
            var bad = new HashSet<char>(System.IO.Path.GetInvalidFileNameChars());
            bad.UnionWith("/\\:*?\"<>|");
            return new string(System.Array.ConvertAll(name.ToCharArray(), letter => bad.Contains(letter) ? '_' : letter));
        }
    }
}
