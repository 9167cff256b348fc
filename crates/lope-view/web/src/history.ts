/** The rows of a run, column by column, the oldest given up when there are too many. */

import { COLUMNS, type Row } from "./protocol";

/** How many rows are kept. */
export const KEPT = 6000;
/** How many whole rows are kept for those who look at them one by one. */
const WHOLE = 200;

export class History {
  /** Grows with every change. */
  version = 0;
  /** The newest rows as they came. */
  readonly last: Row[] = [];
  #length = 0;
  readonly #columns = new Map<string, Float64Array>(COLUMNS.map((name) => [name, new Float64Array(2 * KEPT)]));
  /** The columns of what probes measure, by their places in a row. */
  #probes: Float64Array[] = [];

  get length(): number {
    return Math.min(this.#length, KEPT);
  }

  /** Makes room for so many numbers of probes in every row; `probe` names their columns. Forgets what was there. */
  measure(count: number): void {
    this.#probes.forEach((_, place) => this.#columns.delete(History.probe(place)));
    this.#probes = Array.from({ length: count }, () => new Float64Array(2 * KEPT));
    this.#probes.forEach((column, place) => this.#columns.set(History.probe(place), column));
    this.clear();
  }

  static probe(place: number): string {
    return `probe ${place}`;
  }

  clear(): void {
    this.#length = 0;
    this.last.length = 0;
    this.version++;
  }

  add(rows: Row[]): void {
    for (const row of rows) {
      if (this.#length === 2 * KEPT) {
        for (const column of this.#columns.values()) column.copyWithin(0, KEPT);
        this.#length = KEPT;
      }
      for (const name of COLUMNS) this.#columns.get(name)![this.#length] = row[name] ?? NaN;
      this.#probes.forEach((column, place) => (column[this.#length] = row.probes?.[place] ?? NaN));
      this.#length++;
    }
    this.last.push(...rows.slice(-WHOLE));
    if (this.last.length > WHOLE) this.last.splice(0, this.last.length - WHOLE);
    this.version++;
  }

  /** The newest value of a column. */
  newest(name: string): number {
    return this.#columns.get(name)?.[this.#length - 1] ?? NaN;
  }

  /**
   * Copies a column, thinned to about `most` values, with null for what does not apply. Which rows are left out
   * depends on their step, so that a curve does not tremble while it grows.
   */
  copy(name: string, most: number, into: (number | null)[]): void {
    const column = this.#columns.get(name);
    const steps = this.#columns.get("step");
    if (!column || !steps) return;
    const from = this.#length - this.length;
    let stride = 1;
    while (this.length / stride > most) stride *= 2;
    let count = 0;
    for (let i = from; i < this.#length; i++) {
      if (stride > 1 && i + 1 < this.#length && (Number.isNaN(steps[i]) ? i : steps[i]) % stride !== 0) continue;
      const value = column[i];
      into[count++] = Number.isFinite(value) ? value : null;
    }
    into.length = count;
  }
}
