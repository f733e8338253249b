import * as names from './html-names.ts';
import { HtmlScanner } from './html-scanner.ts';
import type { HtmlSink, StartTag } from './html-sink.ts';

/** With more to read, a page is more than a shell. In characters without white space. */
const MOST_TEXT = 200;
const MOST_LINKS = 3;
const MOST_PICTURES = 3;
/** How much is read at a time: most pages show that they are no shell at their beginning. In bytes. */
const PIECE = 4096;

/** Elements that show something by themselves, or that a reader can fill in. */
const showsSomething = names.tagSet('iframe frame object embed video audio textarea select input');
/** Elements that scripts fill. Others may be custom elements. */
const takesContent = names.tagSet('div main section article');
const hidden = names.tagSet('noscript template');

/**
 * Whether a page is an empty shell: it has scripts, hardly any text, and a place that the scripts are to fill. What a visitor
 * without scripts is told ("enable JavaScript") does not count as text.
 */
export function isEmptyShell(html: Uint8Array): boolean {
  const bytes = Buffer.from(html.buffer, html.byteOffset, html.byteLength);
  const sink = new ShellSigns(bytes);
  const scanner = new HtmlScanner(bytes, sink);
  for (let until = PIECE; scanner.scan(until); until += PIECE) if (sink.isFull) return false;
  return sink.isShell;
}

class ShellSigns implements HtmlSink {
  readonly #bytes: Buffer;
  #text = 0;
  #links = 0;
  #pictures = 0;
  #scripts = 0;
  #others = 0;
  #isWaiting = false;
  #hasPlace = false;
  #isInBody = false;
  #inside = 0;
  /** The element that was opened just now, if scripts may fill it. */
  #place = -1;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** Whether there is too much for a shell. */
  get isFull(): boolean {
    return (
      this.#text > MOST_TEXT || this.#links > MOST_LINKS || this.#pictures > MOST_PICTURES || this.#others > 0
    );
  }

  get isShell(): boolean {
    return !this.isFull && this.#scripts > 0 && (this.#hasPlace || this.#isWaiting || this.#text === 0);
  }

  startTag(tag: StartTag): void {
    const { id } = tag;
    this.#place = this.#mayBeFilled(tag) ? id : -1;
    if (id === names.SCRIPT && !this.#isData(tag)) this.#scripts++;
    else if (id === names.BODY) this.#isInBody = true;
    else if (hidden[id] === 1 && !tag.selfClosing) this.#inside++;
    if (this.#inside > 0) return;
    if (id === names.A && tag.has(names.HREF)) this.#links++;
    else if (id === names.IMG) this.#pictures++;
    else if (showsSomething[id] === 1) this.#others++;
  }

  endTag(tag: number): void {
    if (tag === this.#place && this.#inside === 0) this.#hasPlace = true;
    this.#place = -1;
    if (hidden[tag] === 1 && this.#inside > 0) this.#inside--;
  }

  text(start: number, end: number): void {
    const text = this.#bytes
      .toString('utf8', start, Math.min(end, start + 4 * MOST_TEXT + 1))
      .replace(/\s/g, '');
    if (text === '') return;
    this.#place = -1;
    const isNotice = /loading|pleasewait|javascript/i.test(text);
    if (isNotice) this.#isWaiting = true;
    if (this.#inside === 0) this.#text += text.length;
  }

  rawText(): void {
    // Scripts, styles and the title are not read as text.
  }

  /** An element with an id, a custom element, or one with nothing but its name in the body. */
  #mayBeFilled({ id, nameStart, nameEnd }: StartTag): boolean {
    if (!this.#isInBody || this.#inside > 0) return false;
    const end = this.#bytes.indexOf('>', nameEnd);
    const name = this.#bytes.toString('latin1', nameStart, nameEnd);
    if (id === 0) return name.includes('-');
    const rest = this.#bytes.toString('latin1', nameEnd, Math.min(end < 0 ? nameEnd : end, nameEnd + 500));
    return takesContent[id] === 1 && /\sid\s*=/i.test(rest);
  }

  #isData(tag: StartTag): boolean {
    if (!tag.has(names.TYPE)) return false;
    const type = this.#bytes.toString('latin1', tag.valueStart(names.TYPE), tag.valueEnd(names.TYPE));
    return !/^\s*(?:module|.*(?:java|ecma)script.*)?\s*$/i.test(type);
  }
}
