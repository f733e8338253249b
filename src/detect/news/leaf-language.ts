import { isAscii } from 'node:buffer';
import type { WrittenLeaves } from '../../document/index.ts';
import { type StemLanguage, stemLanguages } from '../stem/stemmers.ts';
import { type LanguageSigns, languageBySigns, mostWords } from '../words/find-language.ts';
import { readLongest } from '../words/longest-leaves.ts';

/** The language of a page as `pageNewsOf` finds it, by leaves of which no segments are made. Found out when somebody asks, and once. */
export class LeafLanguage {
  readonly #count: number;
  readonly #written: WrittenLeaves;
  readonly #signsOf: (leaf: number) => readonly LanguageSigns[];
  #number: number | undefined;

  /** `signsOf`: what the first words of a leaf say, `mostWords` at most. */
  constructor(count: number, written: WrittenLeaves, signsOf: (leaf: number) => readonly LanguageSigns[]) {
    this.#count = count;
    this.#written = written;
    this.#signsOf = signsOf;
  }

  get language(): StemLanguage | null {
    return stemLanguages[this.number - 1] ?? null;
  }

  /** As that of `PageLanguage`. */
  get number(): number {
    this.#number ??= this.#find();
    return this.#number;
  }

  #find(): number {
    const signs: LanguageSigns[] = [];
    readLongest(this.#lengths(), (leaf) => {
      const found = this.#signsOf(leaf);
      signs.push(...found);
      return found.length;
    });
    const words = Math.min(signs.length, mostWords);
    const language = languageBySigns(words, (place) => signs[place] as LanguageSigns);
    return language === null ? 0 : stemLanguages.indexOf(language) + 1;
  }

  /** In UTF-16 units, as texts have them. */
  #lengths(): Int32Array {
    const { bytes } = this.#written;
    const lengthIn = isAscii(bytes) ? (from: number, to: number) => to - from : lengthAsText(bytes);
    const lengths = new Int32Array(this.#count);
    for (let leaf = 0; leaf < this.#count; leaf++)
      lengths[leaf] = lengthIn(this.#written.start(leaf), this.#written.end(leaf));
    return lengths;
  }
}

/** A character of four bytes is two units; one of fewer bytes is one. */
const lengthAsText = (bytes: Uint8Array) => (from: number, to: number) => {
  let length = 0;
  for (let at = from; at < to; at++) {
    const byte = bytes[at] as number;
    if ((byte & 0xc0) !== 0x80) length += byte >= 0xf0 ? 2 : 1;
  }
  return length;
};
