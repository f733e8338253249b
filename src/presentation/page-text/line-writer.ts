/** How a list numbers its items. */
interface OpenList {
  readonly isOrdered: boolean;
  next: number;
}

/** Deeper lists are not indented further: a thousand levels would be all indentation. */
const DEEPEST_INDENT = 12;

/** Puts text on lines as a browser would: blocks on lines of their own, paragraphs apart, items of lists marked and indented. */
export class LineWriter {
  readonly lines: string[] = [];
  readonly #lists: OpenList[] = [];
  #text = '';
  #marker = '';
  #isApart = false;

  /** Text in which white space does not matter. */
  text(text: string): void {
    this.#text += text.replace(/[\t\n\f\r ]+/g, ' ');
  }

  /** Ends the line. `apart`: an empty line follows, unless this is the end. */
  break(apart = false): void {
    const text = this.#text.replace(/ +/g, ' ').trim();
    this.#text = '';
    if (text !== '') this.line(text);
    if (apart && this.#lists.length === 0) this.#isApart = true;
  }

  /** A whole line, in which white space matters. */
  line(text: string): void {
    if (this.#isApart && this.lines.length > 0) this.lines.push('');
    this.#isApart = false;
    const indent = '  '.repeat(Math.min(Math.max(this.#lists.length - 1, 0), DEEPEST_INDENT));
    const hanging = this.#lists.length === 0 ? '' : `${indent}  `;
    this.lines.push(this.#marker === '' ? hanging + text : indent + this.#marker + text);
    this.#marker = '';
  }

  openList(isOrdered: boolean, first: number): void {
    this.break(true);
    this.#lists.push({ isOrdered, next: first });
  }

  closeList(): void {
    this.break();
    this.#lists.pop();
    this.#marker = '';
    this.break(true);
  }

  item(): void {
    this.break();
    const list = this.#lists.at(-1);
    this.#marker = list?.isOrdered ? `${list.next++}. ` : '- ';
  }
}
