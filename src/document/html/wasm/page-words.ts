import { invisibleCharacters } from '../../segments/character-class.ts';

/**
 * The words of the leaves of a page, without segments. Each leaf is part of one unit, and what is one word in it is within one word here: a run of ASCII
 * letters, digits, underscores and of all other characters than ASCII. So a page in which no unit has the words that somebody looks for has no leaf with
 * them either.
 */
export interface PageWords {
  /** For each word its number, and where it ends in `text`. The number 0 ends a unit; its end has the bit `SEVERAL_LEAVES` where it may have more than one. */
  readonly rows: Uint32Array;
  /** The text of all units as UTF-8. */
  readonly text: Buffer;
  readonly numbers: WordNumbers;
}

export const SEVERAL_LEAVES = 0x8000_0000;

/** Where an entry has the position of the word, and its length; see `assembly/words.ts`. */
const POSITION = 24;
const LENGTH = 28;
const ENTRY_BITS = 5;

/** The words of all pages by their numbers, which the page reader gives anew when its memory for them is full. */
export class WordNumbers {
  readonly generation: number;
  readonly #memory: Buffer;
  readonly #entries: number;
  #isForgotten = false;

  constructor(generation: number, memory: Buffer, entries: number) {
    this.generation = generation;
    this.#memory = memory;
    this.#entries = entries;
  }

  /** The numbers stand for other words from now on. */
  forget(): void {
    this.#isForgotten = true;
  }

  /** The text of a word, with capitals of ASCII as small letters and without invisible characters; null when its number was given to another one. */
  text(number: number): string | null {
    if (this.#isForgotten) return null;
    const entry = this.#entries + (number << ENTRY_BITS);
    const start = this.#memory.readUInt32LE(entry + POSITION);
    const end = start + this.#memory.readUInt32LE(entry + LENGTH);
    for (let at = start; at < end; at++)
      if ((this.#memory[at] as number) >= 0x80)
        return this.#memory.toString('utf8', start, end).replace(invisibleCharacters(), '');
    return this.#memory.toString('latin1', start, end);
  }
}
