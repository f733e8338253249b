import { hash } from 'node:crypto';
import { diffWords, type WordChange } from '../diff/diff-words.ts';
import { pageAreas, type ReportedChange } from './reported-change.ts';

/** Changes that the same pages have. */
export interface KeyGroup {
  /** The keys of the changes, in the order in which the first page has them. */
  readonly keys: readonly string[];
  /** In the order in which they were added; at least one. */
  readonly pages: readonly number[];
  /** Whether the pages share the location only: each has another value. */
  readonly haveOwnValues?: true;
}

/**
 * Groups equal changes, so that one edit of a footer is reported once and not for each of 79 pages. Changes in one part of
 * exactly the same pages are one group; all changes that only one page has are a group, too. Only keys and ids are in memory.
 */
export class ChangeGrouper {
  readonly #pagesOf = new Map<string, number[]>();
  /** The pages of each location, and the location of each change that has a value of its page. */
  readonly #pagesAt = new Map<string, number[]>();
  readonly #locationOf = new Map<string, string>();
  /** Changes that represent the changes at their location on other pages. */
  readonly #examples = new Set<string>();

  /** `keys` as `groupKeys` gives them. */
  add(page: number, keys: Uint8Array): void {
    let change = '';
    for (const key of allKeysIn(keys)) {
      if (isLocation(key)) this.#locationOf.set(change, key);
      else change = key;
      const known = isLocation(key) ? this.#pagesAt : this.#pagesOf;
      const pages = known.get(key);
      if (pages === undefined) known.set(key, [page]);
      else if (pages.at(-1) !== page) pages.push(page);
    }
  }

  /** If each of many pages has its own new value at a location, this is one change: a number rose everywhere, an advert was replaced. */
  #joinLocations(): void {
    const joined = new Set<string>();
    for (const [key, location] of this.#locationOf) {
      const [own, all] = [this.#pagesOf.get(key) ?? [], this.#pagesAt.get(location) ?? []];
      if (all.length < pagesOfLocation || own.length * 2 > all.length) continue;
      if (joined.has(location)) this.#pagesOf.delete(key);
      else {
        joined.add(location);
        this.#examples.add(key);
        this.#pagesOf.set(key, all);
      }
    }
  }

  /** Groups with many pages first, then by the first page. */
  groups(): readonly KeyGroup[] {
    this.#joinLocations();
    const groups = new Map<string, KeyGroup & { readonly keys: string[] }>();
    for (const [key, pages] of this.#pagesOf) {
      const isLocated = this.#examples.has(key);
      const name = pages.length === 1 ? `${pages[0]}` : `${key.charCodeAt(0)} ${isLocated} ${nameOf(pages)}`;
      const group = groups.get(name);
      if (group === undefined)
        groups.set(name, { keys: [key], pages, ...(isLocated && { haveOwnValues: true }) });
      else group.keys.push(key);
    }
    return [...groups.values()].sort((one, other) => other.pages.length - one.pages.length);
  }
}

/** From this many pages on, their values are one change. */
const pagesOfLocation = 5;
/** Set in the first byte of the key of a location. */
const locationBit = 0x80;
const isLocation = (key: string): boolean => key.charCodeAt(0) >= locationBit;

/** The keys of single changes, as text. */
export function keysIn(keys: Uint8Array): readonly string[] {
  return allKeysIn(keys).filter((key) => !isLocation(key));
}

function allKeysIn(keys: Uint8Array): readonly string[] {
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

/**
 * The keys of the changes that are not noise, in their order, end to end: the same change on another page has the same key.
 * The key of a change that consists of a value is followed by the key of its location.
 */
export function groupKeys(changes: readonly ReportedChange[]): Uint8Array {
  const real = changes.filter(({ isNoise }) => !isNoise);
  return Uint8Array.from(real.flatMap((change) => [...keyOf(change), ...locationKey(change)]));
}

function keyOf(change: ReportedChange): readonly number[] {
  const { flag, kind, area, links, pictures, noise = [] } = change;
  const before = masked(
    change.before,
    noise.map((words) => words.before),
  );
  const after = masked(
    change.after,
    noise.map((words) => words.after),
  );
  const words =
    area === 'main' || before === null || after === null || before === after
      ? [before, after]
      : differingWords(diffWords(before, after));
  return hashed(pageAreas.indexOf(area), [flag, kind, words, links, pictures]);
}

/** The text with its noise as `#`: two pages with the same edit have counters of their own. */
function masked(text: string | null, noise: readonly string[]): string | null {
  return noise.reduce<string | null>(
    (left, words) => (words === '' ? left : (left?.replace(words, '#') ?? null)),
    text,
  );
}

/** Longer texts belong to the page. In characters. */
const longestValue = 120;
const numbers = /\p{N}[\p{N}.,:'’]*/gu;
const money = /\p{Sc}|\b(?:EUR|USD|GBP|CHF)\b/u;

/** The location of a number, or of a short text that was replaced; empty for any other change, and for prices. */
function locationKey({ flag, kind, area, path, before, after }: ReportedChange): readonly number[] {
  if (flag !== 'changed' || before === null || after === null || before === after) return [];
  if (Math.max(before.length, after.length) > longestValue || money.test(before + after)) return [];
  const [words, now] = [before, after].map((text) => text.replace(numbers, '#'));
  const location = path.replace(/(?<!\bt[dh])\[\d+\]/g, '');
  if (words === now) return hashed(pageAreas.indexOf(area) | locationBit, [kind, location, words]);
  // In the main text of a page, words belong to the page.
  return area === 'main' ? [] : hashed(pageAreas.indexOf(area) | locationBit, [kind, location]);
}

function hashed(first: number, value: unknown): readonly number[] {
  return [first, ...hash('sha256', JSON.stringify(value), 'buffer').subarray(0, groupKeyBytes - 1)];
}

/** A part that all pages share may contain words of the page itself: `Chairs. © 2025`. */
function differingWords(runs: readonly WordChange[]): readonly string[] {
  return runs.map(({ kind, text }, place) => {
    if (kind !== 'same') return `${kind} ${text.trim()}`;
    const words = text.trim().split(/\s+/u);
    const after = place === 0 ? [] : words.slice(0, context);
    const before = place === runs.length - 1 ? [] : words.slice(-context);
    return [...after, '…', ...before].join(' ');
  });
}
