/**
 * How finely to draw. A slow graphics card should show a moving body at a lower resolution rather than in jerks;
 * what stands still is drawn again at the full one.
 */

const SLOW = 26;
const FAST = 17.5;
const LEAST = 0.5;
const WINDOW = 15;

export class Quality {
  #ratio = Math.min(devicePixelRatio, 2);
  #times = 0;
  #count = 0;
  #calm = 0;

  get ratio(): number {
    return this.#ratio;
  }

  /** Takes the time between two animation frames of which the first was drawn, in milliseconds. */
  took(time: number): void {
    if (time > 250) return;
    this.#times += time;
    if (++this.#count < WINDOW) return;
    const mean = this.#times / this.#count;
    this.#times = this.#count = 0;
    const most = Math.min(devicePixelRatio, 2);
    if (mean > SLOW) {
      this.#calm = 0;
      this.#ratio = Math.max(LEAST, this.#ratio * Math.max(0.6, Math.sqrt(SLOW / mean)));
    } else if (mean < FAST && this.#ratio < most && ++this.#calm >= 6) {
      this.#calm = 0;
      this.#ratio = Math.min(most, this.#ratio * 1.15);
    }
  }
}
