using System;

namespace Orogen.Files
{
    /// <summary>A problem with a file of a terrain, and what to do about it.</summary>
    public sealed class TerrainException : Exception
    {
        public TerrainException(string file, string problem, string fix) : base(file + ": " + problem + ".\n" + fix + ".") { }
    }
}
