using System;
using System.Collections.Generic;
using System.Text;

namespace Orogen.Files
{
    /// <summary>The surface of rivers and lakes: the mesh of <c>NAME_water.glb</c>, in the axes of Unity.</summary>
    public sealed class WaterSurface
    {
        const uint Magic = 0x46546C67, JsonChunk = 0x4E4F534A, BinaryChunk = 0x004E4942;
        const int Float = 5126, UnsignedShort = 5123, UnsignedInt = 5125;

        /// <summary>X, Y and Z of each vertex: metres to the east and north of the terrain's south-western corner, and heights.</summary>
        public readonly float[] Positions;

        /// <summary>Three vertices for each triangle.</summary>
        public readonly int[] Triangles;

        readonly string file;
        readonly byte[] bytes;
        readonly int binary;

        WaterSurface(TerrainDescription terrain, string file)
        {
            this.file = file;
            bytes = FileBytes.Read(file);
            if (bytes.Length < 20 || Unsigned(0) != Magic || Unsigned(16) != JsonChunk) throw Broken("it is not binary glTF 2.0");
            int jsonBytes = (int)Unsigned(12);
            if (jsonBytes < 0 || jsonBytes > bytes.Length - 20) throw Broken("it is cut off");
            var gltf = Gltf(Encoding.UTF8.GetString(bytes, 20, jsonBytes));
            // A tile without water has no mesh.
            if (!gltf.ContainsKey("meshes"))
            {
                Positions = new float[0];
                Triangles = new int[0];
                return;
            }
            binary = 20 + jsonBytes + 8;
            if (binary > bytes.Length || Unsigned(binary - 4) != BinaryChunk) throw Broken("it has no binary chunk");
            var node = First(gltf, "nodes");
            var primitive = First(First(gltf, "meshes"), "primitives");
            var corner = (List<object>)node["translation"];
            var accessors = (List<object>)gltf["accessors"];
            var views = (List<object>)gltf["bufferViews"];
            int position = Index((Dictionary<string, object>)primitive["attributes"], "POSITION");
            Positions = ReadPositions(terrain, corner, (Dictionary<string, object>)accessors[position], views);
            Triangles = ReadTriangles((Dictionary<string, object>)accessors[Index(primitive, "indices")], views);
        }

        public static WaterSurface Read(TerrainDescription terrain, string file)
        {
            try
            {
                return new WaterSurface(terrain, file);
            }
            catch (Exception problem) when (IsOfContents(problem))
            {
                throw new TerrainException(file, "this mesh cannot be read: " + problem.Message, FileBytes.Fix);
            }
        }

        static bool IsOfContents(Exception problem)
        {
            return problem is KeyNotFoundException || problem is InvalidCastException || problem is ArgumentOutOfRangeException
                || problem is FormatException;
        }

        static Dictionary<string, object> Gltf(string text)
        {
            return (Dictionary<string, object>)Json.Parse(text);
        }

        static Dictionary<string, object> First(Dictionary<string, object> owner, string key)
        {
            return (Dictionary<string, object>)((List<object>)owner[key])[0];
        }

        static int Index(Dictionary<string, object> owner, string key)
        {
            return (int)(double)owner[key];
        }

        // glTF is right-handed with z to the south. Unity is left-handed with z to the north.
        float[] ReadPositions(
            TerrainDescription terrain, List<object> corner, Dictionary<string, object> accessor, List<object> views)
        {
            int count, at = Start(accessor, views, Float, 12, out count);
            var positions = new float[3 * count];
            for (int vertex = 0; vertex < count; vertex++, at += 12)
            {
                positions[3 * vertex] = (float)terrain.UnityX(Single(at) + (double)corner[0]);
                positions[3 * vertex + 1] = (float)(Single(at + 4) + (double)corner[1]);
                positions[3 * vertex + 2] = (float)terrain.UnityZ(Single(at + 8) + (double)corner[2]);
            }
            return positions;
        }

        // Turning z around mirrors the triangles, so two corners are exchanged for the water to be seen from above.
        int[] ReadTriangles(Dictionary<string, object> accessor, List<object> views)
        {
            // Small meshes have 16-bit indices.
            bool isShort = Index(accessor, "componentType") == UnsignedShort;
            int size = isShort ? 2 : 4, count;
            int start = Start(accessor, views, isShort ? UnsignedShort : UnsignedInt, size, out count);
            if (count % 3 != 0) throw Broken("a triangle lacks a corner");
            var triangles = new int[count];
            for (int at = 0; at < count; at++)
            {
                int corner = at % 3 == 0 ? at : at % 3 == 1 ? at + 1 : at - 1;
                triangles[corner] = isShort ? BitConverter.ToUInt16(bytes, start + 2 * at) : (int)Unsigned(start + 4 * at);
                if (triangles[corner] < 0 || triangles[corner] >= Positions.Length / 3)
                    throw Broken("a triangle names a vertex that does not exist");
            }
            return triangles;
        }

        int Start(Dictionary<string, object> accessor, List<object> views, int type, int stride, out int count)
        {
            var view = (Dictionary<string, object>)views[Index(accessor, "bufferView")];
            bool isPacked = !view.ContainsKey("byteStride") || Index(view, "byteStride") == stride;
            if (Index(accessor, "componentType") != type || !isPacked)
                throw Broken("its numbers are not those that Orogen writes");
            count = Index(accessor, "count");
            int start = binary + Optional(view) + Optional(accessor);
            if ((long)start + (long)count * stride > bytes.Length)
                throw Broken("its data end early");
            return start;
        }

        static int Optional(Dictionary<string, object> owner)
        {
            return owner.ContainsKey("byteOffset") ? Index(owner, "byteOffset") : 0;
        }

        uint Unsigned(int at)
        {
            return bytes[at] | (uint)bytes[at + 1] << 8 | (uint)bytes[at + 2] << 16 | (uint)bytes[at + 3] << 24;
        }

        float Single(int at)
        {
            return BitConverter.ToSingle(bytes, at);
        }

        TerrainException Broken(string problem)
        {
            return new TerrainException(file, "this mesh cannot be read: " + problem, FileBytes.Fix);
        }
    }
}
