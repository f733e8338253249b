import { ExchangedNames } from './exchanged-names.ts';
import type { Part, StructurePrint } from './part.ts';
import { type RecordWords, withoutWords, wordsInLabel } from './record-words.ts';
import { makesNew } from './vocabulary.ts';
import type { StructureWeights } from './weights.ts';

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
  /** What is the page's own, without its names: what differs, and how many fields are shared. */
  readonly own: { readonly different: number; readonly fields: number };
}

/** The weight of all that differs and of all that is shared; exchanged names are not in it. */
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

/** Whether the buttons of one page make something new, and those of the other do not. */
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

/** How many names were exchanged, between 0 and a few: what leads to the same place has only other words. */
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

/** Many elements in one place that all say something else show data: names of records, not of functions. */
function isData({ kind, isListed, count, labels }: Part): boolean {
  // The buttons of a form all say something else, too.
  if (kind === 'button' && !isListed) return false;
  return count >= (kind === 'link' ? 3 : 5) && labels.size > 0.8 * count;
}

/** The same within entries of lists: what each entry has of its own is data. */
function isListed(part: Part): boolean {
  return part.isListed && isData(part);
}

/** How many are in one of the sets only; a name for another counts once. */
function exchanged(a: ReadonlySet<string>, b: ReadonlySet<string>, most = 3): number {
  let shared = 0;
  for (const label of a) if (b.has(label)) shared++;
  return Math.min(most, Math.max(a.size, b.size) - shared);
}
