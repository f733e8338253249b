import { CharacterReferenceReader, writeUtf8 } from '../html/character-references.ts';
import * as classes from './character-class.ts';
import { END_TAG, HIGH, LOW, scratchPage, TEXT_END, TOKENS } from './leaf-columns.ts';
import * as ids from './segment-hash.ts';
import { SegmentHash } from './segment-hash.ts';
import { LeafTags, type TokenStore } from './token-store.ts';

const AMPERSAND = 0x26;
// V8 inlines constants of this file into the loop below, but looks up those of another file.
const { isCapital, isDigit, isSmall, SPACE, WORD } = classes;
const { wordSeedHigh, wordSeedLow, wordStepHigh, wordStepLow } = ids;

/**
 * Splits text byte by byte into words and special characters, hashes them as it reads, and writes the text as a reader sees it. Comments
 * and tags without meaning may be inside a word.
 */
export class TokenWriter {
  readonly #bytes: Buffer;
  readonly #hash = new SegmentHash();
  readonly #tags: LeafTags;
  readonly #references = new CharacterReferenceReader();
  #text: Buffer;
  #size = 0;
  #isSpacePending = false;
  /** Where the open word begins; -1 when none is open. */
  #wordStart = -1;
  #wordHigh = 0;
  #wordLow = 0;
  #leafText = 0;
  /** How many words and signs the leaf has. */
  #shownTokens = 0;
  #words = 0;
  /** Whether a tag that is no token stands between the last text and the next. */
  #hasSeam = false;

  /** `size`: how many bytes of text there are, if not all are in `bytes`. */
  constructor(bytes: Buffer, size = bytes.length) {
    this.#bytes = bytes;
    this.#tags = new LeafTags(size);
    // More than most pages need: the system does not allocate memory that is not written to.
    this.#text = size <= scratchPage ? scratchText : Buffer.allocUnsafeSlow(roomFor(size) + 1024);
  }

  /** How many words of the leaf have ended, without numbers. */
  get words(): number {
    return this.#words;
  }

  /** Whether the leaf has any word or sign; tags alone show nothing. */
  get hasWords(): boolean {
    return this.#shownTokens > 0 || this.#wordStart >= 0;
  }

  get isEmpty(): boolean {
    return this.#shownTokens === 0 && this.#tags.isLeafEmpty && this.#wordStart < 0;
  }

  /** Writes where the leaf ends, and its hash, into a row of `leaf-columns.ts`. */
  describeLeaf(rows: Int32Array, row: number): void {
    rows[row + TEXT_END] = this.#size;
    rows[row + END_TAG] = this.#tags.count;
    rows[row + TOKENS] = this.#shownTokens + this.#tags.countInLeaf;
    rows[row + HIGH] = this.#hash.high;
    rows[row + LOW] = this.#hash.low;
  }

  /** Begins the next leaf. The text written since the last one is kept or discarded; no word may be open. */
  endLeaf(isKept: boolean): void {
    if (!isKept) this.#size = this.#leafText;
    this.#tags.endLeaf(isKept);
    this.#hash.reset();
    this.#leafText = this.#size;
    this.#shownTokens = 0;
    this.#words = 0;
    this.#isSpacePending = false;
  }

  /** `id` is the tag's number, or that plus `endTagOffset`. */
  tag(id: number): void {
    if (this.#wordStart >= 0) this.#endWord();
    this.#hash.add(ids.tagRange, id);
    this.#tags.put(id, this.#size);
  }

  separate(): void {
    this.endWord();
    this.#isSpacePending = true;
  }

  /** Ends the open word, if there is one. */
  endWord(): void {
    if (this.#wordStart >= 0) this.#endWord();
  }

  /** A `span` or the like begins or ends here. Style sheets often separate the texts that it joins: `<span>2h ago</span>Remove`. */
  seam(): void {
    this.#hasSeam = true;
  }

  /** Text that is not in the page's bytes. */
  addText(text: string): void {
    // A plain text is read line by line: allocating a buffer for each line would be most of the work.
    const fits = 3 * text.length <= scratchLine.length;
    const bytes = fits ? scratchLine : Buffer.from(text, 'utf8');
    this.#add(bytes, 0, fits ? scratchLine.write(text) : bytes.length, false);
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
          this.#putWord(high, low, wordStart);
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
      this.#size = writeUtf8(this.#text, this.#size, code);
      this.#shownTokens++;
      this.#hash.add(ids.signRange, code);
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
    this.#putWord(this.#wordHigh, this.#wordLow, start);
  }

  #putWord(high: number, low: number, start: number): void {
    this.#shownTokens++;
    if (!isDigit(this.#text[start] as number)) this.#words++;
    this.#hash.add(ids.mixLane(high) | 0x80000000, ids.mixLane(low ^ high));
  }

  #putSpace(): void {
    if (this.#isSpacePending && this.#size > this.#leafText) this.#text[this.#size++] = 0x20;
    this.#isSpacePending = false;
  }

  #reserve(more: number): void {
    const wanted = this.#size + roomFor(more);
    if (wanted <= this.#text.length) return;
    const grown = Buffer.allocUnsafeSlow(Math.max(wanted, this.#text.length * 2));
    this.#text.copy(grown, 0, 0, this.#size);
    this.#text = grown;
  }

  /** The text and tags so far; copied if the memory is shared, because the next page overwrites it. */
  store(): TokenStore {
    const written = this.#text.subarray(0, this.#size);
    return { text: this.#text === scratchText ? Buffer.from(written) : written, tags: this.#tags.taken() };
  }
}

/** `&nGt;` and its like take one byte more than they had, and a space may come before the first character. */
const roomFor = (bytes: number): number => bytes + (bytes >> 2) + 64;

/** Shared by pages of usual size, one after the other. */
const scratchLine = Buffer.allocUnsafeSlow(32 * 1024);
const scratchText = Buffer.allocUnsafeSlow(scratchPage + (scratchPage >> 2) + 1024);
