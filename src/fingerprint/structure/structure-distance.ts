import type { Part, PartKind, StructurePrint } from './part.ts';
import {
  frameLinks,
  type RecordWords,
  withoutWords,
  wordsInAddresses,
  wordsInLabel,
} from './record-words.ts';
import { deeds, makesNew } from './vocabulary.ts';

/** Weights of a difference in one kind of parts. */
interface KindWeights {
  /** When only one of the pages has something at that place. */
  readonly missing: number;
  /** When both have something there, with other labels. */
  readonly renamed: number;
}

interface StructureWeights {
  readonly kinds: Readonly<Record<PartKind, KindWeights>>;
  /** When the button of a form creates something on one page only. */
  readonly otherDeed: number;
  /** Factor for parts of the frame around all pages. */
  readonly shell: number;
  /** How much shared parts make up for differences: their weight to this power, plus the constant. */
  readonly sharedPower: number;
  readonly sharedConstant: number;
  /** Pages have the same form if they share this many fields of their own, and all else of their own, apart from names, differs by no more than this. */
  readonly sameForm: { readonly fields: number; readonly most: number };
}

export const structureWeights: StructureWeights = {
  kinds: {
    field: { missing: 1.5, renamed: 0 },
    button: { missing: 2, renamed: 1 },
    link: { missing: 1, renamed: 1 },
    form: { missing: 2, renamed: 3 },
    message: { missing: 2, renamed: 0 },
    trouble: { missing: 8, renamed: 4 },
    table: { missing: 6, renamed: 0 },
    dialog: { missing: 8, renamed: 0 },
    frame: { missing: 2, renamed: 0 },
    open: { missing: 6, renamed: 3 },
    access: { missing: 4, renamed: 0 },
    remark: { missing: 4, renamed: 0.5 },
    active: { missing: 1.5, renamed: 3 },
    heading: { missing: 1, renamed: 1 },
    title: { missing: 1, renamed: 1.5 },
    label: { missing: 1, renamed: 0.25 },
    block: { missing: 0.75, renamed: 0.25 },
  },
  otherDeed: 8,
  shell: 0.75,
  sharedPower: 0.5,
  sharedConstant: 3,
  sameForm: { fields: 4, most: 2 },
};

/** From 0 for pages with the same functions to 1 for pages that have none in common. */
export function structureDistance(a: StructurePrint, b: StructurePrint, weights: StructureWeights): number {
  const names = new ExchangedNames(a, b);
  for (const [place, part] of a) {
    const other = b.get(place);
    if (other === undefined || !isName(part)) continue;
    const { renamed } = weights.kinds[part.kind];
    const change = factorOf(part, weights) * renaming(part, other);
    names.add(part, other, renamed * change, Math.min(renamed, weights.kinds.title.renamed) * change);
  }
  const { different, shared, own } = compared(a, b, names.records, weights);
  const { fields, most } = weights.sameForm;
  const all = different + names.total(own.fields >= fields && own.different <= most);
  return all === 0 ? 0 : all / (all + weights.sharedConstant + shared ** weights.sharedPower);
}

const isName = ({ kind }: Part): boolean => kind === 'title' || kind === 'heading' || kind === 'active';

const factorOf = ({ region }: Part, { shell }: StructureWeights): number => (region === 'shell' ? shell : 1);

interface Comparison {
  readonly different: number;
  readonly shared: number;
  /** The page's own parts, without names: the weight of what differs, and the number of shared fields. */
  readonly own: { readonly different: number; readonly fields: number };
}

/** The weight of everything that differs and of everything that is shared, without exchanged names. */
function compared(
  a: StructurePrint,
  b: StructurePrint,
  records: RecordWords,
  weights: StructureWeights,
): Comparison {
  const sum = { different: 0, shared: 0 };
  const own = { different: 0, fields: 0 };
  const differs = (part: Part, weight: number, times = 1): void => {
    sum.different += factorOf(part, weights) * weight * times;
    // Other labels say little about a page, but much about whether its form is the same.
    const weighed = part.kind === 'label' ? times : weight * times;
    if (part.region !== 'shell' && part.kind !== 'heading') own.different += weighed;
  };
  for (const [place, part] of a) {
    const { missing, renamed } = weights.kinds[part.kind];
    const other = b.get(place);
    if (other === undefined) {
      differs(part, missing);
      continue;
    }
    const plain = renaming(part, other);
    const change = plain === 0 ? 0 : renaming(named(part, records.mine), named(other, records.theirs));
    if (!isName(part)) differs(part, renamed, change);
    if (isOtherDeed(part, other)) differs(part, weights.otherDeed);
    if (part.region !== 'shell' && part.kind === 'field') own.fields++;
    sum.shared += factorOf(part, weights) * (missing + renamed * (1 - Math.min(1, change)));
  }
  for (const [place, part] of b) if (!a.has(place)) differs(part, weights.kinds[part.kind].missing);
  if (hasEmptiedTable(a, b) || hasEmptiedTable(b, a)) sum.different += weights.kinds.table.missing;
  return { ...sum, own };
}

