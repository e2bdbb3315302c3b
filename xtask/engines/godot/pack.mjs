// A writer of Godot's packed projects (.pck), format version 2, which Godot 4.0 and later read (core/io/file_access_pack.cpp).

import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

const MAGIC = 0x43504447; // GDPC
const VERSION = [2, 4, 0, 0]; // of the format, then major, minor and patch of the oldest engine
const ALIGNMENT = 16;
// 4 bytes each for the magic, the versions and the flags, 8 for the base of the offsets, and 64 reserved
const HEADER_BYTES = 4 + 16 + 4 + 8 + 64;

const aligned = (bytes) => Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
const padded = (buffer) => Buffer.concat([buffer], aligned(buffer.length));

function integers(...values) {
  const buffer = Buffer.alloc(4 * values.length);
  values.forEach((value, at) => buffer.writeUInt32LE(value >>> 0, 4 * at));
  return buffer;
}

function long(value) {
  const buffer = Buffer.alloc(8);
  buffer.writeBigUInt64LE(BigInt(value));
  return buffer;
}

/// The bytes of a pack with `files`, a map from paths without `res://` to buffers.
export function pack(files) {
  const entries = [...files].map(([path, contents]) => ({ name: padded(Buffer.from(`res://${path}`)), contents }));
  const directory = entries.reduce((bytes, { name }) => bytes + 4 + name.length + 8 + 8 + 16 + 4, 4);
  let offset = aligned(HEADER_BYTES + directory);
  const parts = [integers(MAGIC, ...VERSION, 0), long(0), Buffer.alloc(64), integers(entries.length)];
  for (const { name, contents } of entries) {
    const hash = createHash('md5').update(contents).digest();
    parts.push(integers(name.length), name, long(offset), long(contents.length), hash, integers(0));
    offset += aligned(contents.length);
  }
  return Buffer.concat([padded(Buffer.concat(parts)), ...entries.map(({ contents }) => padded(contents))]);
}

/// The files below `folder` as a map for `pack`, below `prefix`.
export function folder(path, prefix = '') {
  const files = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    files.map((entry) => {
      const full = join(entry.parentPath, entry.name);
      return [prefix + relative(path, full).split(sep).join('/'), readFileSync(full)];
    }),
  );
}
