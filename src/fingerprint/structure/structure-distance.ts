import { ExchangedNames } from './exchanged-names.ts';
import type { Part, StructurePrint } from './part.ts';
import type { StructureWeights } from './weights.ts';

/** From 0 for pages with the same functions to 1 for pages that have none in common. */
export function structureDistance(a: StructurePrint, b: StructurePrint, weights: StructureWeights): number {
  let different = 0;
  let shared = 0;
  const names = new ExchangedNames(a, b);
  for (const [place, part] of a) {
    const own = weights.kinds[part.kind];
    const factor = part.region === 'shell' ? weights.shell : 1;
    const other = b.get(place);
    if (other === undefined) {
      different += factor * own.missing;
      continue;
    }
    const change = renaming(part, other);
    if (isName(part))
      names.add(
        part,
        other,
        factor * own.renamed * change,
        factor * Math.min(own.renamed, weights.kinds.title.renamed) * change,
      );
    else different += factor * own.renamed * change;
    shared += factor * (own.missing + own.renamed * (1 - Math.min(1, change)));
  }
  for (const [place, part] of b) {
    if (!a.has(place))
      different += (part.region === 'shell' ? weights.shell : 1) * weights.kinds[part.kind].missing;
  }
  different += names.total();
  if (different === 0) return 0;
  return different / (different + weights.sharedConstant + shared ** weights.sharedPower);
}

const isName = ({ kind }: Part): boolean => kind === 'title' || kind === 'heading' || kind === 'active';

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
function isData({ kind, count, labels }: Part): boolean {
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
