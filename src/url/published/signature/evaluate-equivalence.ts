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
   * does not show them: a redundant URL that was put into a wrong class counts as a true positive there.
   */
  readonly wrongMerges: number;
  /** How many pages had no label and were left out. */
  readonly unlabelled: number;
}

/**
 * How well a method finds equivalent URLs, measured on pages whose labels say which are really the same.
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

/** Table 3: how many URLs are redundant (an earlier URL names the same page), and how many were considered so. */
export interface ContingencyTable {
  readonly truePositives: number;
  readonly falsePositives: number;
  readonly falseNegatives: number;
  readonly trueNegatives: number;
}

/** Between 0 and 1; null where there is nothing to divide by, as for the precision of a method that merges nothing. */
export interface EquivalenceMetrics {
  /** Of the URLs that are redundant, how many were found. */
  readonly sensitivity: number | null;
  /** Of the URLs that are not redundant, how many were kept. */
  readonly specificity: number | null;
  /** Of the URLs considered redundant, how many are. */
  readonly precision: number | null;
  readonly accuracy: number | null;
  /**
   * How many URLs are saved. The paper's formula (1) divides by the normalised URLs, (|U_std| - |U_fin|) / |U_std|,
   * but its tables 6, 9 and 10 print (|U_reg| - |U_fin|) / |U_reg|. Both are given.
   */
  readonly reductionOfStandard: number | null;
  readonly reductionOfRegular: number | null;
}

/**
 * Formulas (1) to (5) of section 5.2. `standardUrls` is |U_std|; |U_reg| is the table's total, and |U_fin| the
 * URLs considered non-redundant, which are kept.
 */
export function equivalenceMetrics(table: ContingencyTable, standardUrls: number): EquivalenceMetrics {
  const { truePositives, falsePositives, falseNegatives, trueNegatives } = table;
  const positives = truePositives + falseNegatives;
  const negatives = falsePositives + trueNegatives;
  const regularUrls = positives + negatives;
  const finalUrls = falseNegatives + trueNegatives;
  return {
    sensitivity: ratio(truePositives, positives),
    specificity: ratio(trueNegatives, negatives),
    precision: ratio(truePositives, truePositives + falsePositives),
    // Formula (5) weights sensitivity and specificity by their shares, which is this.
    accuracy: ratio(truePositives + trueNegatives, regularUrls),
    reductionOfStandard: ratio(standardUrls - finalUrls, standardUrls),
    reductionOfRegular: ratio(regularUrls - finalUrls, regularUrls),
  };
}

function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}
