import * as names from '../html/html-names.ts';
import { segmentKinds } from './leaf-columns.ts';
import type { SegmentKind } from './segment.ts';

/** Elements that begin and end a leaf; all others are part of one. */
const blockNames = [
  'address article aside blockquote body button caption center dd details dialog dir div dl dt fieldset figcaption',
  'figure footer form frameset h1 h2 h3 h4 h5 h6 header hgroup legend li listing main menu nav ol optgroup option p',
  'pre search section select summary table td textarea th tr ul xmp',
]
  .join(' ')
  .split(' ');

/** Elements that add no level to a path: servers and browsers add or omit them, and the page looks the same. */
const transparentNames = 'body center frameset';

export const isBlock = names.tagSet(blockNames.join(' '));
export const isTransparent = names.tagSet(transparentNames);

/** Tags that are tokens of a leaf, because they change what a reader sees. `span` and unknown tags do not by themselves. */
const inlineNames =
  'a b big br code del em font i img image ins iframe input object embed q s small strike strong sub sup tt u var video audio svg math';

export const isInlineToken = names.tagSet(inlineNames);

const kindNames: Readonly<Partial<Record<SegmentKind, string>>> = {
  heading: 'h1 h2 h3 h4 h5 h6 hgroup legend summary',
  paragraph: 'p address',
  item: 'li dd option optgroup',
  cell: 'td th',
  caption: 'caption figcaption',
  term: 'dt',
  quotation: 'blockquote',
  preformatted: 'pre listing xmp',
  form: 'form fieldset button select textarea',
  navigation: 'nav menu',
};

const kinds = new Uint8Array(names.tagCount);
for (const [kind, list] of Object.entries(kindNames)) {
  const number = segmentKinds.indexOf(kind as SegmentKind);
  for (const [tag, isIn] of names.tagSet(list).entries()) if (isIn === 1) kinds[tag] = number;
}

/** The kind of the leaves whose words are directly in this element, as an index into `segmentKinds`. */
export function kindOfElement(tag: number): number {
  return kinds[tag] ?? 0;
}

const numberOf = (name: string): number => names.tagSet(name).indexOf(1);

/** Tag names by tag number, for paths. Only blocks and inline tokens have a name here. */
export const nameOfTag: readonly string[] = (() => {
  const found = new Array<string>(names.tagCount).fill('');
  for (const name of [...blockNames, ...inlineNames.split(' ')]) found[numberOf(name)] = name;
  return found;
})();

/** A start tag of the first list closes an open element of the second, unless an element of the third is in between (HTML 13.1.2.4). */
const implied: readonly (readonly [string, string, string])[] = [
  ['li', 'li', 'ul ol menu dir table td th'],
  ['dt dd', 'dt dd', 'dl table td th'],
  ['tr', 'tr', 'table'],
  ['td th', 'td th', 'tr table'],
  ['option', 'option', 'select'],
  ['optgroup', 'optgroup', 'select'],
];

interface ImpliedEnd {
  readonly closes: Uint8Array;
  readonly stopsAt: Uint8Array;
}

export const impliedEnds: readonly (ImpliedEnd | null)[] = (() => {
  const found = new Array<ImpliedEnd | null>(names.tagCount).fill(null);
  for (const [opened, closed, stops] of implied) {
    const end = { closes: names.tagSet(closed), stopsAt: names.tagSet(stops) };
    for (const name of opened.split(' ')) found[numberOf(name)] = end;
  }
  return found;
})();

/** A stray end tag inside a cell does not close elements around the table. */
export const stopsEndTags = names.tagSet('table td th');
export const endsThroughCells = names.tagSet('table tr td th');
