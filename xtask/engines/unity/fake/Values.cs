using System;

namespace UnityEngine
{
    public struct Vector2
    {
        public float x, y;
        public Vector2(float x, float y) { this.x = x; this.y = y; }
    }

    public struct Vector2Int
    {
        public int x, y;
        public Vector2Int(int x, int y) { this.x = x; this.y = y; }
        public static Vector2Int left { get { return new Vector2Int(-1, 0); } }
        public static Vector2Int right { get { return new Vector2Int(1, 0); } }
        public static Vector2Int up { get { return new Vector2Int(0, 1); } }
        public static Vector2Int down { get { return new Vector2Int(0, -1); } }
        public static Vector2Int operator +(Vector2Int a, Vector2Int b) { return new Vector2Int(a.x + b.x, a.y + b.y); }
    }

    public struct Vector3
    {
        public float x, y, z;
        public Vector3(float x, float y, float z) { this.x = x; this.y = y; this.z = z; }
    }

    public struct Color
    {
        public float r, g, b, a;
        public Color(float r, float g, float b) { this.r = r; this.g = g; this.b = b; a = 1; }
    }

    public struct Color32
    {
        public byte r, g, b, a;
        public Color32(byte r, byte g, byte b, byte a) { this.r = r; this.g = g; this.b = b; this.a = a; }
    }

    public static class Mathf
    {
        public const float PI = (float)Math.PI;
        public static float Cos(float angle) { return (float)Math.Cos(angle); }
        public static float Sin(float angle) { return (float)Math.Sin(angle); }
        public static int Clamp(int value, int min, int max) { return Math.Min(max, Math.Max(min, value)); }
    }

    public enum TextureFormat { RGB24 = 3, RGBA32 = 4 }

    public sealed class Texture2D : Object
    {
        public readonly int width, height;
        public readonly TextureFormat format;
        internal Color32[] pixels = new Color32[0];

        public Texture2D(int width, int height, TextureFormat textureFormat, bool mipChain)
        {
            this.width = width;
            this.height = height;
            format = textureFormat;
        }

        public void SetPixels32(Color32[] colors)
        {
            if (colors.Length != width * height) throw new ArgumentException("colors");
            pixels = colors;
        }

        public Color32[] GetPixels32() { return pixels; }
        public void Apply(bool updateMipmaps) { }
    }
}
