/** Table 3: URLs by what they are (an earlier URL names the same page) and what they were taken for. */
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
  /** Of the URLs that are not, how many were left alone. */
  readonly specificity: number | null;
  /** Of the URLs taken for redundant, how many are. */
  readonly precision: number | null;
  readonly accuracy: number | null;
  /**
   * How many URLs are saved. The paper's formula (1) divides by the normalised URLs, (|U_std| - |U_fin|) / |U_std|,
   * but its tables 6, 9 and 10 print (|U_reg| - |U_fin|) / |U_reg|. Both are given (E4).
   */
  readonly reductionOfStandard: number | null;
  readonly reductionOfRegular: number | null;
}

/**
 * Formulas (1) to (5) of section 5.2. `standardUrls` is |U_std|; |U_reg| is the table's total, and |U_fin| the
 * URLs taken for non-redundant, which are kept.
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
