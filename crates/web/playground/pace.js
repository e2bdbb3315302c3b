// How many pixels a slow graphics card can draw while something moves.

/** The pixels that remain, as a share of each side. */
const LEAST = 0.35;

/** Milliseconds for a picture: more are too slow, and fewer leave room for more pixels. */
const [SLOW, QUICK] = [40, 15];

/** Milliseconds without a change after which the picture gets all its pixels. */
const REST = 500;

export class Pace {
  #gl;
  /** The share of the pixels along a side while something moves. */
  #share = 1;
  /** When the last picture was begun, and a mark behind its commands. */
  #begun = -Infinity;
  #mark;
  /** Whether the last picture has all its pixels. */
  #isFull = true;

  constructor(gl) {
    this.#gl = gl;
  }

  /**
   * The share for a picture that begins at a time in milliseconds. `undefined` if none is due, or if the last one is still being drawn.
   * `isDirty` says whether something has changed since then.
   */
  next(time, isDirty) {
    if (!this.#isDrawn(time)) return undefined;
    if (isDirty) return this.#begin(time, this.#share);
    return !this.#isFull && time - this.#begun > REST ? this.#begin(time, 1) : undefined;
  }

  /** Call it after the commands of the picture. */
  drawn() {
    this.#mark = this.#gl.fenceSync(this.#gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    this.#gl.flush();
  }

  #begin(time, share) {
    this.#begun = time;
    this.#isFull = share === 1;
    return share;
  }

  /** Whether the last picture is complete. If so, the next one gets as many pixels as its time allows. */
  #isDrawn(time) {
    if (!this.#mark) return true;
    const { SYNC_STATUS, SIGNALED } = this.#gl;
    if (this.#gl.getSyncParameter(this.#mark, SYNC_STATUS) !== SIGNALED) return false;
    this.#gl.deleteSync(this.#mark);
    this.#mark = undefined;
    const took = time - this.#begun;
    if (took > SLOW && !(this.#isFull && this.#share < 1)) this.#share = Math.max(LEAST, this.#share * Math.max(0.6, SLOW / took));
    else if (took < QUICK) this.#share = Math.min(1, this.#share * 1.05);
    return true;
  }
}
