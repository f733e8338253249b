import type { Output } from './output.ts';

/** Rows whose widths are looked at before the first is printed; later ones keep those widths. */
const LOOK_AHEAD = 100;

/** A table whose rows arrive one by one. The last column is never padded or cut. */
export class Table {
  readonly #output: Output;
  readonly #head: readonly string[];
  readonly #waiting: (readonly string[])[] = [];
  #widths: readonly number[] | null = null;

  constructor(output: Output, head: readonly string[]) {
    this.#output = output;
    this.#head = head;
  }

  async row(...cells: readonly string[]): Promise<void> {
    if (this.#widths !== null) return this.#print(cells);
    this.#waiting.push(cells);
    if (this.#waiting.length >= LOOK_AHEAD) await this.end();
  }

  /** Prints what is waiting. A table without rows prints nothing. */
  async end(): Promise<void> {
    if (this.#widths !== null || this.#waiting.length === 0) return;
    const rows = [this.#head, ...this.#waiting];
    this.#widths = this.#head.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
    const head = this.#padded(this.#head);
    await this.#output.line(this.#output.style('bold', head));
    for (const row of this.#waiting) await this.#print(row);
  }

  #print(cells: readonly string[]): Promise<void> {
    return this.#output.line(this.#padded(cells));
  }

  #padded(cells: readonly string[]): string {
    return cells
      .map((cell, column) => (column === cells.length - 1 ? cell : cell.padEnd(this.#widths?.[column] ?? 0)))
      .join('  ');
  }
}
