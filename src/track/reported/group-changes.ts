import { hash } from 'node:crypto';
import { diffWords, type WordChange } from '../diff/diff-words.ts';
import { pageAreas, type ReportedChange } from './reported-change.ts';

/** Changes that the same pages have. */
export interface KeyGroup {
  /** Of the changes, in the order in which the first page has them. */
  readonly keys: readonly string[];
  /** In the order in which they were added; at least one. */
  readonly pages: readonly number[];
}

/**
 * Puts equal changes together, so that one edit of a footer is reported once and not for each of 79 pages. Changes in one part of
 * exactly the same pages are one group; all that only one page has is a group, too. Only keys and ids are in memory.
 */
export class ChangeGrouper {
  readonly #pagesOf = new Map<string, number[]>();

  /** `keys` as `groupKeys` gives them. */
  add(page: number, keys: Uint8Array): void {
    for (const key of keysIn(keys)) {
      const pages = this.#pagesOf.get(key);
      if (pages === undefined) this.#pagesOf.set(key, [page]);
      else if (pages.at(-1) !== page) pages.push(page);
    }
  }

  /** Those of many pages first, then by the first page. */
  groups(): readonly KeyGroup[] {
    const groups = new Map<string, { readonly keys: string[]; readonly pages: readonly number[] }>();
    for (const [key, pages] of this.#pagesOf) {
      const name = pages.length === 1 ? `${pages[0]}` : `${key.charCodeAt(0)} ${nameOf(pages)}`;
      const group = groups.get(name);
      if (group === undefined) groups.set(name, { keys: [key], pages });
      else group.keys.push(key);
    }
    return [...groups.values()].sort((one, other) => other.pages.length - one.pages.length);
  }
}

/** The single keys, as text. */
export function keysIn(keys: Uint8Array): readonly string[] {
  const text = Buffer.from(keys.buffer, keys.byteOffset, keys.length).toString('latin1');
  return Array.from({ length: keys.length / groupKeyBytes }, (_, place) =>
    text.slice(place * groupKeyBytes, (place + 1) * groupKeyBytes),
  );
}

/** The same for lists of the same pages: their number, and two sums that other lists are very unlikely to have. */
function nameOf(pages: readonly number[]): string {
  let [one, two] = [0, 0];
  for (const page of pages) {
    one = Math.imul(one ^ page, 0x01000193);
    two = (Math.imul(two, 31) + page) | 0;
  }
  return `${pages.length} ${pages[0]} ${pages.at(-1)} ${one} ${two}`;
}

/** The length of a key: one byte for the part of the page, and seven of a hash. */
const groupKeyBytes = 8;
/** Words on each side of what differs that must be the same, too. */
const context = 3;

/** The keys of the changes that are not noise, in their order, end to end: the same change on another page has the same key. */
export function groupKeys(changes: readonly ReportedChange[]): Uint8Array {
  const real = changes.filter(({ isNoise }) => !isNoise);
  const keys = new Uint8Array(real.length * groupKeyBytes);
  for (const [place, change] of real.entries()) keys.set(keyOf(change), place * groupKeyBytes);
  return keys;
}

function keyOf({ flag, kind, area, before, after, links }: ReportedChange): readonly number[] {
  const words =
    area === 'main' || before === null || after === null || before === after
      ? [before, after]
      : differingWords(diffWords(before, after));
  const text = JSON.stringify([flag, kind, words, links]);
  return [pageAreas.indexOf(area), ...hash('sha256', text, 'buffer').subarray(0, groupKeyBytes - 1)];
}

/** In what all pages share, some words may be those of the page: `Chairs. © 2025`. */
function differingWords(runs: readonly WordChange[]): readonly string[] {
  return runs.map(({ kind, text }, place) => {
    if (kind !== 'same') return `${kind} ${text.trim()}`;
    const words = text.trim().split(/\s+/u);
    const after = place === 0 ? [] : words.slice(0, context);
    const before = place === runs.length - 1 ? [] : words.slice(-context);
    return [...after, '…', ...before].join(' ');
  });
}
