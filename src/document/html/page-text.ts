import { isAscii } from 'node:buffer';
import { CharacterReferenceReader, writeUtf8 } from './character-references.ts';

const AMPERSAND = 0x26;
const CR = 0x0d;
const LF = 0x0a;

/** Turns ranges of a page's bytes into text. The bytes are valid UTF-8. */
export class PageText {
  readonly #bytes: Buffer;
  readonly #isAscii: boolean;
  readonly #hasRareBytes: boolean;
  readonly #references = new CharacterReferenceReader();
  /** From here on there is no `&` before `#nextAmpersand`: values are asked for in order, so one search serves many. */
  #plainFrom = 0;
  #nextAmpersand = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.#isAscii = isAscii(bytes);
    this.#hasRareBytes = bytes.includes(CR) || bytes.includes(0);
  }

  /** An attribute: character references decoded, line ends as LF, NUL as U+FFFD. */
  attribute(start: number, end: number): string {
    return this.#isPlain(start, end) ? this.verbatim(start, end) : this.#decode(start, end, true);
  }

  /** The same for an attribute that holds a URL: white space around it is not part of it. */
  url(start: number, end: number): string {
    const bytes = this.#bytes;
    let from = start;
    let to = end;
    while (from < to && isSpace(bytes[from] as number)) from++;
    while (to > from && isSpace(bytes[to - 1] as number)) to--;
    return this.#isPlain(from, to) ? this.verbatim(from, to) : trimHtmlSpace(this.#decode(from, to, true));
  }

  /** The text of `title`, in which references count but tags do not. */
  escapable(start: number, end: number): string {
    return this.#isPlain(start, end) ? this.verbatim(start, end) : this.#decode(start, end, false);
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

  #decode(start: number, end: number, isInAttribute: boolean): string {
    const bytes = this.#bytes;
    const references = this.#references;
    // A NUL becomes 3 bytes, and `&nGt;` one more than it had.
    const room = 3 * (end - start) + 8;
    const target = room <= scratch.length ? scratch : Buffer.allocUnsafe(room);
    let size = 0;
    let i = start;
    while (i < end) {
      const byte = bytes[i++] as number;
      if (byte === AMPERSAND) {
        const after = references.read(bytes, i, end, isInAttribute);
        if (after === i) target[size++] = AMPERSAND;
        else {
          size = writeUtf8(target, size, references.first);
          if (references.second !== 0) size = writeUtf8(target, size, references.second);
          i = after;
        }
      } else if (byte === CR) {
        target[size++] = LF;
        if (i < end && bytes[i] === LF) i++;
      } else if (byte === 0) {
        size = writeUtf8(target, size, 0xfffd);
      } else {
        target[size++] = byte;
      }
    }
    return (target as SlicingBuffer).utf8Slice(0, size);
  }
}

/**
 * What `buffer.toString` calls once it has looked at its arguments. Every Node has them, but their types are not
 * published; called directly they save about a sixth of the time that the hundred short strings of a page take.
 */
interface SlicingBuffer extends Buffer {
  latin1Slice(start: number, end: number): string;
  utf8Slice(start: number, end: number): string;
}

/** For values of usual length, one after the other. */
const scratch = Buffer.allocUnsafeSlow(16 * 1024);

function isPlainRange(bytes: Buffer, start: number, end: number): boolean {
  for (let i = start; i < end; i++) {
    const byte = bytes[i];
    if (byte === AMPERSAND || byte === CR || byte === 0) return false;
  }
  return true;
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x09 || code === 0x0d || code === 0x0c;
}

/** Without the ASCII white space around it; U+00A0 stays. */
export function trimHtmlSpace(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && isSpace(text.charCodeAt(from))) from++;
  while (to > from && isSpace(text.charCodeAt(to - 1))) to--;
  return from === 0 && to === text.length ? text : text.slice(from, to);
}

/** Runs of white space as one space, none at the ends. */
export function collapseHtmlSpace(text: string): string {
  return trimHtmlSpace(text.replace(/[\t\n\f\r ]+/g, ' '));
}
