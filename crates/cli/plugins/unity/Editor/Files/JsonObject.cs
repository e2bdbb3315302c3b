using System;
using System.Collections.Generic;
using System.IO;

namespace Orogen.Files
{
    /// <summary>An object of a JSON file. Its errors name the file and the key.</summary>
    public sealed class JsonObject
    {
        const string Fix = "Generate the terrain again: orogen generate RECIPE -o FOLDER --for unity";
        readonly string file;
        readonly Dictionary<string, object> members;

        JsonObject(string file, Dictionary<string, object> members)
        {
            this.file = file;
            this.members = members;
        }

        public static JsonObject Read(string file)
        {
            try
            {
                var members = Json.Parse(File.ReadAllText(file)) as Dictionary<string, object>;
                if (members == null) throw new TerrainException(file, "this is not a JSON object", Fix);
                return new JsonObject(file, members);
            }
            catch (FormatException problem)
            {
                throw new TerrainException(file, "this is not JSON: " + problem.Message, Fix);
            }
            catch (IOException problem)
            {
                throw new TerrainException(
                    file, "the file cannot be read: " + problem.Message,
                    "Choose the terrain.json that `orogen generate` wrote");
            }
        }

        public bool Has(string key)
        {
            return members.ContainsKey(key) && members[key] != null;
        }

        public double Number(string key)
        {
            return Get<double>(key, "a number");
        }

        public string Text(string key)
        {
            return Get<string>(key, "a text");
        }

        public string TextOr(string key, string otherwise)
        {
            return Has(key) ? Text(key) : otherwise;
        }

        public JsonObject Object(string key)
        {
            return new JsonObject(file, Get<Dictionary<string, object>>(key, "an object"));
        }

        public List<JsonObject> Objects(string key)
        {
            return List(key, "objects", item => new JsonObject(file, (Dictionary<string, object>)item));
        }

        public List<string> Texts(string key)
        {
            return List(key, "texts", item => (string)item);
        }

        /// <summary>A count or index, which is a whole number from 0 to 2^30.</summary>
        public int Count(string key)
        {
            return Whole(key, Number(key));
        }

        public List<int> Counts(string key)
        {
            return List(key, "numbers", item => Whole(key, (double)item));
        }

        public List<double> Numbers(string key)
        {
            return List(key, "numbers", item => (double)item);
        }

        List<T> List<T>(string key, string kind, Func<object, T> convert)
        {
            try
            {
                return Get<List<object>>(key, "a list").ConvertAll(item => convert(item));
            }
            catch (InvalidCastException)
            {
                throw Wrong(key, "is not a list of " + kind);
            }
            catch (NullReferenceException)
            {
                throw Wrong(key, "has an empty entry");
            }
        }

        T Get<T>(string key, string kind)
        {
            if (!Has(key)) throw Wrong(key, "is missing");
            if (!(members[key] is T)) throw Wrong(key, "is not " + kind);
            return (T)members[key];
        }

        int Whole(string key, double number)
        {
            if (number != Math.Floor(number) || number < 0 || number > 1 << 30) throw Wrong(key, "is not a count: " + number);
            return (int)number;
        }

        TerrainException Wrong(string key, string problem)
        {
            return new TerrainException(file, "`" + key + "` " + problem, Fix);
        }
    }
}
