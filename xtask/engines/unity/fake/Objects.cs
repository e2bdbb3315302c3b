// Objects of a scene, with the names and signatures of Unity's Script Reference (2021.3 to 6000.x). Only what the package uses
// exists, so that a misspelt name does not compile. Values are kept, so that a build can be compared with the files.
using System;
using System.Collections.Generic;
using System.Linq;

namespace UnityEngine
{
    public class Object
    {
        public string name { get; set; }
        public static void DestroyImmediate(Object thing)
        {
            var component = thing as Component;
            if (component != null) component.gameObject.components.Remove(component);
            var whole = thing as GameObject;
            if (whole != null) SceneManagement.Scene.Remove(whole);
        }
    }

    public class Component : Object
    {
        public GameObject gameObject { get; internal set; }
        public Transform transform { get { return gameObject.transform; } }
        public T GetComponent<T>() where T : Component { return gameObject.GetComponent<T>(); }
    }

    public class Transform : Component
    {
        internal readonly List<Transform> children = new List<Transform>();
        internal Transform parent;
        public Vector3 localPosition { get; set; }
        public Vector3 localScale { get; set; }

        public void SetParent(Transform owner, bool worldPositionStays)
        {
            if (worldPositionStays) throw new NotSupportedException("the fake only keeps local positions");
            if (parent != null) parent.children.Remove(this);
            parent = owner;
            owner.children.Add(this);
        }

        public Transform Find(string path)
        {
            return children.FirstOrDefault(child => child.gameObject.name == path);
        }
    }

    public sealed class GameObject : Object
    {
        internal readonly List<Component> components = new List<Component>();
        public Transform transform { get { return GetComponent<Transform>(); } }
        public SceneManagement.Scene scene { get { return new SceneManagement.Scene(); } }

        public GameObject(string name)
        {
            this.name = name;
            Add(new Transform { localScale = new Vector3(1, 1, 1) });
            SceneManagement.Scene.Objects.Add(this);
        }

        internal T Add<T>(T component) where T : Component
        {
            component.gameObject = this;
            components.Add(component);
            return component;
        }

        public T GetComponent<T>() where T : Component { return components.OfType<T>().FirstOrDefault(); }

        public T[] GetComponentsInChildren<T>() where T : Component
        {
            var own = components.OfType<T>();
            return own.Concat(transform.children.SelectMany(child => child.gameObject.GetComponentsInChildren<T>())).ToArray();
        }

        // A name that begins with / is that of an object without a parent.
        public static GameObject Find(string name)
        {
            if (!name.StartsWith("/") || name.LastIndexOf('/') > 0)
                throw new NotSupportedException("the fake only finds roots");
            return SceneManagement.Scene.Objects.FirstOrDefault(root => root.transform.parent == null && root.name == name.Substring(1));
        }

        public static GameObject CreatePrimitive(PrimitiveType type)
        {
            var made = new GameObject(type.ToString());
            made.Add(new MeshFilter { sharedMesh = new Mesh() });
            made.Add(new MeshRenderer { sharedMaterial = new Material((Material)null) });
            made.Add(new Collider());
            return made;
        }
    }

    public enum PrimitiveType { Sphere, Capsule, Cylinder, Cube, Plane, Quad }
    public class Collider : Component { }
    public class MeshFilter : Component { public Mesh sharedMesh { get; set; } }
    public class Renderer : Component { public Material sharedMaterial { get; set; } }
    public class MeshRenderer : Renderer { }

    public class Material : Object
    {
        public Material(Material source) { }
        public Color color { get; set; }
    }

    public sealed class Mesh : Object
    {
        Vector3[] points = new Vector3[0];
        int[] corners = new int[0];
        public Rendering.IndexFormat indexFormat { get; set; }
        public Vector3[] vertices { get { return points; } set { points = value; } }

        public int[] triangles
        {
            get { return corners; }
            set
            {
                if (value.Length % 3 != 0 || value.Any(corner => corner < 0 || corner >= points.Length))
                    throw new ArgumentException("triangles");
                if (indexFormat == Rendering.IndexFormat.UInt16 && points.Length > 65535)
                    throw new ArgumentException("too many vertices for 16 bits");
                corners = value;
            }
        }

        public void Clear() { vertices = new Vector3[0]; triangles = new int[0]; }
        public void RecalculateNormals() { }
        public void RecalculateBounds() { }
    }

    public static class Debug { public static void LogError(object message) { Console.Error.WriteLine(message); } }
}

namespace UnityEngine.Rendering
{
    public enum IndexFormat { UInt16, UInt32 }
}

namespace UnityEngine.SceneManagement
{
    public struct Scene
    {
        internal static readonly List<GameObject> Objects = new List<GameObject>();

        internal static void Remove(GameObject gone)
        {
            Objects.Remove(gone);
            if (gone.transform.parent != null) gone.transform.parent.children.Remove(gone.transform);
        }
    }
}
