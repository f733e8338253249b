import { ForeignContent } from './foreign-content.ts';
import * as names from './html-names.ts';
import { type HtmlSink, StartTag } from './html-sink.ts';
import { findRawTextEnd, findScriptEnd } from './raw-text.ts';

const LT = 0x3c;
const GT = 0x3e;
const SLASH = 0x2f;
const BANG = 0x21;
const QUESTION = 0x3f;
const DASH = 0x2d;
const EQUALS = 0x3d;
const DOUBLE_QUOTE = 0x22;
const SINGLE_QUOTE = 0x27;

/** What a byte means inside a tag. */
const SPACE = 1;
const LETTER = 2;
/** Ends a tag name or an attribute name: white space, `/`, `>`. */
const ENDS_NAME = 4;

const classOf = new Uint8Array(256);
for (const byte of [0x09, 0x0a, 0x0c, 0x0d, 0x20]) classOf[byte] = SPACE | ENDS_NAME;
for (const byte of [SLASH, GT]) classOf[byte] = ENDS_NAME;
for (let byte = 0x61; byte <= 0x7a; byte++) classOf[byte] = LETTER;
for (let byte = 0x41; byte <= 0x5a; byte++) classOf[byte] = LETTER;

/** `noscript` is not among them: a crawler runs no scripts, so its contents are content. */
export const rawTextElement = names.tagSet(
  'script style title textarea xmp iframe noembed noframes plaintext',
);

/** Only longer texts are cut when a page is scanned piece by piece. */
const longestText = 65_536;

export interface HtmlScanOptions {
  /** XHTML: `<script/>` has no contents, and `<![CDATA[` is text everywhere. */
  readonly isXml?: boolean;
}

/**
 * Splits a page into tags and text in one pass over its UTF-8 bytes, as the tokenizer of HTML 13.2.5 does. Of the
 * tree it knows only what the tokenizer needs: which elements hold raw text, and whether we are inside svg or math.
 * Every byte is read a bounded number of times, whatever the page contains (docs/decisions/reading-pages.md).
 */
export function scanTags(bytes: Buffer, sink: HtmlSink, options: HtmlScanOptions = {}): void {
  new HtmlScanner(bytes, sink, options).scan(bytes.length);
}

/** Scans a page piece by piece. All other callers scan it whole, with `scanTags`. */
export class HtmlScanner {
  readonly #bytes: Buffer;
  readonly #view: DataView;
  readonly #length: number;
  readonly #sink: HtmlSink;
  readonly #isXml: boolean;
  readonly #foreign: ForeignContent;
  readonly #tag = new StartTag();

  #position = 0;
  /** The end of the text that was cut. */
  #textEnd = 0;
  /** A text that could not be cut has no white space up to here. */
  #withoutSpace = 0;

