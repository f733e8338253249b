/** A page of an application, and the state it shows: two pages of one state are near-duplicates. */
export interface LabelledPage<Fingerprint> {
  readonly state: string;
  readonly fingerprint: Fingerprint;
}

export interface Counts {
  readonly truePositives: number;
  readonly falsePositives: number;
  readonly falseNegatives: number;
}

export const noCounts: Counts = { truePositives: 0, falsePositives: 0, falseNegatives: 0 };

/** All pairs of pages of one application, judged. `onMistake` is called with each wrong verdict. */
export function judgePairs<Fingerprint>(
  pages: readonly LabelledPage<Fingerprint>[],
  isNearDuplicate: (a: Fingerprint, b: Fingerprint) => boolean,
  onMistake?: (a: string, b: string) => void,
): Counts {
  let [truePositives, falsePositives, falseNegatives] = [0, 0, 0];
  for (const [i, a] of pages.entries()) {
    for (const b of pages.slice(i + 1)) {
      const isSame = a.state === b.state;
      const isReported = isNearDuplicate(a.fingerprint, b.fingerprint);
      if (isSame && isReported) truePositives++;
      else if (isReported) falsePositives++;
      else if (isSame) falseNegatives++;
      if (isSame !== isReported) onMistake?.(a.state, b.state);
    }
  }
  return { truePositives, falsePositives, falseNegatives };
}

export function sumOf(counts: readonly Counts[]): Counts {
  return counts.reduce(
    (sum, each) => ({
      truePositives: sum.truePositives + each.truePositives,
      falsePositives: sum.falsePositives + each.falsePositives,
      falseNegatives: sum.falseNegatives + each.falseNegatives,
    }),
    noCounts,
  );
}

export function scoresOf({ truePositives, falsePositives, falseNegatives }: Counts) {
  const precision = truePositives / (truePositives + falsePositives || 1);
  const recall = truePositives / (truePositives + falseNegatives || 1);
  return { precision, recall, f1: (2 * precision * recall) / (precision + recall || 1) };
}
