import { type Leaves, PatternIndex, type Segment } from '../../document/index.ts';
import type { Term } from '../model/detector-kind.ts';
import { isStemLanguage, type StemLanguage, type Stemmers } from '../stem/stemmers.ts';
import { LanguageSigns, LeafLanguage, languageBySigns, mostWords } from '../words/find-language.ts';
import { Vocabulary } from '../words/vocabulary.ts';
import { type IndexedText, LeafText, SegmentText } from './indexed-text.ts';
import { type IndexedDetector, MetTerms } from './met-terms.ts';
import { type SoughtForm, type StemmedTerms, stemmedTerms } from './stemmed-terms.ts';

const none: readonly number[] = [];
/** Stands in a list of terms: a text with this word may contain a literal. */
const SEARCH = -1;

/** Numbers of terms, by the word that meets them. */
type Postings = Map<string, number[]>;

/** The terms that each word meets, by the number of the word; undefined for words that were not looked up yet. */
type TermsByWord = (readonly number[] | undefined)[];

/** The language of a page; `number` is equal for equal languages. */
interface LanguageOfPage {
  readonly language: StemLanguage | null;
  readonly number: number;
}

/** Used as the number of a page's language: any language. */
const ANY_PAGE = 15;

/**
 * One index over all detectors: a segment leads only to those all of whose words, stems or literals it contains. So its cost does not depend on the
 * number of detectors.
 */
export class DetectorIndex {
  readonly #words: Postings = new Map();
  readonly #labels: Postings = new Map();
  /** Stems of detectors that name their language. */
  readonly #stems: readonly StemmedTerms[];
  /** Words of detectors that use the language of each text. */
  readonly #anyLanguage: SoughtForm[] = [];
  /** The same words by their stems, for each language that occurred. */
  readonly #anyStems = new Map<StemLanguage | null, StemmedTerms>();
  readonly #literals: LiteralTerms | null;
  /** Whether a literal may occur where there is no word. */
  readonly #searchesAll: boolean;
  readonly #met: MetTerms;
  readonly #stemmers: Stemmers;
  readonly #vocabulary = new Vocabulary();
  readonly #ruledOut = new RuledOutTexts();
  #generation = 0;
  readonly #termsIn = new Map<StemLanguage | null, TermsByWord>();
  #termsInLabel: TermsByWord = [];
  #signs: LanguageSigns[] = [];

  constructor(detectors: readonly IndexedDetector[], stemmers: Stemmers) {
    this.#stemmers = stemmers;
    this.#met = new MetTerms(detectors);
    const literals = new Map<number, string>();
    const named = new Map<StemLanguage, SoughtForm[]>();
    for (const [number, term] of this.#met.terms.entries()) {
      if (term.form === 'literal') literals.set(number, term.text);
      else this.#add(term, number, named);
    }
    this.#stems = [...named].map(([language, forms]) => stemmedTerms(language, stemmers.of(language), forms));
    this.#literals = literals.size === 0 ? null : new LiteralTerms(literals);
    this.#searchesAll = this.#literals?.mayBeWhere('') ?? false;
  }

  /**
   * The numbers of the detectors that may find something in a segment, in their order. `page` has the language for texts that do not show
   * their own; `label` is called only when it matters.
   */
  possible(segment: Segment, label: () => string | null, page: LanguageOfPage): readonly number[] {
    return this.#possible(new SegmentText(segment, label), page);
  }

