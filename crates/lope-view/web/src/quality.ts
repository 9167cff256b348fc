/**
 * How finely to draw. A slow graphics card should show a moving body at a lower resolution rather than in jerks;
 * what stands still is drawn again at the full one.
 */

const SLOW = 26;
const FAST = 17.5;
const LEAST = 0.5;
/** Pictures that share a shadow: where even the coarsest ones are slow shadows follow later, and then not at all. */
const SHARED = [1, 2, Infinity];
/** Decided over so many pictures, or fewer if they take long. */
const WINDOW = 15;
const LONG = 400;
/** A pause, not a slow picture: the window was hidden, or the machine slept. */
const PAUSED = 3000;

export class Quality {
  #ratio: number;
  #economy: number;
  #times = 0;
  #count = 0;
  #calm = 0;
  #patience = 4;

  /** Where the processor computes the pictures, it begins with the coarsest. */
  constructor(readonly software: boolean) {
    this.#ratio = software ? LEAST : this.#most;
    this.#economy = software ? SHARED.length - 1 : 0;
  }

  /** Drawing pixels for a pixel of the page in a picture that stands still. */
  get finest(): number {
    // Without a graphics card edges are not smoothed, but there is time to draw more than is shown.
    return this.software ? 2 : this.#most;
  }

  get #most(): number {
    return Math.min(devicePixelRatio, 2);
  }

  get ratio(): number {
    return this.#ratio;
  }

  /** For how many pictures a shadow is drawn while something moves; infinite for none at all. */
  get shared(): number {
    return SHARED[this.#economy];
  }

  /** Time from one drawing of a chart to the next, in milliseconds. */
  get pause(): number {
    return this.#economy > 0 ? 300 : 100;
  }

  /** Takes the time between two animation frames of which the first was drawn, in milliseconds. */
  took(time: number): void {
    if (time > PAUSED) return;
    this.#times += time;
    if (++this.#count < WINDOW && (this.#times < LONG || this.#count < 2)) return;
    const mean = this.#times / this.#count;
    this.#times = this.#count = 0;
    if (mean > SLOW) {
      this.#calm = 0;
      // What was too fine once is tried again later and later.
      this.#patience = Math.min(2 * this.#patience, 200);
      if (this.#ratio === LEAST) this.#economy = Math.min(this.#economy + 1, SHARED.length - 1);
      this.#ratio = Math.max(LEAST, this.#ratio * Math.max(0.6, Math.sqrt(SLOW / mean)));
    } else if (mean < FAST && this.#ratio < this.#most && ++this.#calm >= this.#patience) {
      this.#calm = 0;
      if (this.#economy > 0) this.#economy--;
      else this.#ratio = Math.min(this.#most, this.#ratio * 1.15);
    }
  }
}