/** Whether the buttons of one page create something, and those of the other do not. */
function isOtherDeed(a: Part, b: Part): boolean {
  if (a.kind !== 'button' || isData(a) || isData(b)) return false;
  const [mine, theirs] = [a.labels.difference(b.labels), b.labels.difference(a.labels)];
  if (mine.size === 0 || theirs.size === 0) return false;
  const [isNew, isOtherNew] = [mine, theirs].map((labels) =>
    [...labels].some((label) => wordsInLabel(label).some((word) => makesNew.has(word))),
  );
  return isNew !== isOtherNew;
}

/** Whether a table that is filled on one page is empty on the other, where both have filled and empty ones. */
function hasEmptiedTable(a: StructurePrint, b: StructurePrint): boolean {
  const [filled, stillFilled] = [a, b].map((print) => print.get('table|main||filled')?.labels);
  const [wasEmpty, empty] = [a, b].map((print) => print.get('table|main||empty')?.labels);
  if (filled === undefined || stillFilled === undefined || wasEmpty === undefined) return false;
  return [...filled].some(
    (table) => table !== '' && empty?.has(table) === true && !stillFilled.has(table) && !wasEmpty.has(table),
  );
}

/** A part without the names of the record that the page is about. */
const named = (part: Part, words: ReadonlySet<string>): Part =>
  words.size === 0
    ? part
    : { ...part, labels: withoutWords(part.labels, words), targets: withoutWords(part.targets, words) };

/** The number of exchanged names, at most a few. Links to the same address that only have other words do not count. */
function renaming(a: Part, b: Part): number {
  if (a.kind === 'link' || a.kind === 'button') {
    if (a.region !== 'shell' && (isData(a) || isData(b))) return 0;
    const byLabel = exchanged(a.labels, b.labels);
    if (a.targets.size === 0 || b.targets.size === 0) return byLabel;
    return Math.min(byLabel, exchanged(a.targets, b.targets));
  }
  if (a.kind === 'label') return isListed(a) || isListed(b) ? 0 : exchanged(a.labels, b.labels, 6);
  if (a.kind === 'heading' && (isListed(a) || isListed(b))) return 0;
  if (a.kind === 'form') return exchanged(a.targets, b.targets);
  // Marked fields and what is said about them are one trouble.
  if (a.kind === 'trouble' && a.labels.has('field') && b.labels.has('field')) return 0;
  return exchanged(a.labels, b.labels);
}

/** Many elements in one place that all have different labels show data: names of records, not of functions. */
function isData({ kind, isListed, count, labels }: Part): boolean {
  // The buttons of a form all have different labels, too.
  if (kind === 'button' && !isListed) return false;
  return count >= (kind === 'link' ? 3 : 5) && labels.size > 0.8 * count;
}

/** The same within entries of lists: what each entry has of its own is data. */
function isListed(part: Part): boolean {
  return part.isListed && isData(part);
}

/** How many members are in only one of the sets; a member exchanged for another counts once. */
function exchanged(a: ReadonlySet<string>, b: ReadonlySet<string>, most = 3): number {
  let shared = 0;
  for (const label of a) if (b.has(label)) shared++;
  return Math.min(most, Math.max(a.size, b.size) - shared);
}

/** A name on one page, and the name in its place on the other page: in a title, a heading or an entry of a menu. */
interface Exchange extends RecordWords {
  readonly cost: number;
  readonly costOfRecord: number;
  /** Evidence that it is the name of a function: it has words for what is done, or the menus of both pages offer it. */
  readonly sign: 'deed' | 'menu' | null;
}

/**
 * What exchanged names cost. The name of the record that a page is about is in its title, its heading and the way there: that is one difference,
 * not one for each place. If all words of an exchange on one of the pages are also in another exchange, both are the same exchange and cost no more
 * than one. Names of functions, which are in the menus of both pages, count wherever they are; but if both pages have the same form, the name is that
 * of a record.
 */
class ExchangedNames {
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

  /** The names of the records that the pages are about: those without evidence for a function. */
  get records(): RecordWords {
    const found = [this.#inAddresses, ...this.#exchanges.filter(({ sign }) => sign === null)];
    return {
      mine: new Set(found.flatMap(({ mine }) => [...mine])),
      theirs: new Set(found.flatMap(({ theirs }) => [...theirs])),
    };
  }

  /** `isSameForm`: whether both pages have the same form, so that only records have other names. */
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

/** In addresses, names are often shortened: `/projects/light` is the address of the lighthouse. */
const isNamedBy = (name: ReadonlySet<string>, inAddress: ReadonlySet<string>): boolean =>
  [...name].some((word) => [...inAddress].some((short) => word.startsWith(short)));

const isPartOf = (words: ReadonlySet<string>, longer: ReadonlySet<string>): boolean =>
  words.size > 0 && words.isSubsetOf(longer);

/** The words of `own` that `other` does not have. */
function ownWords(own: ReadonlySet<string>, other: ReadonlySet<string>): ReadonlySet<string> {
  const [mine, theirs] = [own, other].map((labels) => new Set([...labels].flatMap(wordsInLabel)));
  return mine?.difference(theirs ?? new Set()) ?? new Set();
}

const menuWords = (print: StructurePrint): ReadonlySet<string> =>
  new Set(frameLinks(print).flatMap(({ labels }) => [...labels].flatMap(wordsInLabel)));
