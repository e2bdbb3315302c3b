using System;
using System.IO;
using System.IO.Compression;

namespace Orogen.Files
{
    /// <summary>
    /// A PNG with 8 bits per channel (W3C, Portable Network Graphics, second edition). It is read without the engine, so that the
    /// same code also runs in tests.
    /// </summary>
    public sealed class Png
    {
        static readonly byte[] Signature = { 137, 80, 78, 71, 13, 10, 26, 10 };

        public readonly int Width, Height, Channels;

        /// <summary>Rows from the top, without their filters.</summary>
        public readonly byte[] Samples;

        readonly string file;

        Png(string file, byte[] bytes)
        {
            this.file = file;
            CheckSignature(bytes);
            var compressed = new MemoryStream();
            int at = Signature.Length;
            string type;
            do
            {
                if (at + 12 > bytes.Length) throw Broken("it ends before its last chunk");
                int length = BigEndian(bytes, at);
                type = new string(new[] { (char)bytes[at + 4], (char)bytes[at + 5], (char)bytes[at + 6], (char)bytes[at + 7] });
                if (length < 0 || length > bytes.Length - at - 12) throw Broken("the chunk `" + type + "` is cut off");
                if (type == "IHDR")
                {
                    if (length < 13) throw Broken("its header is too short");
                    Width = BigEndian(bytes, at + 8);
                    Height = BigEndian(bytes, at + 12);
                    Channels = ChannelsOf(bytes[at + 16], bytes[at + 17], bytes[at + 20]);
                }
                if (type == "IDAT") compressed.Write(bytes, at + 8, length);
                at += length + 12;
            } while (type != "IEND");
            if (Width < 1 || Height < 1 || Width > 8192 || Height > 8192) throw Broken("its size is " + Width + " x " + Height);
            Samples = new byte[Width * Channels * Height];
            compressed.Position = 0;
            ReadRows(compressed);
        }

        public static Png Read(string file)
        {
            return new Png(file, FileBytes.Read(file));
        }

        void CheckSignature(byte[] bytes)
        {
            for (int at = 0; at < Signature.Length; at++)
            {
                if (at >= bytes.Length || bytes[at] != Signature[at])
                    throw Broken("it does not begin with the signature of a PNG");
            }
        }

        // Colour types: 0 grey, 2 RGB, 4 grey and alpha, 6 RGBA.
        int ChannelsOf(byte depth, byte colourType, byte interlace)
        {
            int channels = colourType == 0 ? 1 : colourType == 2 ? 3 : colourType == 4 ? 2 : colourType == 6 ? 4 : 0;
            if (depth == 8 && channels > 0 && interlace == 0) return channels;
            string found = depth + " bits, colour type " + colourType + " and interlacing " + interlace;
            throw Broken("it has " + found + "; only 8 bits without palette and interlacing are read");
        }

        void ReadRows(Stream compressed)
        {
            int rowBytes = Width * Channels;
            try
            {
                // The zlib header (RFC 1950) is two bytes. Deflate follows.
                compressed.ReadByte();
                compressed.ReadByte();
                using (var data = new DeflateStream(compressed, CompressionMode.Decompress))
                {
                    for (int row = 0; row < Height; row++)
                    {
                        int filter = data.ReadByte();
                        ReadExactly(data, row * rowBytes, rowBytes);
                        Unfilter(filter, row, rowBytes);
                    }
                }
            }
            catch (InvalidDataException problem)
            {
                throw Broken("its data are damaged: " + problem.Message);
            }
        }

        void ReadExactly(Stream data, int at, int count)
        {
            while (count > 0)
            {
                int read = data.Read(Samples, at, count);
                if (read <= 0) throw Broken("its data end early");
                at += read;
                count -= read;
            }
        }

        void Unfilter(int filter, int row, int rowBytes)
        {
            int first = row * rowBytes;
            for (int at = 0; at < rowBytes; at++)
            {
                int left = at >= Channels ? Samples[first + at - Channels] : 0;
                int above = row > 0 ? Samples[first + at - rowBytes] : 0;
                int corner = row > 0 && at >= Channels ? Samples[first + at - rowBytes - Channels] : 0;
                Samples[first + at] += (byte)Predicted(filter, left, above, corner);
            }
        }

        int Predicted(int filter, int left, int above, int corner)
        {
            switch (filter)
            {
                case 0: return 0;
                case 1: return left;
                case 2: return above;
                case 3: return (left + above) / 2;
                case 4: return Paeth(left, above, corner);
                default: throw Broken("a row has the unknown filter " + filter);
            }
        }

        static int Paeth(int left, int above, int corner)
        {
            int estimate = left + above - corner;
            int toLeft = Math.Abs(estimate - left), toAbove = Math.Abs(estimate - above);
            int toCorner = Math.Abs(estimate - corner);
            if (toLeft <= toAbove && toLeft <= toCorner) return left;
            return toAbove <= toCorner ? above : corner;
        }

        static int BigEndian(byte[] bytes, int at)
        {
            return bytes[at] << 24 | bytes[at + 1] << 16 | bytes[at + 2] << 8 | bytes[at + 3];
        }

        TerrainException Broken(string problem)
        {
            return new TerrainException(file, "this picture cannot be read: " + problem, FileBytes.Fix);
        }
    }
}
