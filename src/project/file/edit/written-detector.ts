import type { Written } from './written.ts';

/** What a detector is called and where it looks comes first, then what it looks for, by its main part and its limits. */
const order = [
  ...['name', 'match', 'region', 'language', 'in'],
  ...['text', 'to', 'words', 'stems', 'beside', 'selector', 'within', 'atLeast'],
  ...['below', 'above', 'changesBy', 'risesBy', 'fallsBy', 'exactCase', 'anyOrder'],
];

const placeOf = (key: string): number => {
  if (key === 'comment') return order.length + 1;
  const place = order.indexOf(key);
  return place < 0 ? order.length : place;
};

/** A detector, or a part of one, with its keys always in the same order. */
export function writtenDetector(given: Written): Written {
  if (Array.isArray(given)) return given.map(writtenDetector);
  if (typeof given !== 'object') return given;
  const entries = Object.entries(given as { readonly [key: string]: Written | undefined });
  return Object.fromEntries(
    entries
      .flatMap(([key, value]): [string, Written][] =>
        value === undefined ? [] : [[key, writtenDetector(value)]],
      )
      .toSorted(([a], [b]) => placeOf(a) - placeOf(b) || (a < b ? -1 : 1)),
  );
}
