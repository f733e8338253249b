import { isAscii } from 'node:buffer';
import { decodeHTML, decodeHTMLAttribute } from 'entities/decode';
import { isHtmlSpace, trimHtmlSpace } from '../text/white-space.ts';

const AMPERSAND = 0x26;
const CR = 0x0d;

/** What is known about all bytes of a page. */
interface BytesOfPage {
  readonly isAscii: boolean;
  /** CR, and NUL: both are replaced in text. */
  readonly hasRareBytes: boolean;
}

function bytesOf(bytes: Buffer): BytesOfPage {
  return { isAscii: isAscii(bytes), hasRareBytes: bytes.includes(CR) || bytes.includes(0) };
}

/** Turns ranges of a page's bytes into text. The bytes are valid UTF-8. */
export class PageText {
  readonly #bytes: Buffer;
  readonly #isAscii: boolean;
  readonly #hasRareBytes: boolean;
  /** There is no `&` between here and `#nextAmpersand`: values are read in order, so one search serves many. */
  #plainFrom = 0;
  #nextAmpersand = 0;

  constructor(bytes: Buffer, kinds: BytesOfPage = bytesOf(bytes)) {
    this.#bytes = bytes;
    this.#isAscii = kinds.isAscii;
    this.#hasRareBytes = kinds.hasRareBytes;
  }

  /** An attribute: character references decoded, line ends as LF, NUL as U+FFFD. */
  attribute(start: number, end: number): string {
    return this.#isPlain(start, end)
      ? this.verbatim(start, end)
      : this.#decode(start, end, decodeHTMLAttribute);
  }

  /** The same for an attribute that holds a URL: white space around it is not part of it. */
  url(start: number, end: number): string {
    const bytes = this.#bytes;
    let from = start;
    let to = end;
    while (from < to && isHtmlSpace(bytes[from] as number)) from++;
    while (to > from && isHtmlSpace(bytes[to - 1] as number)) to--;
    return this.#isPlain(from, to)
      ? this.verbatim(from, to)
      : trimHtmlSpace(this.#decode(from, to, decodeHTMLAttribute));
  }

  /** The text of `title`, in which references are decoded but tags are text. */
  escapable(start: number, end: number): string {
    return this.#isPlain(start, end) ? this.verbatim(start, end) : this.#decode(start, end, decodeHTML);
  }

  /** The bytes as they are. */
  verbatim(start: number, end: number): string {
    const bytes = this.#bytes as SlicingBuffer;
    return this.#isAscii ? bytes.latin1Slice(start, end) : bytes.utf8Slice(start, end);
  }

  #isPlain(start: number, end: number): boolean {
    if (this.#hasRareBytes || start < this.#plainFrom) return isPlainRange(this.#bytes, start, end);
    if (start > this.#nextAmpersand) {
      const at = this.#bytes.indexOf(AMPERSAND, start);
      this.#plainFrom = start;
      this.#nextAmpersand = at < 0 ? this.#bytes.length : at;
    }
    return end <= this.#nextAmpersand;
  }

  /** Normalises line ends before decoding: a CR that is written as a reference stays a CR. */
  #decode(start: number, end: number, decode: (text: string) => string): string {
    const text = this.verbatim(start, end);
    return decode(this.#hasRareBytes ? text.replace(/\r\n?/g, '\n').replaceAll('\0', '\u{fffd}') : text);
  }
}

/**
 * The methods that `buffer.toString` calls after it has checked its arguments. Every Node has them, but their types are not published. Calling them
 * directly saves a sixth of the time.
 */
export interface SlicingBuffer extends Buffer {
  latin1Slice(start: number, end: number): string;
  utf8Slice(start: number, end: number): string;
}

function isPlainRange(bytes: Buffer, start: number, end: number): boolean {
  for (let i = start; i < end; i++) {
    const byte = bytes[i];
    if (byte === AMPERSAND || byte === CR || byte === 0) return false;
  }
  return true;
}
