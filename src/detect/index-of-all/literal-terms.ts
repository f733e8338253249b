import { PatternIndex } from '../../document/index.ts';

/** Literals that occur in almost every text rule nothing out. */
const ORDINARY_TEXT = 'the of and to in a is that for it was on are as with';

/** The terms that are literals: text inside a word or across several. */
export class LiteralTerms {
  readonly #terms: readonly number[];
  readonly #whole: PatternIndex;
  readonly #inWords: PatternIndex;
  /** Those that may occur where there is no word. */
  readonly wordless: readonly number[];

  /** Terms by their numbers, with their texts. */
  constructor(literals: ReadonlyMap<number, string>) {
    this.#terms = [...literals.keys()];
    const texts = [...literals.values()];
    this.#whole = new PatternIndex(
      texts.map((text) => [[text]]),
      ORDINARY_TEXT,
    );
    this.#inWords = new PatternIndex(
      texts.map((text) => {
        const part = partOfWord(text);
        return part === '' ? [] : [[part]];
      }),
      '',
    );
    this.wordless = this.withPartIn('');
  }

  /**
   * Whether an ASCII text with this word may contain one of the literals; the empty word stands for no word at all. Consecutive letters and
   * digits are part of one word, so each word of a site is searched once instead of each text.
   */
  mayBeWhere(word: string): boolean {
    return this.#inWords.possible(word).length > 0;
  }

  /** The literals that a text with this word may contain. */
  withPartIn(word: string): readonly number[] {
    return this.#numbersOf(this.#inWords.possible(word));
  }

  in(text: string): readonly number[] {
    return this.#numbersOf(this.#whole.possible(text));
  }

  #numbersOf(places: readonly number[]): readonly number[] {
    return places.length === 0 ? places : places.map((place) => this.#terms[place] ?? 0);
  }
}

/** The longest part of a literal that certainly lies within one word. */
function partOfWord(literal: string): string {
  const parts = literal.match(/[0-9a-z_]+/g) ?? [];
  return parts.reduce((longest, part) => (part.length > longest.length ? part : longest), '');
}
