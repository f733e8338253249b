import { isHtmlSpace } from '../text/white-space.ts';
import * as names from './html-names.ts';
import { HtmlScanner } from './html-scanner.ts';
import type { HtmlSink, StartTag } from './html-sink.ts';
import { pageReader } from './read-html.ts';

/** A page with more text is not a shell. In characters without white space. */
const MOST_TEXT = 200;
const MOST_LINKS = 3;
const MOST_PICTURES = 3;
/** Bytes read at a time: most pages show at their beginning that they are not a shell. */
const PIECE = 512;
/** Most bytes of one text that are read. */
const MOST_READ = 4 * MOST_TEXT + 1;

/** Elements that show something by themselves, or that a visitor can fill in. */
const showsSomething = names.tagSet('iframe frame object embed video audio textarea select input');
/** Elements that scripts fill, besides custom elements. */
const takesContent = names.tagSet('div main section article');
const hidden = names.tagSet('noscript template');

/**
 * Whether a page is an empty shell: it has scripts, hardly any text, and a place that the scripts are to fill. The message to visitors
 * without scripts ("enable JavaScript") does not count as text.
 */
export function isEmptyShell(html: Uint8Array): boolean {
  const bytes = Buffer.from(html.buffer, html.byteOffset, html.byteLength);
  return !pageReader().isCertainlyFull(bytes) && hasSignsOfShell(bytes);
}

/** The same in JavaScript, for the few pages of which the page reader is not certain. */
export function hasSignsOfShell(bytes: Buffer): boolean {
  const sink = new ShellSigns(bytes);
  const scanner = new HtmlScanner(bytes, sink);
  for (let until = PIECE; scanner.scan(until); until += PIECE) if (sink.isFull) return false;
  return sink.isShell;
}

/**
 * Collects the signs of a shell.
 */
class ShellSigns implements HtmlSink {
  readonly #bytes: Buffer;
  #text = 0;
  #links = 0;
  #pictures = 0;
  #scripts = 0;
  #others = 0;
  #hasPlace = false;
  #isInBody = false;
  #inside = 0;
  /** Start and end of each text. */
  readonly #texts: number[] = [];
  /** The element that was just opened, if it is of a kind that scripts may fill. */
  #place = -1;
  #placeStart = 0;
  #placeNameEnd = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** Whether the page has too much content for a shell. */
  get isFull(): boolean {
    return (
      this.#text > MOST_TEXT || this.#links > MOST_LINKS || this.#pictures > MOST_PICTURES || this.#others > 0
    );
  }

  get isShell(): boolean {
    return !this.isFull && this.#scripts > 0 && (this.#hasPlace || this.#text === 0 || this.#isWaiting());
  }

  startTag(tag: StartTag): void {
    const { id } = tag;
    const mayBeFilled = this.#isInBody && this.#inside === 0 && (id === 0 || takesContent[id] === 1);
    this.#place = mayBeFilled ? id : -1;
    this.#placeStart = tag.nameStart;
    this.#placeNameEnd = tag.nameEnd;
    if (id === names.SCRIPT && !this.#isData(tag)) this.#scripts++;
    else if (id === names.BODY) this.#isInBody = true;
    else if (hidden[id] === 1 && !tag.selfClosing) this.#inside++;
    if (this.#inside > 0) return;
    if (id === names.A && tag.has(names.HREF)) this.#links++;
    else if (id === names.IMG) this.#pictures++;
    else if (showsSomething[id] === 1) this.#others++;
  }

  endTag(tag: number): void {
    if (tag === this.#place && this.#inside === 0 && this.#isPlace()) this.#hasPlace = true;
    this.#place = -1;
    if (hidden[tag] === 1 && this.#inside > 0) this.#inside--;
  }

  text(start: number, end: number): void {
    const length = this.#lengthOf(start, Math.min(end, start + MOST_READ));
    if (length === 0) return;
    this.#place = -1;
    this.#texts.push(start, Math.min(end, start + MOST_READ));
    if (this.#inside === 0) this.#text += length;
  }

  rawText(): void {
    // Scripts, styles and the title are not read as text.
  }

  /** In characters without white space. */
  #lengthOf(start: number, end: number): number {
    let length = 0;
    for (let at = start; at < end; at++) {
      const byte = this.#bytes[at] as number;
      // U+000B is white space in regular expressions, but not in HTML.
      if (byte > 0x7f || byte === 0x0b) return this.#read(start, end).length;
      if (!isHtmlSpace(byte)) length++;
    }
    return length;
  }

  #read(start: number, end: number): string {
    return this.#bytes.toString('utf8', start, end).replace(/\s/g, '');
  }

  /** Whether the text says that content is still loading. */
  #isWaiting(): boolean {
    const texts = this.#texts;
    for (let at = 0; at < texts.length; at += 2)
      if (/loading|pleasewait|javascript/i.test(this.#read(texts[at] ?? 0, texts[at + 1] ?? 0))) return true;
    return false;
  }

  /** An element with an id, or a custom element. */
  #isPlace(): boolean {
    const [start, nameEnd] = [this.#placeStart, this.#placeNameEnd];
    if (this.#place === 0) return this.#bytes.toString('latin1', start, nameEnd).includes('-');
    const end = this.#bytes.indexOf(0x3e, nameEnd);
    const rest = this.#bytes.toString('latin1', nameEnd, Math.min(end < 0 ? nameEnd : end, nameEnd + 500));
    return /\sid\s*=/i.test(rest);
  }

  #isData(tag: StartTag): boolean {
    if (!tag.has(names.TYPE)) return false;
    const type = this.#bytes.toString('latin1', tag.valueStart(names.TYPE), tag.valueEnd(names.TYPE));
    return !/^\s*(?:module|.*(?:java|ecma)script.*)?\s*$/i.test(type);
  }
}
