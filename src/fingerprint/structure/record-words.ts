import { increment } from '../../base/index.ts';
import type { Part, StructurePrint } from './part.ts';

/** The words by which two pages name the records that they are about: the first page's, and the other's. */
export interface RecordWords {
  readonly mine: ReadonlySet<string>;
  readonly theirs: ReadonlySet<string>;
}

export const wordsInLabel = (label: string): readonly string[] => label.match(/[\p{L}\p{N}]+/gu) ?? [];

/** How many addresses must differ in the same place before that place names a record. */
const fewestAddresses = 3;

/**
 * The words in which the menu addresses of two pages differ: `/projects/harbour/wiki` and `/projects/ferry/wiki` are one function for two records.
 */
export function wordsInAddresses(a: StructurePrint, b: StructurePrint): RecordWords {
  const [mine, theirs] = [a, b].map(
    (print) => new Set(frameLinks(print).flatMap(({ targets }) => [...targets])),
  );
  if (mine === undefined || theirs === undefined) return { mine: new Set(), theirs: new Set() };
  const byFrame = new Map<string, string>();
  for (const [frame, place] of framesOf(theirs.difference(mine))) byFrame.set(frame, place);
  const votes = new Map<string, number>();
  for (const [frame, place] of framesOf(mine.difference(theirs))) {
    const other = byFrame.get(frame);
    if (other !== undefined) increment(votes, `${place}/${other}`);
  }
  const [[best, count] = ['', 0]] = [...votes].toSorted(([, one], [, two]) => two - one);
  const pairs = [...(count < fewestAddresses ? [] : [best]), ...exchangedByLabel(a, b)];
  const [own, other] = [0, 1].map((side) =>
    pairs.flatMap((pair) => wordsInLabel(pair.split('/')[side] ?? '')),
  );
  return { mine: new Set(own), theirs: new Set(other) };
}

/** The parts in which the addresses of equally named menu entries differ on the two pages, in at least three entries. */
function exchangedByLabel(a: StructurePrint, b: StructurePrint): readonly string[] {
  const votes = new Map<string, number>();
  const ways = new Map(frameLinks(b).flatMap((part) => [...part.ways]));
  for (const [label, way] of frameLinks(a).flatMap((part) => [...part.ways])) {
    const [mine, theirs] = [way, ways.get(label) ?? ''].map((address) => address.split(/[/?&=]/));
    if (mine === undefined || theirs === undefined || mine.length !== theirs.length) continue;
    for (const [i, place] of mine.entries())
      if (place !== theirs[i]) increment(votes, `${place}/${theirs[i]}`);
  }
  return [...votes].filter(([, count]) => count >= fewestAddresses).map(([pair]) => pair);
}

export const frameLinks = (print: StructurePrint): readonly Part[] =>
  [...print.values()].filter(({ kind, region }) => kind === 'link' && region === 'shell');

/** Each address with one of its path segments masked, and that segment. */
function* framesOf(targets: ReadonlySet<string>): Generator<readonly [frame: string, place: string]> {
  for (const target of targets) {
    const places = target.split('/');
    for (const [i, place] of places.entries())
      if (/^[\p{L}\p{N}_.-]+$/u.test(place)) yield [places.with(i, '*').join('/'), place];
  }
}

/** Labels or addresses without the names of the record. */
export function withoutWords(texts: ReadonlySet<string>, words: ReadonlySet<string>): ReadonlySet<string> {
  if (words.size === 0) return texts;
  return new Set(
    [...texts].map((text) =>
      text
        .replace(/[\p{L}\p{N}]+/gu, (word) => (words.has(word) ? '*' : word))
        .replace(/[_-]*\*(?:[\s_-]+\*)*[_-]*/g, '*'),
    ),
  );
}
