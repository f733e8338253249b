import { nameOfTag } from './block-elements.ts';
import { classOfByte, classOfCodePoint, SPACE, WORD } from './character-class.ts';
import { scratchPage, takeNumbers } from './leaf-columns.ts';
import { endTagOffset } from './segment-hash.ts';

/**
 * The source of the tokens of a page: its text as readers see it, as UTF-8, and two numbers for each tag that is a token: its number and
 * its position in the text. Words and signs are read from the text on demand.
 */
export interface TokenStore {
  readonly text: Buffer;
  readonly tags: Int32Array;
}

/** How many numbers a tag takes in the store. */
const tagStride = 2;

/** A part of a store: a range of its text, and the tags in it. */
interface StoreRange {
  readonly text: number;
  readonly textEnd: number;
  readonly tag: number;
  readonly endTag: number;
}

/** Words, special characters, and tags as `<b>` and `</b>`. A tag always ends the word before it. */
export function readTokens(
  { text, tags }: TokenStore,
  { text: start, textEnd, tag, endTag }: StoreRange,
): readonly string[] {
  const found: string[] = [];
  let from = start;
  for (let at = tag * tagStride; at < endTag * tagStride; at += tagStride) {
    const position = tags[at + 1] as number;
    if (position > from) addWords(text.toString('utf8', from, position), found);
    found.push(tagText(tags[at] as number));
    from = position;
  }
  addWords(text.toString('utf8', from, textEnd), found);
  return found;
}

/** Words and special characters of a text as readers see it. */
export function wordsIn(text: string): readonly string[] {
  const found: string[] = [];
  addWords(text, found);
  return found;
}

function addWords(text: string, found: string[]): void {
  /** Where the open word begins; -1 when none is open. */
  let word = -1;
  for (let at = 0; at < text.length; ) {
    const code = text.codePointAt(at) as number;
    const kind = code < 0x80 ? classOfByte[code] : classOfCodePoint(code);
    const end = code > 0xffff ? at + 2 : at + 1;
    if (kind === WORD) {
      if (word < 0) word = at;
    } else {
      if (word >= 0) found.push(text.slice(word, at));
      word = -1;
      if (kind !== SPACE) found.push(text.slice(at, end));
    }
    at = end;
  }
  if (word >= 0) found.push(text.slice(word));
}

function tagText(id: number): string {
  return id >= endTagOffset ? `</${nameOfTag[id - endTagOffset]}>` : `<${nameOfTag[id]}>`;
}

/** The tags of a page that are tokens, leaf by leaf. */
export class LeafTags {
  #numbers: Int32Array;
  /** How many numbers were written. */
  #size = 0;
  #leafStart = 0;

  /** `bytes`: the size of the page. */
  constructor(bytes: number) {
    this.#numbers = bytes <= scratchPage ? scratch : new Int32Array((bytes >> 4) * tagStride);
  }

  get isLeafEmpty(): boolean {
    return this.#size === this.#leafStart;
  }

  get count(): number {
    return this.#size / tagStride;
  }

  get countInLeaf(): number {
    return (this.#size - this.#leafStart) / tagStride;
  }

  /** `position`: in the text of the page. */
  put(id: number, position: number): void {
    const at = this.#size;
    if (at === this.#numbers.length) {
      const grown = new Int32Array(this.#numbers.length * 2);
      grown.set(this.#numbers);
      this.#numbers = grown;
    }
    this.#numbers[at] = id;
    this.#numbers[at + 1] = position;
    this.#size = at + tagStride;
  }

  /** Begins the next leaf. The tags of the last one are kept or discarded. */
  endLeaf(isKept: boolean): void {
    if (isKept) this.#leafStart = this.#size;
    else this.#size = this.#leafStart;
  }

  taken(): Int32Array {
    return takeNumbers(this.#numbers, this.#size, scratch);
  }
}

/** Shared by pages of usual size, one after the other. */
const scratch = new Int32Array(16 * 1024 * tagStride);
