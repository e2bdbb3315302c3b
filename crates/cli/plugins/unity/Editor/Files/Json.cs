using System;
using System.Collections.Generic;
using System.Globalization;
using System.Text;

namespace Orogen.Files
{
    /// <summary>
    /// Reads JSON (RFC 8259) into dictionaries, lists, strings, doubles, booleans and null. Unity's own reader needs a class with
    /// fixed fields for each object, and <c>terrain.json</c> has objects with free keys.
    /// </summary>
    public sealed class Json
    {
        const int DeepestNesting = 64;
        readonly string text;
        int at;
        int depth;

        Json(string text)
        {
            this.text = text;
        }

        /// <exception cref="FormatException">The text is not JSON.</exception>
        public static object Parse(string text)
        {
            var reader = new Json(text);
            object value = reader.Value();
            reader.SkipSpace();
            if (reader.at < text.Length) throw reader.Unexpected();
            return value;
        }

        object Value()
        {
            SkipSpace();
            switch (Peek())
            {
                case '{': return Nested(Members);
                case '[': return Nested(Items);
                case '"': return String();
                case 't': return Word("true", true);
                case 'f': return Word("false", false);
                case 'n': return Word("null", null);
                default: return Number();
            }
        }

        object Nested(Func<object> read)
        {
            if (++depth > DeepestNesting) throw new FormatException("the values are nested too deeply");
            at++;
            object value = read();
            depth--;
            return value;
        }

        object Members()
        {
            var members = new Dictionary<string, object>();
            if (Ends('}')) return members;
            do
            {
                SkipSpace();
                string key = String();
                SkipSpace();
                Expect(':');
                members[key] = Value();
            } while (Continues('}'));
            return members;
        }

        object Items()
        {
            var items = new List<object>();
            if (Ends(']')) return items;
            do items.Add(Value());
            while (Continues(']'));
            return items;
        }

        string String()
        {
            Expect('"');
            var letters = new StringBuilder();
            while (Peek() != '"')
            {
                char letter = text[at++];
                letters.Append(letter == '\\' ? Escaped() : letter);
            }
            at++;
            return letters.ToString();
        }

        char Escaped()
        {
            char letter = Peek();
            at++;
            switch (letter)
            {
                case 'b': return '\b';
                case 'f': return '\f';
                case 'n': return '\n';
                case 'r': return '\r';
                case 't': return '\t';
                case 'u': return CodeUnit();
                case '"':
                case '\\':
                case '/': return letter;
                default:
                    at--;
                    throw Unexpected();
            }
        }

        char CodeUnit()
        {
            ushort unit;
            if (at + 4 > text.Length
                || !ushort.TryParse(text.Substring(at, 4), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out unit))
            {
                throw Unexpected();
            }
            at += 4;
            return (char)unit;
        }

        object Number()
        {
            int start = at;
            while (at < text.Length && "+-.0123456789eE".IndexOf(text[at]) >= 0) at++;
            double number;
            if (!double.TryParse(
                text.Substring(start, at - start), NumberStyles.Float, CultureInfo.InvariantCulture, out number))
            {
                at = start;
                throw Unexpected();
            }
            return number;
        }

        object Word(string word, object value)
        {
            if (string.CompareOrdinal(text, at, word, 0, word.Length) != 0) throw Unexpected();
            at += word.Length;
            return value;
        }

        bool Ends(char close)
        {
            SkipSpace();
            if (Peek() != close) return false;
            at++;
            return true;
        }

        bool Continues(char close)
        {
            if (Ends(close)) return false;
            Expect(',');
            return true;
        }

        void Expect(char letter)
        {
            if (Peek() != letter) throw Unexpected();
            at++;
        }

        char Peek()
        {
            if (at >= text.Length) throw new FormatException("the text ends in the middle of a value");
            return text[at];
        }

        void SkipSpace()
        {
            while (at < text.Length && " \t\r\n".IndexOf(text[at]) >= 0) at++;
        }

        FormatException Unexpected()
        {
            string what = at < text.Length ? "`" + text[at] + "`" : "the end";
            return new FormatException("unexpected " + what + " at character " + (at + 1));
        }
    }
}
