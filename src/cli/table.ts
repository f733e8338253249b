import { stripVTControlCharacters } from 'node:util';
import { inert, type Output } from './output.ts';

/** Rows that are buffered to compute the column widths; later rows get the same widths. */
const LOOK_AHEAD = 100;

/** A table whose rows arrive one by one. The last column is never padded or cut. */
export class Table {
  readonly #output: Output;
  readonly #head: readonly string[];
  readonly #waiting: (readonly string[])[] = [];
  #columns: readonly number[] | null = null;

  constructor(output: Output, head: readonly string[]) {
    this.#output = output;
    this.#head = head;
  }

  /** A cell has one line: what a cell says must not look like a row. */
  async row(...given: readonly string[]): Promise<void> {
    const cells = given.map((cell) => inert(cell.replace(/[\t\n\r]+/g, ' ')));
    if (this.#columns !== null) return this.#output.line(await padded(cells, this.#columns));
    this.#waiting.push(cells);
    if (this.#waiting.length >= LOOK_AHEAD) await this.end();
  }

  /** Prints the waiting rows. A table without rows prints nothing. */
  async end(): Promise<void> {
    if (this.#columns !== null || this.#waiting.length === 0) return;
    const widths = await Promise.all([this.#head, ...this.#waiting].map(widthsOf));
    const columns = this.#head.map((_, column) => Math.max(...widths.map((row) => row[column] ?? 0)));
    this.#columns = columns;
    await this.#output.line(this.#output.style('bold', await padded(this.#head, columns)));
    for (const row of this.#waiting) await this.#output.line(await padded(row, columns));
  }
}

async function padded(cells: readonly string[], columns: readonly number[]): Promise<string> {
  const widths = await widthsOf(cells);
  const last = cells.length - 1;
  return cells
    .map((cell, i) =>
      i === last ? cell : cell + ' '.repeat(Math.max(0, (columns[i] ?? 0) - (widths[i] ?? 0))),
    )
    .join('  ');
}

/** Letters of European languages, which are one column wide each. */
const oneColumnEach = /^[\0-\u02ff]*$/;

/** The width of each cell in a terminal, in columns. Colours are control characters without width. */
async function widthsOf(cells: readonly string[]): Promise<readonly number[]> {
  const texts = cells.map((cell) => stripVTControlCharacters(cell));
  // Loading the module takes longer than many commands do; most tables do not need it.
  if (texts.every((text) => oneColumnEach.test(text))) return texts.map(({ length }) => length);
  const { textWidth } = await import('../presentation/terminal/text-width.ts');
  return texts.map(textWidth);
}
