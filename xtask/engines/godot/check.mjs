#!/usr/bin/env node
// Loads terrains in Godot and compares their heights with the recipe: check.mjs OROGEN WORK_FOLDER PICTURE_FOLDER
// Godot is the engine's official web build, from npm (see package.json). Also needs Chromium, Python 3 and TinyEXR (Debian:
// chromium, python3, libtinyexr1d), and an orogen with the feature `gpu` for the shader.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import * as addon from './addon.mjs';
import * as glb from './glb.mjs';
import * as hterrain from './hterrain.mjs';
import * as images from './images.mjs';
import * as shader from './shader.mjs';

const [command, work, pictures, only] = process.argv.slice(2);
if (!pictures) {
  console.error('usage: check.mjs OROGEN WORK_FOLDER PICTURE_FOLDER [glb|images|hterrain|addon|shader]');
  process.exit(2);
}
mkdirSync(work, { recursive: true });
mkdirSync(pictures, { recursive: true });

let holds = true;
for (const [name, { check }] of Object.entries({ glb, images, hterrain, addon, shader })) {
  if (only && only !== name) continue;
  console.error(`checking ${name} …`);
  try {
    for (const line of await check({ command, work: join(work, name), pictures })) {
      holds &&= line.holds;
      console.log(JSON.stringify(line));
    }
  } catch (failure) {
    console.error(failure.message);
    holds = false;
    console.log(JSON.stringify({ program: 'Godot', file: name, holds: false, reason: failure.message.split('\n')[0] }));
  }
}
process.exit(holds ? 0 : 1);