  /** Whether some detector may find something in one of the leaves. Makes no segments. */
  leadsAnywhere(leaves: Leaves): boolean {
    const { written } = leaves;
    if (written === null) return true;
    const longest = new LeafText(leaves, written);
    const page = new LeafLanguage(leaves.length, written, (place) => {
      longest.place = place;
      longest.readWords(this.#vocabulary, mostWords);
      this.#followVocabulary();
      return Array.from({ length: Math.min(this.#vocabulary.length, mostWords) }, (_, i) => this.#signsAt(i));
    });
    const leaf = new LeafText(leaves, written);
    for (; leaf.place < leaves.length; leaf.place++) if (this.#possible(leaf, page).length > 0) return true;
    return false;
  }

  #possible(text: IndexedText, page: LanguageOfPage): readonly number[] {
    const takesLanguage = this.#anyLanguage.length > 0;
    if (this.#ruledOut.has(text, ANY_PAGE)) return none;
    const pageLanguage = takesLanguage ? page.number : ANY_PAGE;
    if (takesLanguage && this.#ruledOut.has(text, pageLanguage)) return none;
    const met = this.#met;
    met.begin();
    this.#read(text);
    // On an English page, a text without words of other languages is read as English, whether it says so itself or not.
    const isEnglish = takesLanguage && page.language === 'en' && !this.#hasForeignWords();
    const own = takesLanguage && !isEnglish ? this.#language() : null;
    const language = takesLanguage ? (own ?? page.language) : null;
    const { hasDigit, isAscii } = this.#vocabulary;
    const maySearch = this.#meet(this.#wordsIn(language), (word) => this.#find(word, language));
    const mayBeLabelled = this.#labels.size > 0 && hasDigit;
    if (mayBeLabelled) {
      const find = (word: string) => this.#labels.get(word) ?? none;
      this.#meet(this.#termsInLabel, find);
      text.readLabel(this.#vocabulary);
      this.#followVocabulary();
      this.#meet(this.#termsInLabel, find);
    }
    if (this.#literals !== null && (maySearch || this.#searchesAll || !isAscii))
      for (const term of this.#literals.in(text.text)) met.meet(term);
    const found = met.detectors();
    if (found.length === 0 && !mayBeLabelled)
      this.#ruledOut.add(text, own === null ? pageLanguage : ANY_PAGE);
    return found;
  }

  #read(text: IndexedText): void {
    text.readWords(this.#vocabulary);
    this.#followVocabulary();
  }

  /** Clears what is stored by word number: after the vocabulary was emptied, numbers stand for other words. */
  #followVocabulary(): void {
    if (this.#vocabulary.generation === this.#generation) return;
    this.#generation = this.#vocabulary.generation;
    this.#termsIn.clear();
    this.#termsInLabel = [];
    this.#signs = [];
  }

  /**
   * Notes the terms that the words of the text meet. Most words meet none, and the same words occur again and again. Returns whether to
   * search the text for literals.
   */
  #meet(known: TermsByWord, find: (word: string) => readonly number[]): boolean {
    const { numbers, length } = this.#vocabulary;
    let searches = false;
    for (let i = 0; i < length; i++) {
      const number = numbers[i] as number;
      let terms = known[number];
      if (terms === undefined) {
        terms = find(this.#vocabulary.word(number));
        known[number] = terms;
      }
      if (terms === none) continue;
      for (const one of terms) {
        if (one === SEARCH) searches = true;
        else this.#met.meet(one);
      }
    }
    return searches;
  }

  #language(): StemLanguage | null {
    return languageBySigns(Math.min(this.#vocabulary.length, mostWords), this.#signsAt);
  }

  #hasForeignWords(): boolean {
    const { length } = this.#vocabulary;
    for (let place = 0; place < length; place++) if (this.#signsAt(place).isForeign) return true;
    return false;
  }

  /** The evidence of a word of the text about its language. */
  readonly #signsAt = (place: number): LanguageSigns => {
    const number = this.#vocabulary.numbers[place] as number;
    const known = this.#signs[number];
    if (known !== undefined) return known;
    const signs = new LanguageSigns(this.#vocabulary.word(number));
    this.#signs[number] = signs;
    return signs;
  };

  #add(
    term: Exclude<Term, { form: 'literal' }>,
    number: number,
    named: Map<StemLanguage, SoughtForm[]>,
  ): void {
    const { text } = term;
    if (term.form === 'word') post(this.#words, text, number);
    else if (term.form === 'label') post(this.#labels, text, number);
    else if (term.language === null) this.#anyLanguage.push([text, number]);
    else if (isStemLanguage(term.language)) {
      const forms = named.get(term.language);
      if (forms === undefined) named.set(term.language, [[text, number]]);
      else forms.push([text, number]);
    }
  }

  /** The terms that a word of a text in this language meets, by itself or by its stems. */
  #find(word: string, language: StemLanguage | null): readonly number[] {
    const found = [
      ...(this.#words.get(word) ?? none),
      ...this.#anyStemsIn(language).of(word),
      ...this.#stems.flatMap((terms) => terms.of(word)),
      ...(this.#literals?.mayBeWhere(word) === true ? [SEARCH] : none),
    ];
    return found.length === 0 ? none : found;
  }

  #anyStemsIn(language: StemLanguage | null): StemmedTerms {
    const known = this.#anyStems.get(language);
    if (known !== undefined) return known;
    const made =
      language === null
        ? asWritten(this.#anyLanguage)
        : stemmedTerms(language, this.#stemmers.of(language), this.#anyLanguage);
    this.#anyStems.set(language, made);
    return made;
  }

  #wordsIn(language: StemLanguage | null): TermsByWord {
    const known = this.#termsIn.get(language);
    if (known !== undefined) return known;
    const made: TermsByWord = [];
    this.#termsIn.set(language, made);
    return made;
  }
}

/** In a text of unknown language, each word has only one form. */
function asWritten(forms: readonly SoughtForm[]): StemmedTerms {
  const postings: Postings = new Map();
  for (const [word, term] of forms) post(postings, word, term);
  return { of: (word) => postings.get(word) ?? none };
}

function post(postings: Postings, word: string, term: number): void {
  const others = postings.get(word);
  if (others === undefined) postings.set(word, [term]);
  else others.push(term);
}

/** Literals that occur in almost every text rule nothing out. */
const ORDINARY_TEXT = 'the of and to in a is that for it was on are as with';

/** The terms that are literals: text inside a word or across several. */
class LiteralTerms {
  readonly #terms: readonly number[];
  readonly #whole: PatternIndex;
  readonly #inWords: PatternIndex;

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
  }

  /**
   * Whether an ASCII text with this word may contain one of the literals; the empty word stands for no word at all. Consecutive letters and
   * digits are part of one word, so each word of a site is searched once instead of each text.
   */
  mayBeWhere(word: string): boolean {
    return this.#inWords.possible(word).length > 0;
  }

  in(text: string): readonly number[] {
    return this.#whole.possible(text).map((place) => this.#terms[place] ?? 0);
  }
}

/** The longest part of a literal that certainly lies within one word. */
function partOfWord(literal: string): string {
  const parts = literal.match(/[0-9a-z_]+/g) ?? [];
  return parts.reduce((longest, part) => (part.length > longest.length ? part : longest), '');
}

/** Powers of two. A slot has two numbers: 2 MB hold as many different texts as a large site has. */
const fewestSlots = 1 << 10;
const mostSlots = 1 << 18;

/**
 * Remembers texts in which no detector can find anything: menus and the like are on all pages of a site. A text replaces the one in its slot, so
 * texts may be forgotten, but never mistaken for another.
 */
class RuledOutTexts {
  #hashes = new Int32Array(2 * fewestSlots);
  #slots = fewestSlots;
  #added = 0;

  /** `language`: number of the page's language, which is used for a text that does not show its own. */
  has({ high, low }: Pick<IndexedText, 'high' | 'low'>, language: number): boolean {
    const at = this.#placeOf(high, language);
    return this.#hashes[at] === (high | 0) && this.#hashes[at + 1] === mixed(low, language);
  }

  add({ high, low }: Pick<IndexedText, 'high' | 'low'>, language: number): void {
    // Growing forgets all texts; those that are worth remembering occur again.
    if (++this.#added > this.#slots / 2 && this.#slots < mostSlots) this.#grow();
    const at = this.#placeOf(high, language);
    this.#hashes[at] = high | 0;
    this.#hashes[at + 1] = mixed(low, language);
  }

  #grow(): void {
    this.#slots *= 16;
    this.#hashes = new Int32Array(2 * this.#slots);
    this.#added = 0;
  }

  #placeOf(high: number, language: number): number {
    return 2 * ((high ^ (high >>> 13) ^ language) & (this.#slots - 1));
  }
}

const mixed = (low: number, language: number): number => low ^ Math.imul(language, 0x9e3779b1);
