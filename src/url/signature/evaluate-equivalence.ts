import { type ContingencyTable, type EquivalenceMetrics, equivalenceMetrics } from './contingency-table.ts';
import {
  type Equivalence,
  type EquivalenceMethod,
  equivalenceClasses,
  type FetchedPage,
} from './equivalence-classes.ts';

type Label = NonNullable<FetchedPage['label']>;

export interface EquivalenceEvaluation {
  /** The classes of the labelled pages. */
  readonly equivalence: Equivalence;
  readonly table: ContingencyTable;
  readonly metrics: EquivalenceMetrics;
  /**
   * URLs put into a class in which no earlier URL names their page: content that a crawler would never see. The table
   * cannot tell: a URL that is redundant, but was put with the wrong others, counts as a true positive there.
   */
  readonly wrongMerges: number;
  /** Pages without a label, which were left out. */
  readonly unlabelled: number;
}

/**
 * How well a method finds equivalent URLs, on pages whose labels say which are really the same (E4).
 *
 * Of a class of n URLs, n - 1 are redundant: in the order of the list, a URL is positive when an earlier one has the
 * same label, and predicted positive when an earlier one is in the same predicted class.
 */
export function evaluateEquivalence(
  pages: readonly FetchedPage[],
  method: EquivalenceMethod,
): EquivalenceEvaluation {
  const labelled = pages.filter((page) => isLabel(page.label));
  const equivalence = equivalenceClasses(labelled, method);
  const classOf = classNumbers(equivalence);
  const seenLabels = new Set<Label>();
  const labelsOfClass = new Map<number, Set<Label>>();
  const counts = { truePositives: 0, falsePositives: 0, falseNegatives: 0, trueNegatives: 0 };
  let wrongMerges = 0;
  for (const [index, { label }] of labelled.entries()) {
    if (!isLabel(label)) continue;
    const predictedClass = classOf[index] ?? -1;
    const earlier = labelsOfClass.get(predictedClass);
    counts[cell(seenLabels.has(label), earlier !== undefined)] += 1;
    if (earlier !== undefined && !earlier.has(label)) wrongMerges += 1;
    seenLabels.add(label);
    if (earlier === undefined) labelsOfClass.set(predictedClass, new Set([label]));
    else earlier.add(label);
  }
  return {
    equivalence,
    table: counts,
    metrics: equivalenceMetrics(counts, equivalence.standardUrls),
    wrongMerges,
    unlabelled: pages.length - labelled.length,
  };
}

/** Lists of pages come from files, where a missing label may also be null. */
function isLabel(label: unknown): label is Label {
  return typeof label === 'string' || typeof label === 'number';
}

function cell(actual: boolean, predicted: boolean): keyof ContingencyTable {
  if (actual) return predicted ? 'truePositives' : 'falseNegatives';
  return predicted ? 'falsePositives' : 'trueNegatives';
}

/** For each page, the number of its class. */
function classNumbers({ classes }: Equivalence): readonly number[] {
  const numbers: number[] = [];
  for (const [number, { members }] of classes.entries()) {
    for (const { index } of members) numbers[index] = number;
  }
  return numbers;
}
