import type { Part, StructurePrint } from './part.ts';
import { frameLinks, type RecordWords, wordsInAddresses, wordsOf } from './record-words.ts';
import { deeds } from './vocabulary.ts';

/** A name on one page for another name on the other page, in a title, a heading or an entry of a menu. */
interface Exchange extends RecordWords {
  readonly cost: number;
  readonly costOfRecord: number;
  /** What speaks for the name of a function: words of what is done, or that the menus of both pages offer it. */
  readonly sign: 'deed' | 'menu' | null;
}

/**
 * What exchanged names cost. The name of the record that a page is about stands in its title, its heading and the way there: that is one difference and
 * not one for each place. An exchange whose words on one of the pages are all in another one is the same, and costs no more. Names of functions count wherever they are:
 * those are in the menus of both pages. But menus offer records too: if both pages have the same form, the name is that of a record.
 */
export class ExchangedNames {
  readonly #functions: ReadonlySet<string>;
  readonly #inAddresses: RecordWords;
  readonly #exchanges: Exchange[] = [];

  constructor(a: StructurePrint, b: StructurePrint) {
    this.#functions = menuWords(a).intersection(menuWords(b));
    this.#inAddresses = wordsInAddresses(a, b);
  }

  /** `cost` is what it costs alone, `costOfRecord` what it costs if it is the name of a record. */
  add(a: Part, b: Part, cost: number, costOfRecord: number): void {
    if (cost <= 0) return;
    const [mine, theirs] = [ownWords(a.labels, b.labels), ownWords(b.labels, a.labels)];
    this.#exchanges.push({ mine, theirs, cost, costOfRecord, sign: this.#signOf(mine, theirs) });
  }

  #signOf(mine: ReadonlySet<string>, theirs: ReadonlySet<string>): Exchange['sign'] {
    const both = [mine, theirs];
    if (both.some((words) => [...words].some((word) => deeds.has(word)))) return 'deed';
    const { mine: own, theirs: other } = this.#inAddresses;
    if (isNamedBy(mine, own) && isNamedBy(theirs, other)) return null;
    return both.some((words) => words.isSubsetOf(this.#functions)) ? 'menu' : null;
  }

  /** The names of the records that the pages are about, as far as nothing speaks for functions. */
  get records(): RecordWords {
    const found = [this.#inAddresses, ...this.#exchanges.filter(({ sign }) => sign === null)];
    return {
      mine: new Set(found.flatMap(({ mine }) => [...mine])),
      theirs: new Set(found.flatMap(({ theirs }) => [...theirs])),
    };
  }

  /** `isSameForm`: whether both pages have the same form, so that only records are called by other names. */
  total(isSameForm: boolean): number {
    const kept: { readonly names: RecordWords; cost: number }[] = [];
    let functions = 0;
    const longestFirst = this.#exchanges.toSorted(
      (a, b) => b.mine.size + b.theirs.size - a.mine.size - a.theirs.size,
    );
    for (const { mine, theirs, cost, costOfRecord, sign } of longestFirst) {
      if (sign === 'deed' || (sign === 'menu' && !isSameForm)) {
        functions += cost;
        continue;
      }
      const same = kept.find(({ names }) => isPartOf(mine, names.mine) || isPartOf(theirs, names.theirs));
      if (same === undefined) kept.push({ names: { mine, theirs }, cost: costOfRecord });
      else same.cost = Math.max(same.cost, costOfRecord);
    }
    return kept.reduce((sum, { cost }) => sum + cost, functions);
  }
}

/** In addresses, names are often shortened: `/projects/light` is that of the lighthouse. */
const isNamedBy = (name: ReadonlySet<string>, inAddress: ReadonlySet<string>): boolean =>
  [...name].some((word) => [...inAddress].some((short) => word.startsWith(short)));

const isPartOf = (words: ReadonlySet<string>, longer: ReadonlySet<string>): boolean =>
  words.size > 0 && words.isSubsetOf(longer);

/** The words that only one of the pages has there. */
function ownWords(own: ReadonlySet<string>, other: ReadonlySet<string>): ReadonlySet<string> {
  const [mine, theirs] = [own, other].map((labels) => new Set([...labels].flatMap(wordsOf)));
  return mine?.difference(theirs ?? new Set()) ?? new Set();
}

const menuWords = (print: StructurePrint): ReadonlySet<string> =>
  new Set(frameLinks(print).flatMap(({ labels }) => [...labels].flatMap(wordsOf)));
