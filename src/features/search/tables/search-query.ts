import { StoreError } from '../../../database/errors.ts';
import { searchWords } from '../../../document/index.ts';

/** Each word costs the database as much as a separate search. */
const MOST_WORDS = 50;

/** What to look for. */
export type SearchQuery =
  /** A phrase; `isPrefix`: the last word also matches longer words that begin with it. */
  | { readonly kind: 'words'; readonly words: readonly string[]; readonly isPrefix: boolean }
  /** All of `parts`, and none of `without`. */
  | { readonly kind: 'all'; readonly parts: readonly SearchQuery[]; readonly without: readonly SearchQuery[] }
  | { readonly kind: 'any'; readonly parts: readonly SearchQuery[] };

/** `virus AND (flu OR grip*) NOT "bird flu"`. Without an operator between them, all words must be in the text. Throws STORE_QUERY_INVALID. */
export function parseSearchQuery(text: string): SearchQuery {
  const query = new QueryParser(text).parse();
  return query ?? invalid('there is no word to look for');
}

/** The words of a query that are marked in a text that was found. */
export function wordsToMark(query: SearchQuery): readonly Extract<SearchQuery, { kind: 'words' }>[] {
  return query.kind === 'words' ? [query] : query.parts.flatMap(wordsToMark);
}

function invalid(problem: string): never {
  throw new StoreError(
    'STORE_QUERY_INVALID',
    `${problem}. Write words, "words in a row", begin*, AND, OR, NOT and brackets, as in: virus AND (flu OR grip*) NOT "bird flu"`,
  );
}

/** A word up to the next space, quotation mark or bracket; a phrase; or a bracket. */
const tokens = /"([^"]*)"(\*?)|([()])|([^\s"()]+)/g;

interface QueryToken {
  readonly kind: 'words' | '(' | ')' | 'AND' | 'OR' | 'NOT';
  readonly text: string;
  readonly isPrefix: boolean;
}

class QueryParser {
  readonly #tokens: readonly QueryToken[];
  #next = 0;
  #words = 0;

  constructor(text: string) {
    if ((text.match(/"/g)?.length ?? 0) % 2 === 1) invalid('a quotation mark is not closed');
    this.#tokens = [...text.matchAll(tokens)].flatMap(tokensOf);
  }

  parse(): SearchQuery | null {
    const query = this.#any();
    if (this.#next < this.#tokens.length) invalid('there is a closing bracket without an opening one');
    return query;
  }

  #any(): SearchQuery | null {
    const parts: SearchQuery[] = [];
    do {
      const part = this.#all();
      if (part !== null) parts.push(part);
      else if (this.#comes() === 'OR' || this.#came() === 'OR') invalid('OR needs words on both sides');
    } while (this.#take('OR'));
    const [first] = parts;
    const once = withoutRepeats(parts);
    return first === undefined ? null : once.length === 1 ? first : { kind: 'any', parts: once };
  }

  #all(): SearchQuery | null {
    const parts: SearchQuery[] = [];
    const without: SearchQuery[] = [];
    while (this.#comes() !== null && this.#comes() !== 'OR' && this.#comes() !== ')') {
      if (this.#take('AND') && (parts.length === 0 || this.#comes() === null || this.#comes() === 'OR'))
        invalid('AND needs words on both sides');
      const isLeftOut = this.#take('NOT');
      if (isLeftOut && this.#comes() !== 'words' && this.#comes() !== '(')
        invalid('NOT needs words that are left out');
      const part = this.#one();
      if (part !== null) (isLeftOut ? without : parts).push(part);
    }
    if (parts.length === 0 && without.length > 0)
      invalid('NOT only leaves something out: say also what to look for');
    const [first] = parts;
    if (first === undefined) return null;
    const [once, leftOut] = [withoutRepeats(parts), withoutRepeats(without)];
    return once.length === 1 && leftOut.length === 0 ? first : { kind: 'all', parts: once, without: leftOut };
  }

  #one(): SearchQuery | null {
    if (this.#take('(')) {
      const query = this.#any();
      if (!this.#take(')')) invalid('a bracket is not closed');
      return query;
    }
    const token = this.#tokens[this.#next];
    if (token?.kind !== 'words') return null;
    this.#next++;
    const words = [...searchWords(token.text)].map(({ word }) => word);
    this.#words += words.length;
    if (this.#words > MOST_WORDS) invalid(`there are more than ${MOST_WORDS} words to look for`);
    return words.length === 0 ? null : { kind: 'words', words, isPrefix: token.isPrefix };
  }

  #comes(): QueryToken['kind'] | null {
    return this.#tokens[this.#next]?.kind ?? null;
  }

  #came(): QueryToken['kind'] | null {
    return this.#tokens[this.#next - 1]?.kind ?? null;
  }

  #take(kind: QueryToken['kind']): boolean {
    if (this.#comes() !== kind) return false;
    this.#next++;
    return true;
  }
}

function tokensOf([, phrase, star, bracket, word]: RegExpMatchArray): readonly QueryToken[] {
  if (phrase !== undefined) return [{ kind: 'words', text: phrase, isPrefix: star === '*' }];
  if (bracket !== undefined) return [{ kind: bracket as '(' | ')', text: bracket, isPrefix: false }];
  const given = word ?? '';
  if (given === 'AND' || given === 'OR' || given === 'NOT')
    return [{ kind: given, text: given, isPrefix: false }];
  const isLeftOut = given.startsWith('-') && given.length > 1;
  const words = { kind: 'words', text: given, isPrefix: given.endsWith('*') } as const;
  return isLeftOut ? [{ kind: 'NOT', text: '-', isPrefix: false }, words] : [words];
}

const withoutRepeats = (parts: readonly SearchQuery[]): readonly SearchQuery[] => [
  ...new Map(parts.map((part) => [JSON.stringify(part), part])).values(),
];
