import { Parser } from 'htmlparser2';
import { textWidth } from '../terminal/text-width.ts';
import { LineWriter } from './line-writer.ts';

const names = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** What no browser shows; `noscript` counts, because a crawler runs no scripts. */
const unseen = names('head script style template title iframe noembed noframes');
const apart = names(
  'blockquote dl fieldset figure form h1 h2 h3 h4 h5 h6 hr p pre article aside footer header main nav section',
);
const onItsOwn = names(
  'address body br button center dd details dialog div dt figcaption hgroup legend option select summary textarea caption',
);

/** Wider tables are not aligned: their lines would be broken by the terminal anyway. */
const widestTable = 120;

interface OpenTable {
  readonly rows: LineWriter[][];
}

/** The text of an HTML page for people: blocks on lines of their own, lists with bullets, tables in columns. */
export function readableText(html: string): string {
  const page = new ReadableText();
  const parser = new Parser(page, { decodeEntities: true, lowerCaseTags: true });
  parser.write(html);
  parser.end();
  return page.toString();
}

class ReadableText {
  /** The page, then one for each open cell of a table. */
  readonly #writers: LineWriter[] = [new LineWriter()];
  readonly #tables: OpenTable[] = [];
  #unseen = 0;
  #preformatted = 0;

  onopentag(name: string, attributes: Readonly<Record<string, string>>): void {
    if (unseen.has(name)) this.#unseen++;
    if (this.#unseen > 0) return;
    const writer = this.#writer;
    if (name === 'ul' || name === 'menu') writer.openList(false, 1);
    else if (name === 'ol') writer.openList(true, Number.parseInt(attributes['start'] ?? '', 10) || 1);
    else if (name === 'li') writer.item();
    else if (name === 'table') this.#openTable();
    else if (name === 'tr') this.#tables.at(-1)?.rows.push([]);
    else if (name === 'td' || name === 'th') this.#openCell();
    else this.#breakAt(name);
    if (name === 'pre') this.#preformatted++;
  }

  ontext(text: string): void {
    if (this.#unseen > 0) return;
    if (this.#preformatted === 0) this.#writer.text(text);
    else for (const line of text.replace(/^\n|\n$/g, '').split('\n')) this.#writer.line(line.trimEnd());
  }

  onclosetag(name: string): void {
    if (unseen.has(name)) {
      this.#unseen = Math.max(this.#unseen - 1, 0);
      return;
    }
    if (this.#unseen > 0) return;
    if (name === 'pre') this.#preformatted = Math.max(this.#preformatted - 1, 0);
    if (name === 'ul' || name === 'ol' || name === 'menu') this.#writer.closeList();
    else if (name === 'li') this.#writer.break();
    else if (name === 'table') this.#closeTable();
    else if (name === 'td' || name === 'th') this.#closeCell();
    else this.#breakAt(name);
  }

  toString(): string {
    while (this.#tables.length > 0) {
      this.#closeCell();
      this.#closeTable();
    }
    this.#writer.break();
    return this.#writer.lines.join('\n');
  }

  get #writer(): LineWriter {
    return this.#writers.at(-1) as LineWriter;
  }

  #breakAt(name: string): void {
    if (apart.has(name)) this.#writer.break(true);
    else if (onItsOwn.has(name)) this.#writer.break();
  }

  #openTable(): void {
    this.#writer.break(true);
    this.#tables.push({ rows: [] });
  }

  #openCell(): void {
    const table = this.#tables.at(-1);
    if (table === undefined) {
      this.#writer.break();
      return;
    }
    if (table.rows.length === 0) table.rows.push([]);
    const cell = new LineWriter();
    table.rows.at(-1)?.push(cell);
    this.#writers.push(cell);
  }

  #closeCell(): void {
    if (this.#writers.length === 1 || this.#writers.length <= this.#tables.length) return;
    this.#writer.break();
    this.#writers.pop();
  }

  #closeTable(): void {
    const table = this.#tables.pop();
    if (table === undefined) return;
    const writer = this.#writer;
    writer.break(true);
    for (const line of linesOf(table.rows.map((row) => row.map(({ lines }) => lines)))) writer.line(line);
    writer.break(true);
  }
}

/** Aligned, if each cell is one line. Tables that only arrange a page are read cell by cell. */
function linesOf(rows: readonly (readonly (readonly string[])[])[]): readonly string[] {
  if (rows.some((row) => row.some((cell) => cell.length > 1))) return rows.flat(2);
  const texts = rows.map((row) => row.map(([text = '']) => text)).filter((row) => row.some(Boolean));
  const columns = Math.max(0, ...texts.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, at) =>
    texts.reduce((widest, row) => Math.max(widest, textWidth(row[at] ?? '')), 0),
  );
  const isAligned = widths.reduce((sum, width) => sum + width + 2, 0) <= widestTable;
  return texts.map((row) =>
    row
      .map((text, at) => (isAligned ? text + ' '.repeat((widths[at] ?? 0) - textWidth(text)) : text))
      .join(isAligned ? '  ' : ' | ')
      .trimEnd(),
  );
}
