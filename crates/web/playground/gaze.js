// Where the camera looks from over a planet: down, or along the ground.

import { limited } from './values.js';

/** Radians for each pixel that the right button is dragged by. */
const SPEED = 0.004;

/** The largest angle from straight down: a little above the horizon. */
const MOST = 1.75;

export class Gaze {
  #changed;
  /** Angles in radians: from straight down, and from the north to the east. */
  #tilt = 0;
  #heading = 0;
  #isOn = false;

  /** `changed` is called when another picture is due. */
  constructor(canvas, changed) {
    this.#changed = changed;
    canvas.addEventListener('pointermove', event => this.#drag(event));
  }

  /** Looks down again. Only planets need a gaze: around a plane, the controls of the camera turn the view. */
  reset(isOn) {
    [this.#isOn, this.#tilt, this.#heading] = [isOn, 0, 0];
  }

  /** Turns to the right, and up. */
  add(right, up) {
    this.#heading += right;
    this.#tilt = limited(this.#tilt + up, 0, MOST);
    this.#changed();
  }

  /** Turns a camera that looks down. */
  turn(camera) {
    if (!this.#isOn) return;
    camera.rotateZ(-this.#heading);
    camera.rotateX(this.#tilt);
  }

  #drag({ buttons, movementX, movementY }) {
    const isRight = (buttons & 2) !== 0;
    if (this.#isOn && isRight) this.add(-movementX * SPEED, movementY * SPEED);
  }
}
