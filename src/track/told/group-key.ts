import { hash } from 'node:crypto';
import { diffWords, type WordChange } from '../diff/diff-words.ts';
import { pageAreas, type ToldChange } from './told-change.ts';

/** The length of a key: one byte for the part of the page, and seven of a hash. */
export const groupKeyBytes = 8;
/** Words on each side of what differs that must be the same, too. */
const context = 3;

/** The keys of the changes that are not noise, in their order, end to end: the same change on another page has the same key. */
export function groupKeys(changes: readonly ToldChange[]): Uint8Array {
  const real = changes.filter(({ isNoise }) => !isNoise);
  const keys = new Uint8Array(real.length * groupKeyBytes);
  for (const [place, change] of real.entries()) keys.set(keyOf(change), place * groupKeyBytes);
  return keys;
}

function keyOf({ flag, kind, area, before, after, links }: ToldChange): readonly number[] {
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
