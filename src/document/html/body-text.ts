import { isHtmlSpace } from '../text/white-space.ts';
import { CharacterReferenceReader, writeUtf8 } from './character-references.ts';
import { tagSet } from './html-names.ts';

const AMPERSAND = 0x26;

/**
 * Elements whose start and end tags separate words, as they separate lines or boxes on a screen. All others
 * (`b`, `span`, `a`, unknown ones) do not: `a<b>b</b>` is one word.
 */
export const separatesWords = tagSet(
  'address article aside blockquote body br button caption center col colgroup dd desc details dialog dir div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe legend li listing main menu nav noframes object ol optgroup option p plaintext pre search section select summary table tbody td text textarea tfoot th thead title tr ul video audio xmp',
);

/**
 * The body text of a page: the text outside tags, in the order of the source.
 * - Left out: comments, `script`, `style`, `title`, `template` (unless it is a shadow root), and the contents of
 *   `iframe`, `noembed` and `noframes`, which no browser shows. `noscript` counts: a crawler runs no scripts.
 * - Character references are decoded; NUL is dropped in HTML and U+FFFD in svg, math and raw text.
 * - White space (tab, LF, FF, CR, space, however written; not U+00A0) becomes one space, none at the ends; the
 *   tags of `separatesWords` count as white space.
 * It depends on the tags as written, not on a repaired tree: text that a browser moves out of a table stays in
 * place.
 */
export class BodyText {
  readonly #bytes: Buffer;
  readonly #source: DataView;
  #target: Buffer;
  #view: DataView;
  #size = 0;
  #isSpacePending = false;
  readonly #references = new CharacterReferenceReader();

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.#source = viewOf(bytes);
    // The text is hardly ever longer than the page.
    const room = bytes.length + 64;
    this.#target = room <= scratch.length ? scratch : Buffer.allocUnsafe(room);
    this.#view = viewOf(this.#target);
  }

  separate(): void {
    this.#isSpacePending = true;
  }

  /** `replacesNul`: a NUL becomes U+FFFD instead of nothing. `decodes`: `&` may begin a character reference. */
  add(start: number, end: number, decodes: boolean, replacesNul: boolean): void {
    const bytes = this.#bytes;
    let i = start;
    while (i < end && isHtmlSpace(bytes[i] as number)) i++;
    if (i > start) this.#isSpacePending = true;
    // Most runs of text are only the white space between two tags.
    if (i === end) return;
    // A NUL becomes 3 bytes, and `&nGt;` one byte more than it had.
    this.#reserve(replacesNul ? 3 * (end - i) : end - i + ((end - i) >> 2));
    while (i < end) {
      const byte = bytes[i] as number;
      if (this.#isSpacePending && byte > 0x20 && byte !== AMPERSAND) this.#putSpace();
      if (!this.#isSpacePending && end - i >= 4) i = this.#addPlain(i, end);
      i = this.#addSlowly(i, Math.min(i + 4, end), end, decodes, replacesNul);
    }
  }

  /** Writes the space before a word, unless it is the first. Called only when something follows. */
  #putSpace(): void {
    this.#isSpacePending = false;
    if (this.#size > 0) this.#target[this.#size++] = 0x20;
  }

  /**
   * Copies four bytes at a time while they hold nothing special: no control character, no `&`, no two spaces in a
   * row. Most text is like that.
   */
  #addPlain(start: number, end: number): number {
    const source = this.#source;
    const target = this.#view;
    const last = end - 4;
    let size = this.#size;
    let i = start;
    // 0x80 when the last byte copied is a space.
    let lastSpace = 0;
    for (; i <= last; i += 4) {
      const word = source.getInt32(i, true);
      const spaces = word ^ 0x20202020;
      const space = (spaces - 0x01010101) & ~spaces & 0x80808080;
      const ampersands = word ^ 0x26262626;
      const special =
        (((word - 0x20202020) & ~word) | ((ampersands - 0x01010101) & ~ampersands)) & 0x80808080;
      if ((special | (space & ((space << 8) | lastSpace))) !== 0) break;
      target.setInt32(size, word, true);
      size += 4;
      lastSpace = space >>> 24;
    }
    if (lastSpace !== 0) {
      size--;
      this.#isSpacePending = true;
    }
    this.#size = size;
    return i;
  }

  /** Reads the bytes up to `stop`, or a little further when a reference ends after it. Returns the end. */
  #addSlowly(start: number, stop: number, end: number, decodes: boolean, replacesNul: boolean): number {
    const bytes = this.#bytes;
    let i = start;
    for (; i < stop; i++) {
      const byte = bytes[i] as number;
      if (byte > 0x20 && byte !== AMPERSAND) {
        if (this.#isSpacePending) this.#putSpace();
        this.#target[this.#size++] = byte;
      } else if (isHtmlSpace(byte)) {
        this.#isSpacePending = true;
      } else {
        i = byte === AMPERSAND && decodes ? this.#reference(bytes, i, end) : this.#rare(byte, i, replacesNul);
      }
    }
    return i;
  }

  /** Returns the position of the reference's last byte. */
  #reference(bytes: Buffer, at: number, end: number): number {
    const after = this.#references.read(bytes, at + 1, end, false);
    if (after === at + 1) {
      this.#put(AMPERSAND);
      return at;
    }
    this.#put(this.#references.first);
    if (this.#references.second !== 0) this.#put(this.#references.second);
    return after - 1;
  }

  /** An ampersand that begins no reference, or a control character. */
  #rare(byte: number, at: number, replacesNul: boolean): number {
    if (byte !== 0) this.#put(byte);
    else if (replacesNul) this.#put(0xfffd);
    return at;
  }

  #put(code: number): void {
    if (isHtmlSpace(code)) {
      this.#isSpacePending = true;
      return;
    }
    if (this.#isSpacePending) this.#putSpace();
    this.#size = writeUtf8(this.#target, this.#size, code);
  }

  #reserve(more: number): void {
    const wanted = this.#size + more + 16;
    if (wanted <= this.#target.length) return;
    const grown = Buffer.allocUnsafe(Math.max(wanted, this.#target.length * 2));
    this.#target.copy(grown, 0, 0, this.#size);
    this.#target = grown;
    this.#view = viewOf(grown);
  }

  /** The text, or its first bytes: a character that is cut there may be damaged. */
  beginning(bytes: number): string {
    return this.#target.toString('utf8', 0, Math.min(bytes, this.#size));
  }

  /** As UTF-8, until more is added or the next page is read. */
  get written(): Uint8Array {
    return this.#target.subarray(0, this.#size);
  }
}

/** Shared by all pages of usual size: the text of one page is read before the next page begins. */
const scratch = Buffer.allocUnsafeSlow(256 * 1024);

function viewOf(bytes: Buffer): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
