import { addUnspaced, BETWEEN, foldedWord, UNSPACED, wordCharacters } from './split-words.ts';

/** More words, or characters in them, than a large site has: then the vocabulary is emptied. */
const mostWords = 100_000;
const mostCharacters = 4_000_000;
const firstSlots = 1 << 14;
/** Letters of ASCII are folded one by one; a word with any other character is folded as a whole. */
const ASCII = 0x80;

/**
 * Gives each word a number, the same one each time that it occurs. Facts about a word are then found by its number, without making a
 * string: on most sites, nine of ten words have occurred before.
 */
export class Vocabulary {
  #numbers = new Int32Array(1024);
  #length = 0;
  #hasDigit = false;
  #isAscii = true;
  #generation = 0;
  /** By their numbers, as `splitWords` gives them. */
  #words: string[] = [];
  #characters = 0;
  #byText = new Map<string, number>();
  /** Numbers of ASCII words, plus one, by a hash of the word. */
  #slots = new Int32Array(firstSlots);

  /** The numbers of the words of the last text, in their order: the first `length` of them. */
  get numbers(): Readonly<Int32Array> {
    return this.#numbers;
  }

  get length(): number {
    return this.#length;
  }

  /** Whether that text has a digit of ASCII. */
  get hasDigit(): boolean {
    return this.#hasDigit;
  }

  /** Whether its words have letters of ASCII only. */
  get isAscii(): boolean {
    return this.#isAscii;
  }

  /** Increases when the vocabulary is emptied: then numbers stand for other words. */
  get generation(): number {
    return this.#generation;
  }

  word(number: number): string {
    return this.#words[number] ?? '';
  }

  /** The words are those of `splitWords`. */
  read(text: string): void {
    if (this.#words.length >= mostWords || this.#characters >= mostCharacters) this.#beginAnew();
    const kinds = wordCharacters();
    const { length } = text;
    this.#length = 0;
    this.#hasDigit = false;
    this.#isAscii = true;
    for (let at = 0; at < length; ) {
      let code = text.charCodeAt(at);
      const kind = kinds[code];
      if (kind === BETWEEN) {
        at++;
        continue;
      }
      const start = at;
      let all = 0;
      let hash = 0x811c9dc5;
      do {
        all |= code;
        if (code <= 57 && code >= 48) this.#hasDigit = true;
        const folded = code <= 90 && code >= 65 ? code + 32 : code;
        hash = Math.imul(hash ^ folded, 0x01000193);
        at++;
        if (at === length) break;
        code = text.charCodeAt(at);
      } while (kinds[code] === kind);
      if (all >= ASCII) this.#isAscii = false;
      if (kind === UNSPACED)
        addUnspaced(text, start, at, (from, to) => this.#put(this.#slowly(text, from, to)));
      else this.#put(all < ASCII ? this.#ofAscii(text, start, at, hash) : this.#slowly(text, start, at));
    }
  }

  /** The same for ASCII text in bytes. False when there is another character: then it must be read as a string. `most`: stop after this many words. */
  readAscii(bytes: Buffer, from: number, to: number, most = Number.POSITIVE_INFINITY): boolean {
    if (this.#words.length >= mostWords || this.#characters >= mostCharacters) this.#beginAnew();
    const kinds = wordCharacters();
    this.#length = 0;
    this.#hasDigit = false;
    this.#isAscii = true;
    for (let at = from; at < to && this.#length < most; ) {
      let code = bytes[at] as number;
      if (code >= ASCII) return false;
      if (kinds[code] === BETWEEN) {
        at++;
        continue;
      }
      const start = at;
      let hash = 0x811c9dc5;
      do {
        if (code <= 57 && code >= 48) this.#hasDigit = true;
        const folded = code <= 90 && code >= 65 ? code + 32 : code;
        hash = Math.imul(hash ^ folded, 0x01000193);
        at++;
        if (at === to) break;
        code = bytes[at] as number;
        if (code >= ASCII) return false;
      } while (kinds[code] !== BETWEEN);
      this.#put(this.#ofBytes(bytes, start, at, hash));
    }
    return true;
  }

  #ofBytes(bytes: Buffer, start: number, end: number, hash: number): number {
    const last = this.#slots.length - 1;
    let slot = (hash ^ (hash >>> 15)) & last;
    for (;;) {
      const number = (this.#slots[slot] as number) - 1;
      // A new word: its text is needed only once.
      if (number < 0) {
        const text = bytes.toString('latin1', start, end);
        return this.#ofAscii(text, 0, text.length, hash);
      }
      if (isWordIn(this.#words[number] as string, bytes, start, end)) return number;
      slot = (slot + 1) & last;
    }
  }

  #put(number: number): void {
    if (this.#length === this.#numbers.length) {
      const more = new Int32Array(2 * this.#length);
      more.set(this.#numbers);
      this.#numbers = more;
    }
    this.#numbers[this.#length++] = number;
  }

  #ofAscii(text: string, start: number, end: number, hash: number): number {
    const last = this.#slots.length - 1;
    let slot = (hash ^ (hash >>> 15)) & last;
    for (;;) {
      const number = (this.#slots[slot] as number) - 1;
      if (number < 0) break;
      if (isWordAt(this.#words[number] as string, text, start, end)) return number;
      slot = (slot + 1) & last;
    }
    const number = this.#slowly(text, start, end);
    this.#slots[slot] = number + 1;
    // At most half full, so that there are few steps to a word.
    if (2 * this.#words.length > this.#slots.length) this.#grow();
    return number;
  }

  #slowly(text: string, start: number, end: number): number {
    const word = foldedWord(text.slice(start, end));
    const known = this.#byText.get(word);
    if (known !== undefined) return known;
    const number = this.#words.length;
    // A copy: a slice of a string keeps the whole string in memory.
    const copy = Buffer.from(word, 'utf16le').toString('utf16le');
    this.#words.push(copy);
    this.#byText.set(copy, number);
    this.#characters += copy.length;
    return number;
  }

  #grow(): void {
    this.#slots = new Int32Array(4 * this.#slots.length);
    const last = this.#slots.length - 1;
    for (const [number, word] of this.#words.entries()) {
      const hash = hashOfAscii(word);
      if (hash === null) continue;
      let slot = (hash ^ (hash >>> 15)) & last;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & last;
      this.#slots[slot] = number + 1;
    }
  }

  #beginAnew(): void {
    this.#words = [];
    this.#characters = 0;
    this.#byText = new Map();
    this.#slots = new Int32Array(firstSlots);
    this.#generation++;
  }
}

function isWordAt(word: string, text: string, start: number, end: number): boolean {
  if (word.length !== end - start) return false;
  for (let i = 0; i < word.length; i++) {
    const code = text.charCodeAt(start + i);
    if (word.charCodeAt(i) !== (code <= 90 && code >= 65 ? code + 32 : code)) return false;
  }
  return true;
}

function isWordIn(word: string, bytes: Uint8Array, start: number, end: number): boolean {
  if (word.length !== end - start) return false;
  for (let i = 0; i < word.length; i++) {
    const code = bytes[start + i] as number;
    if (word.charCodeAt(i) !== (code <= 90 && code >= 65 ? code + 32 : code)) return false;
  }
  return true;
}

function hashOfAscii(word: string): number | null {
  let hash = 0x811c9dc5;
  for (let i = 0; i < word.length; i++) {
    const code = word.charCodeAt(i);
    if (code >= ASCII) return null;
    hash = Math.imul(hash ^ code, 0x01000193);
  }
  return hash;
}
