// Dynamic resolution: how many pixels a slow graphics card can draw while something moves.

/** The least scale of the sides of the picture. */
const LEAST = 0.35;

/** Milliseconds for a picture: more are too slow, and fewer leave room for more pixels. */
const [SLOW, QUICK] = [40, 20];

/** Milliseconds without a change after which the picture gets all its pixels. */
const REST = 500;

/** Pictures that follow the last one later than this, in milliseconds, say nothing about speed: they may compile shaders first. */
const PAUSE = 1000;

export class Resolution {
  #gl;
  /** The scale of the sides while something moves. */
  #scale = 1;
  /** When the last two pictures were begun. */
  #begun = -Infinity;
  #before = -Infinity;
  /** A fence after the commands of the last picture, while they run. */
  #fence;
  /** Whether the last picture has all its pixels. */
  #isFull = true;

  constructor(gl) {
    this.#gl = gl;
  }

  /**
   * The scale for a picture that begins at a time in milliseconds. `undefined` if none is due, or if the last one is still being drawn.
   * `isDirty` says whether something has changed since then.
   */
  next(time, isDirty) {
    if (!this.#isDrawn(time)) return undefined;
    if (isDirty) return this.#begin(time, this.#scale);
    return !this.#isFull && time - this.#begun > REST ? this.#begin(time, 1) : undefined;
  }

  /** Call it after the commands of the picture. */
  drawn() {
    this.#fence = this.#gl.fenceSync(this.#gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    this.#gl.flush();
  }

  /** Call it when the graphics card has lost what it was drawing. */
  reset() {
    this.#fence = undefined;
  }

  #begin(time, scale) {
    [this.#before, this.#begun] = [this.#begun, time];
    this.#isFull = scale === 1;
    return scale;
  }

  /** Whether the last picture is complete. If so, the next one gets as many pixels as its time allows. */
  #isDrawn(time) {
    if (!this.#fence) return true;
    const { SYNC_STATUS, SIGNALED } = this.#gl;
    if (this.#gl.getSyncParameter(this.#fence, SYNC_STATUS) !== SIGNALED) return false;
    this.#gl.deleteSync(this.#fence);
    this.#fence = undefined;
    const took = time - this.#begun;
    if (this.#begun - this.#before > PAUSE) return true;
    if (took > SLOW && !(this.#isFull && this.#scale < 1)) this.#scale = Math.max(LEAST, this.#scale * Math.max(0.6, SLOW / took));
    else if (took < QUICK) this.#scale = Math.min(1, this.#scale * 1.05);
    return true;
  }
}
