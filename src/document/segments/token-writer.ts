import { CharacterReferenceReader, writeUtf8 } from '../html/character-references.ts';
import * as classes from './character-class.ts';
import * as ids from './segment-hash.ts';
import { SegmentHash } from './segment-hash.ts';
import { type LeafRange, type TokenStore, tokenStride } from './token-store.ts';

const AMPERSAND = 0x26;
// V8 folds constants of this file into the loop below; those of another file are looked up.
const { SPACE, WORD } = classes;
const { wordSeedHigh, wordSeedLow, wordStepHigh, wordStepLow } = ids;

/**
 * Reads text byte by byte into words and special characters, hashes them on the way, and writes the text as a reader
 * sees it. Comments and tags without meaning may be inside a word.
 */
export class TokenWriter {
  readonly #bytes: Buffer;
  readonly #hash = new SegmentHash();
  readonly #references = new CharacterReferenceReader();
  #text: Buffer;
  #size = 0;
  #tokens: Int32Array;
  #tokenSize = 0;
  #isSpacePending = false;
  /** Where the open word begins; -1 when none is open. */
  #wordStart = -1;
  #wordHigh = 0;
  #wordLow = 0;
  #leafText = 0;
  #leafTokens = 0;
  #shownTokens = 0;
  #words = 0;
  /** Whether a tag that is no token stands between the last text and the next. */
  #hasSeam = false;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    const isUsual = bytes.length <= scratchText.length - 1024;
    this.#text = isUsual ? scratchText : Buffer.allocUnsafe(bytes.length + 1024);
    this.#tokens = scratchTokens;
  }

  /** How many words of the leaf have ended, numbers not counted. */
  get words(): number {
    return this.#words;
  }

  /** Whether the leaf has any word or sign; tags alone show nothing. */
  get hasWords(): boolean {
    return this.#shownTokens > 0 || this.#wordStart >= 0;
  }

  get isEmpty(): boolean {
    return this.#tokenSize === this.#leafTokens && this.#wordStart < 0;
  }

  /** Ends the leaf. What was written since the last one is kept or discarded. */
  endLeaf(isKept: boolean): LeafRange | null {
    this.endWord();
    const range = isKept
      ? {
          textStart: this.#leafText,
          textEnd: this.#size,
          firstToken: this.#leafTokens / tokenStride,
          endToken: this.#tokenSize / tokenStride,
          high: this.#hash.high,
          low: this.#hash.low,
        }
      : null;
    if (!isKept) {
      this.#size = this.#leafText;
      this.#tokenSize = this.#leafTokens;
    }
    this.#leafText = this.#size;
    this.#leafTokens = this.#tokenSize;
    this.#shownTokens = 0;
    this.#words = 0;
    this.#isSpacePending = false;
    this.#hash.reset();
    return range;
  }

  /** `id` is the tag's number, or that plus `endTagOffset`. */
  tag(id: number): void {
    if (this.#wordStart >= 0) this.#endWord();
    this.#put(ids.tagRange, id, ~id, this.#size);
  }

  separate(): void {
    this.endWord();
    this.#isSpacePending = true;
  }

  /** Ends the open word, if there is one. */
  endWord(): void {
    if (this.#wordStart >= 0) this.#endWord();
  }

  /** A `span` or the like begins or ends here. Style sheets often keep what it joins apart: `<span>2h ago</span>Remove`. */
  seam(): void {
    this.#hasSeam = true;
  }

  /** Text that is not in the page's bytes. */
  addText(text: string): void {
    const bytes = Buffer.from(text, 'utf8');
    this.#add(bytes, 0, bytes.length, false);
  }

  /** `decodes`: `&` may begin a character reference. */
  add(start: number, end: number, decodes: boolean): void {
    if (this.#hasSeam) {
      this.#hasSeam = false;
      if (this.#wordStart >= 0 && this.#joinsWords(start, end)) this.separate();
    }
    this.#add(this.#bytes, start, end, decodes);
  }

  /** Whether the next text begins with a capital after a small letter or a digit, or a digit after a letter. */
  #joinsWords(start: number, end: number): boolean {
    if (start >= end) return false;
    const [last, next] = [this.#text[this.#size - 1] as number, this.#bytes[start] as number];
    return (isCapital(next) && (isSmall(last) || isDigit(last))) || (isDigit(next) && isSmall(last));
  }

  /**
   * ASCII is read here in one loop over local variables, which is most of the work on most pages; references and
   * other characters are read one by one.
   */
  #add(bytes: Buffer, start: number, end: number, decodes: boolean): void {
    this.#reserve(end - start);
    const classOf = classes.classOfByte;
    const text = this.#text;
    let isSpacePending = this.#isSpacePending;
    let wordStart = this.#wordStart;
    let high = this.#wordHigh;
    let low = this.#wordLow;
    let size = this.#size;
    const leafText = this.#leafText;
    let i = start;
    while (i < end) {
      let byte = bytes[i] as number;
      const kind = classOf[byte] as number;
      if (kind === WORD) {
        if (wordStart < 0) {
          if (isSpacePending) {
            isSpacePending = false;
            if (size > leafText) text[size++] = 0x20;
          }
          wordStart = size;
          high = wordSeedHigh;
          low = wordSeedLow;
        }
        do {
          text[size++] = byte;
          high = Math.imul(high ^ byte, wordStepHigh);
          low = Math.imul(low + byte, wordStepLow) ^ (low >>> 15);
          if (++i === end) break;
          byte = bytes[i] as number;
        } while (classOf[byte] === WORD);
        continue;
      }
      if (kind === SPACE) {
        if (wordStart >= 0) {
          this.#putWord(high, low, wordStart, size);
          wordStart = -1;
        }
        isSpacePending = true;
        i++;
        continue;
      }
      this.#isSpacePending = isSpacePending;
      this.#wordStart = wordStart;
      this.#wordHigh = high;
      this.#wordLow = low;
      this.#size = size;
      if (kind === classes.SIGN) {
        i = byte === AMPERSAND && decodes ? this.#reference(bytes, i, end) : this.#sign(byte, i);
      } else {
        i = this.#beyondAscii(bytes, i, end);
      }
      isSpacePending = this.#isSpacePending;
      wordStart = this.#wordStart;
      high = this.#wordHigh;
      low = this.#wordLow;
      size = this.#size;
    }
    this.#isSpacePending = isSpacePending;
    this.#wordStart = wordStart;
    this.#wordHigh = high;
    this.#wordLow = low;
    this.#size = size;
  }

  #sign(code: number, at: number): number {
    this.#character(code, classes.SIGN);
    return at + 1;
  }

  #reference(bytes: Buffer, at: number, end: number): number {
    const after = this.#references.read(bytes, at + 1, end, false);
    if (after === at + 1) return this.#sign(AMPERSAND, at);
    const { first, second } = this.#references;
    this.#codePoint(first);
    if (second !== 0) this.#codePoint(second);
    return after;
  }

  #beyondAscii(bytes: Buffer, at: number, end: number): number {
    const byte = bytes[at] as number;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    let code = byte & (0xff >> (length + 1));
    for (let i = at + 1; i < at + length && i < end; i++) code = (code << 6) | ((bytes[i] as number) & 0x3f);
    this.#codePoint(code);
    return Math.min(at + length, end);
  }

  #codePoint(code: number): void {
    this.#character(
      code,
      code < 0x80 ? (classes.classOfByte[code] as number) : classes.classOfCodePoint(code),
    );
  }

  #character(code: number, kind: number): void {
    if (kind === classes.NOTHING) return;
    if (kind === classes.WORD) {
      if (this.#wordStart < 0) this.#beginWord();
      this.#wordCharacter(code);
      return;
    }
    if (this.#wordStart >= 0) this.#endWord();
    if (kind === classes.SPACE) {
      this.#isSpacePending = true;
    } else if (kind === classes.IDEOGRAPH) {
      this.#beginWord();
      this.#wordCharacter(code);
      this.#endWord();
    } else {
      this.#putSpace();
      const start = this.#size;
      this.#size = writeUtf8(this.#text, start, code);
      this.#shownTokens++;
      this.#put(ids.signRange, code, start, this.#size);
    }
  }

  #wordCharacter(code: number): void {
    const from = this.#size;
    this.#size = writeUtf8(this.#text, from, code);
    for (let i = from; i < this.#size; i++) {
      const byte = this.#text[i] as number;
      this.#wordHigh = Math.imul(this.#wordHigh ^ byte, ids.wordStepHigh);
      this.#wordLow = Math.imul(this.#wordLow + byte, ids.wordStepLow) ^ (this.#wordLow >>> 15);
    }
  }

  #beginWord(): void {
    this.#putSpace();
    this.#wordStart = this.#size;
    this.#wordHigh = ids.wordSeedHigh;
    this.#wordLow = ids.wordSeedLow;
  }

  #endWord(): void {
    const start = this.#wordStart;
    this.#wordStart = -1;
    this.#putWord(this.#wordHigh, this.#wordLow, start, this.#size);
  }

  #putWord(high: number, low: number, start: number, end: number): void {
    this.#shownTokens++;
    if (!isDigit(this.#text[start] as number)) this.#words++;
    this.#put(ids.mixLane(high) | 0x80000000, ids.mixLane(low ^ high), start, end);
  }

  #putSpace(): void {
    if (this.#isSpacePending && this.#size > this.#leafText) this.#text[this.#size++] = 0x20;
    this.#isSpacePending = false;
  }

  #put(high: number, low: number, start: number, end: number): void {
    this.#hash.add(high, low);
    const at = this.#tokenSize;
    if (at === this.#tokens.length) {
      const grown = new Int32Array(this.#tokens.length * 2);
      grown.set(this.#tokens);
      this.#tokens = grown;
    }
    this.#tokens[at] = start;
    this.#tokens[at + 1] = end;
    this.#tokenSize = at + tokenStride;
  }

  /** `&nGt;` and its like take one byte more than they had; a space may come before each sign. */
  #reserve(more: number): void {
    const wanted = this.#size + 2 * more + 64;
    if (wanted <= this.#text.length) return;
    const grown = Buffer.allocUnsafe(Math.max(wanted, this.#text.length * 2));
    this.#text.copy(grown, 0, 0, this.#size);
    this.#text = grown;
  }

  /** A copy, since the next page is written into the same memory. */
  store(): TokenStore {
    const text = Buffer.allocUnsafe(this.#size);
    this.#text.copy(text, 0, 0, this.#size);
    return { text, tokens: this.#tokens.slice(0, this.#tokenSize) };
  }
}

const isSmall = (byte: number): boolean => byte >= 0x61 && byte <= 0x7a;
const isCapital = (byte: number): boolean => byte >= 0x41 && byte <= 0x5a;
const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39;

/** Shared by pages of usual size, one after the other. */
const scratchText = Buffer.allocUnsafeSlow(512 * 1024);
const scratchTokens = new Int32Array(64 * 1024 * tokenStride);