  constructor(bytes: Buffer, sink: HtmlSink, options: HtmlScanOptions = {}) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#length = bytes.length;
    this.#sink = sink;
    this.#isXml = options.isXml === true;
    this.#foreign = new ForeignContent(bytes);
  }

  /** Scans until it is past that byte. Returns false at the end of the page. */
  scan(until: number): boolean {
    const bytes = this.#bytes;
    const length = this.#length;
    let position = this.#position;
    let textStart = position;
    while (position < length) {
      position = position < this.#textEnd ? this.#textEnd : this.#find(LT, position);
      if (position > until && position - textStart > longestText && this.#cutText(textStart, until, position))
        return true;
      const next = position + 1 < length ? (bytes[position + 1] as number) : 0;
      const isTag = ((classOf[next] as number) & LETTER) !== 0;
      if (!isTag && next !== SLASH && next !== BANG && next !== QUESTION) {
        // A lone `<` is text, and the text continues.
        position++;
        continue;
      }
      if (next === SLASH && position + 2 >= length) break;
      if (position > textStart) this.#text(textStart, position);
      if (isTag) position = this.#startTag(position + 1);
      else if (next === SLASH) position = this.#endTag(position + 2);
      else position = this.#declaration(position + 1);
      textStart = position;
      if (position >= until && position < length) {
        this.#position = position;
        return true;
      }
    }
    if (textStart < length) this.#text(textStart, length);
    this.#position = length;
    return false;
  }

  /** Emits a part of a long text. White space is the only place that is certainly between two characters and two references. */
  #cutText(start: number, until: number, end: number): boolean {
    let cut = Math.max(start, until, this.#withoutSpace);
    while (cut < end && ((classOf[this.#bytes[cut] as number] as number) & SPACE) === 0) cut++;
    if (cut >= end) {
      // Each lone `<` calls this again: the same bytes are not searched twice.
      this.#withoutSpace = end;
      return false;
    }
    this.#text(start, cut + 1);
    this.#position = cut + 1;
    this.#textEnd = end;
    return true;
  }

  #text(start: number, end: number): void {
    if (this.#foreign.depth === 0) this.#sink.text(start, end, 'data', 'html', false);
    else this.#sink.text(start, end, 'data', this.#foreign.textNamespace, this.#foreign.isInert);
  }

  /** `start` is the first letter of the name. A tag that is cut off by the end of the page is not a tag (HTML 13.2.5.8). */
  #startTag(start: number): number {
    const tag = this.#tag;
    tag.reset(start);
    let position = this.#tagName(start);
    tag.nameEnd = position;
    const hash = this.#hash;
    const id = names.tags.find(this.#bytes, start, position, hash);
    tag.id = id;
    position = this.#bytes[position] === GT ? position + 1 : this.#attributes(position);
    if (position > this.#length) return this.#length;
    const foreign = this.#foreign;
    if (foreign.depth === 0 && id !== names.SVG && id !== names.MATH) foreign.openHtml(id, hash);
    else tag.namespace = foreign.open(tag, hash);
    this.#sink.startTag(tag);
    if (rawTextElement[id] === 1 && tag.namespace === 'html' && !(this.#isXml && tag.selfClosing)) {
      return this.#rawText(position);
    }
    return position;
  }

  #rawText(start: number): number {
    const { id, nameStart, nameEnd } = this.#tag;
    let end = this.#length;
    if (id === names.SCRIPT) end = findScriptEnd(this.#bytes, start, nameStart, nameEnd);
    else if (id !== names.PLAINTEXT) end = findRawTextEnd(this.#bytes, start, nameStart, nameEnd);
    if (end > start) this.#sink.rawText(id, start, end, this.#foreign.isInert);
    return end;
  }

  #endTag(start: number): number {
    const first = this.#bytes[start] as number;
    if (((classOf[first] as number) & LETTER) === 0) {
      // `</>` is nothing; `</` before anything else begins a bogus comment.
      return first === GT ? start + 1 : this.#afterNext(GT, start);
    }
    const nameEnd = this.#tagName(start);
    const hash = this.#hash;
    const id = names.tags.find(this.#bytes, start, nameEnd, hash);
    let position = nameEnd + 1;
    if (this.#bytes[nameEnd] !== GT) {
      this.#tag.reset(start);
      position = this.#attributes(nameEnd);
      if (position > this.#length) return this.#length;
    }
    if (this.#foreign.depth === 0) this.#foreign.closeHtml(id, hash);
    else this.#foreign.close(id, hash, start, nameEnd);
    this.#sink.endTag(id);
    return position;
  }

  #hash = 0;

  /** The end of the tag name, or the end of the bytes; leaves the hash of the name in `#hash`. */
  #tagName(start: number): number {
    const bytes = this.#bytes;
    const length = this.#length;
    let position = start;
    let hash = 0;
    while (position < length) {
      const byte = bytes[position] as number;
      if (((classOf[byte] as number) & ENDS_NAME) !== 0) break;
      hash = names.nameHash(hash, byte);
      position++;
    }
    this.#hash = hash;
    return position;
  }

  /**
   * Reads attributes into `#tag` up to the `>` and returns the position after it; beyond the end of the bytes when
   * there is none (HTML 13.2.5.32 to 13.2.5.40).
   */
  #attributes(from: number): number {
    const bytes = this.#bytes;
    const length = this.#length;
    const tag = this.#tag;
    let position = from;
    for (;;) {
      let byte = 0;
      while (position < length) {
        byte = bytes[position] as number;
        if (byte !== SLASH && ((classOf[byte] as number) & SPACE) === 0) break;
        position++;
      }
      if (position >= length) return length + 1;
      if (byte === GT) {
        tag.selfClosing = bytes[position - 1] === SLASH;
        return position + 1;
      }
      const nameStart = position;
      // The first byte belongs to the name even when it is `=`.
      let hash = names.nameHash(0, byte);
      position++;
      while (position < length) {
        byte = bytes[position] as number;
        if (byte === EQUALS || ((classOf[byte] as number) & ENDS_NAME) !== 0) break;
        hash = names.nameHash(hash, byte);
        position++;
      }
      const nameEnd = position;
      while (position < length && ((classOf[bytes[position] as number] as number) & SPACE) !== 0) position++;
      if (position >= length) return length + 1;
      const attribute = names.attributes.find(bytes, nameStart, nameEnd, hash);
      if (bytes[position] !== EQUALS) {
        if (attribute !== 0) tag.setAttribute(attribute, nameEnd, nameEnd);
        continue;
      }
      position++;
      while (position < length && ((classOf[bytes[position] as number] as number) & SPACE) !== 0) position++;
      if (position >= length) return length + 1;
      byte = bytes[position] as number;
      let valueStart = position;
      let valueEnd: number;
      if (byte === DOUBLE_QUOTE || byte === SINGLE_QUOTE) {
        valueStart = ++position;
        position = this.#find(byte, position);
        if (position >= length) return length + 1;
        valueEnd = position++;
      } else {
        while (position < length) {
          byte = bytes[position] as number;
          if (byte === GT || ((classOf[byte] as number) & SPACE) !== 0) break;
          position++;
        }
        if (position >= length) return length + 1;
        valueEnd = position;
        if (byte === GT) {
          // The `/` of `<a href=x/>` belongs to the value.
          if (attribute !== 0) tag.setAttribute(attribute, valueStart, valueEnd);
          tag.selfClosing = false;
          return position + 1;
        }
      }
      if (attribute !== 0) tag.setAttribute(attribute, valueStart, valueEnd);
    }
  }

  /** `start` is the `!` or `?`: a comment, a CDATA section, or anything up to the next `>`. */
  #declaration(start: number): number {
    const bytes = this.#bytes;
    if (bytes[start] === BANG) {
      if (bytes[start + 1] === DASH && bytes[start + 2] === DASH) return this.#comment(start + 3);
      if (bytes[start + 1] === 0x5b && (this.#isXml || this.#foreign.isForeign) && this.#isCdata(start + 1)) {
        return this.#cdata(start + 8);
      }
    }
    return this.#afterNext(GT, start + 1);
  }

  /** `<!-->` and `<!--->` are whole comments; otherwise `-->` or `--!>` ends one (HTML 13.2.5.43 to 13.2.5.52). */
  #comment(start: number): number {
    const bytes = this.#bytes;
    let at = bytes.indexOf(GT, start);
    while (at >= 0) {
      if (at === start || (at === start + 1 && bytes[start] === DASH)) return at + 1;
      if (bytes[at - 1] === DASH && bytes[at - 2] === DASH && at - 2 >= start) return at + 1;
      if (bytes[at - 1] === BANG && bytes[at - 2] === DASH && bytes[at - 3] === DASH && at - 3 >= start)
        return at + 1;
      at = bytes.indexOf(GT, at + 1);
    }
    return this.#length;
  }

  #isCdata(at: number): boolean {
    return this.#bytes.toString('latin1', at, at + 7) === '[CDATA[';
  }

  #cdata(start: number): number {
    const found = this.#bytes.indexOf(']]>', start, 'latin1');
    const end = found < 0 ? this.#length : found;
    const foreign = this.#foreign;
    if (end > start) {
      this.#sink.text(start, end, 'raw', foreign.textNamespace, foreign.isInert);
    }
    return found < 0 ? end : end + 3;
  }

  /**
   * The next position of a byte, or the end. Reads four bytes at a time: XOR with the pattern leaves a zero byte where the byte is. Faster than the
   * built-in search for short runs.
   */
  #find(byte: number, from: number): number {
    const view = this.#view;
    const bytes = this.#bytes;
    const length = this.#length;
    const pattern = Math.imul(byte, 0x01010101);
    let position = from;
    const last = length - 4;
    while (position <= last) {
      const difference = view.getInt32(position, true) ^ pattern;
      const zeros = (difference - 0x01010101) & ~difference & 0x80808080;
      // The lowest mark is exact; higher ones may come from a carry.
      if (zeros !== 0) return position + ((31 - Math.clz32(zeros & -zeros)) >> 3);
      position += 4;
    }
    while (position < length && bytes[position] !== byte) position++;
    return position;
  }

  #afterNext(byte: number, from: number): number {
    const at = this.#bytes.indexOf(byte, from);
    return at < 0 ? this.#length : at + 1;
  }
}
