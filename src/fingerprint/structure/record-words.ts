import type { Part, StructurePrint } from './part.ts';

/** The words by which two pages name the records that they are about: the first page's, and the other's. */
export interface RecordWords {
  readonly mine: ReadonlySet<string>;
  readonly theirs: ReadonlySet<string>;
}

export const wordsOf = (label: string): readonly string[] => label.match(/[\p{L}\p{N}]+/gu) ?? [];

/** So many addresses must differ in the same place before that place names a record. */
const fewestAddresses = 3;

/**
 * The words by which addresses of the whole menu differ: `/projects/harbour/wiki` and `/projects/ferry/wiki` are the same functions for another record.
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
    if (other === undefined) continue;
    const pair = `${place}/${other}`;
    votes.set(pair, (votes.get(pair) ?? 0) + 1);
  }
  const [[best, count] = ['', 0]] = [...votes].toSorted(([, one], [, two]) => two - one);
  const [own = '', other = ''] = count < fewestAddresses ? [] : best.split('/');
  return { mine: new Set(wordsOf(own)), theirs: new Set(wordsOf(other)) };
}

export const frameLinks = (print: StructurePrint): readonly Part[] =>
  [...print.values()].filter(({ kind, region }) => kind === 'link' && region === 'shell');

/** Each address without one of its places, and that place. */
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
        .replace(/\*(?:[\s_-]+\*)+/g, '*'),
    ),
  );
}
