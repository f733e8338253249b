import type { Part, StructurePrint } from './part.ts';
import { deeds } from './vocabulary.ts';

/** A name on one page for another name on the other page, in a title, a heading or an entry of a menu. */
interface Exchange {
  readonly words: ReadonlySet<string>;
  readonly cost: number;
}

/**
 * What exchanged names cost. The name of the record that a page is about stands in its title, its heading and the way there: that is one difference and
 * not one for each place. An exchange whose words are all in another one is the same, and costs no more. Names of functions count wherever they are:
 * those are in the menus of both pages.
 */
export class ExchangedNames {
  readonly #functions: ReadonlySet<string>;
  readonly #records: ReadonlySet<string>;
  readonly #exchanges: Exchange[] = [];
  #total = 0;

  constructor(a: StructurePrint, b: StructurePrint) {
    this.#functions = menuWords(a).intersection(menuWords(b));
    this.#records = recordWords(a, b);
  }

  /** `cost` is what it costs alone, `costOfRecord` what it costs if it is the name of a record. */
  add(a: Part, b: Part, cost: number, costOfRecord: number): void {
    if (cost <= 0) return;
    const [mine, theirs] = [ownWords(a.labels, b.labels), ownWords(b.labels, a.labels)];
    const words = mine.union(theirs);
    const isRecord = words.isSubsetOf(this.#records) || ![mine, theirs].some((own) => this.#isFunction(own));
    if (isRecord) this.#exchanges.push({ words, cost: costOfRecord });
    else this.#total += cost;
  }

  /** One of the pages has no other name there than that of a function, or one that says what is done. */
  #isFunction(words: ReadonlySet<string>): boolean {
    return words.isSubsetOf(this.#functions) || [...words].some((word) => deeds.has(word));
  }

  total(): number {
    const kept: { readonly words: ReadonlySet<string>; cost: number }[] = [];
    for (const { words, cost } of this.#exchanges.toSorted((a, b) => b.words.size - a.words.size)) {
      const same = kept.find((other) => words.isSubsetOf(other.words));
      if (same === undefined) kept.push({ words, cost });
      else same.cost = Math.max(same.cost, cost);
    }
    return kept.reduce((sum, { cost }) => sum + cost, this.#total);
  }
}

const wordsOf = (label: string): readonly string[] => label.match(/[\p{L}\p{N}]+/gu) ?? [];

/** The words that only one of the pages has there. */
function ownWords(own: ReadonlySet<string>, other: ReadonlySet<string>): ReadonlySet<string> {
  const [mine, theirs] = [own, other].map((labels) => new Set([...labels].flatMap(wordsOf)));
  return mine?.difference(theirs ?? new Set()) ?? new Set();
}

const frameLinks = (print: StructurePrint): readonly Part[] =>
  [...print.values()].filter(({ kind, region }) => kind === 'link' && region === 'shell');

const menuWords = (print: StructurePrint): ReadonlySet<string> =>
  new Set(frameLinks(print).flatMap(({ labels }) => [...labels].flatMap(wordsOf)));

/** So many addresses of a menu must differ in the same place before that place names a record. */
const fewestAddresses = 3;

/**
 * The words by which addresses of the whole menu differ: `/projects/harbour/wiki` and `/projects/ferry/wiki` are the same functions for another record.
 */
function recordWords(a: StructurePrint, b: StructurePrint): ReadonlySet<string> {
  const [mine, theirs] = [a, b].map(
    (print) => new Set(frameLinks(print).flatMap(({ targets }) => [...targets])),
  );
  if (mine === undefined || theirs === undefined) return new Set();
  const byFrame = new Map<string, string>();
  for (const [frame, place] of framesOf(theirs.difference(mine))) byFrame.set(frame, place);
  const votes = new Map<string, number>();
  for (const [frame, place] of framesOf(mine.difference(theirs))) {
    const other = byFrame.get(frame);
    if (other === undefined) continue;
    const pair = `${place}/${other}`;
    votes.set(pair, (votes.get(pair) ?? 0) + 1);
  }
  const [[best, count] = ['', 0]] = [...votes].toSorted(([, one], [, two]) => two - one);
  return count < fewestAddresses ? new Set() : new Set(wordsOf(best));
}

/** Each address without one of its places, and that place. */
function* framesOf(targets: ReadonlySet<string>): Generator<readonly [frame: string, place: string]> {
  for (const target of targets) {
    const places = target.split('/');
    for (const [i, place] of places.entries())
      if (/^[\p{L}\p{N}_.-]+$/u.test(place)) yield [places.with(i, '*').join('/'), place];
  }
}
