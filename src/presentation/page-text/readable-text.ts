import { Parser } from 'htmlparser2';
import { parseToEnd, refuseDeeper, scanHtml } from '../../document/index.ts';
import { textWidth } from '../terminal/text-width.ts';
import { LineWriter } from './line-writer.ts';

const names = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Elements that no browser shows. `noscript` is not among them, because a crawler runs no scripts. */
const unseen = names('head script style template title iframe noembed noframes');
const apart = names(
  'blockquote dl fieldset figure form h1 h2 h3 h4 h5 h6 hr p pre article aside footer header main nav section',
);
const onItsOwn = names(
  'address body br button center dd details dialog div dt figcaption hgroup legend option select summary textarea caption',
);

/** Wider tables are not aligned: the terminal would wrap their lines anyway. */
const widestTable = 120;
/** Between two columns. */
const columnGap = 2;
/** More deeply nested tables are read line by line: each level copies all lines of the tables in it. */
const DEEPEST_TABLE = 3;

interface OpenTable {
  readonly rows: LineWriter[][];
}

/**
 * The text of an HTML page for people: blocks on lines of their own, lists with bullets, tables in columns. For a page that is nested too
 * deeply, the plain text.
 */
export function readableText(html: string): string {
  const page = new ReadableText();
  const isWhole = parseToEnd(new Parser(page, { decodeEntities: true, lowerCaseTags: true }), html);
  return isWhole ? page.toString() : scanHtml(Buffer.from(html)).bodyText;
}

class ReadableText {
  /** The page, then one for each open cell of a table. */
  readonly #writers: LineWriter[] = [new LineWriter()];
  readonly #tables: OpenTable[] = [];
  #unseen = 0;
  #preformatted = 0;
  #open = 0;
  /** Tables that are too deep to be laid out. */
  #plainTables = 0;

  onopentag(name: string, attributes: Readonly<Record<string, string>>): void {
    refuseDeeper(++this.#open);
    if (unseen.has(name)) this.#unseen++;
    if (this.#unseen > 0) return;
    const writer = this.#writer;
    if (name === 'ul' || name === 'menu') writer.openList(false, 1);
    else if (name === 'ol') writer.openList(true, Number.parseInt(attributes['start'] ?? '', 10) || 1);
    else if (name === 'li') writer.item();
    else if (name === 'table') this.#openTable();
    else if (name === 'tr') this.#openRow();
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
    this.#open--;
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
    if (this.#tables.length === DEEPEST_TABLE) this.#plainTables++;
    else this.#tables.push({ rows: [] });
  }

  #openRow(): void {
    if (this.#plainTables > 0) this.#writer.break();
    else this.#tables.at(-1)?.rows.push([]);
  }

  #openCell(): void {
    const table = this.#tables.at(-1);
    if (table === undefined || this.#plainTables > 0) {
      this.#writer.break();
      return;
    }
    if (table.rows.length === 0) table.rows.push([]);
    const cell = new LineWriter();
    table.rows.at(-1)?.push(cell);
    this.#writers.push(cell);
  }

  #closeCell(): void {
    if (this.#plainTables > 0) {
      this.#writer.break();
      return;
    }
    if (this.#writers.length === 1 || this.#writers.length <= this.#tables.length) return;
    this.#writer.break();
    this.#writers.pop();
  }

  #closeTable(): void {
    if (this.#plainTables > 0) {
      this.#plainTables--;
      this.#writer.break(true);
      return;
    }
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
  const widths = columnWidths(texts);
  return texts.map((row) =>
    row
      .map((text, at) =>
        widths === null ? text : text + ' '.repeat(Math.max((widths[at] ?? 0) - textWidth(text), 0)),
      )
      .join(widths === null ? ' | ' : ' '.repeat(columnGap))
      .trimEnd(),
  );
}

/** Null for a table that is too wide. */
function columnWidths(rows: readonly (readonly string[])[]): readonly number[] | null {
  const widths: number[] = [];
  let sum = 0;
  for (const row of rows) {
    for (const [at, text] of row.entries()) {
      if (at === widths.length) {
        widths.push(0);
        sum += columnGap;
      }
      const width = text.length > widestTable * 10 ? text.length : textWidth(text);
      const wider = width - (widths[at] ?? 0);
      if (wider > 0) {
        widths[at] = width;
        sum += wider;
      }
      if (sum > widestTable) return null;
    }
  }
  return widths;
}
