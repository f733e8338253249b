import type { SegmentDiff, SegmentFlag } from '../../track/index.ts';

/** One version of a page. */
export interface DiffVersion {
  /** The run that brought it. */
  readonly run: number;
  readonly at: number;
  readonly sha256: string;
  readonly bytes: number;
  readonly type: string | null;
}

/** A segment that is not the same in both versions. */
export interface DiffChange extends SegmentDiff {
  readonly flag: Exclude<SegmentFlag, 'same'>;
  /** The heading above it. */
  readonly heading: string | null;
  /** Where it stood before; null when it did not stand elsewhere. */
  readonly movedFrom: string | null;
  /** Known to change by itself: an advert, a clock. */
  readonly isNoise: boolean;
  readonly reason: string;
  /** The ids of the learned rules that make it noise. */
  readonly rules: readonly string[];
}

/** What became of a page between two visits. */
export interface PageDiff {
  readonly project: string;
  readonly file: string;
  readonly url: string;
  readonly identity: string;
  readonly from: DiffVersion;
  readonly to: DiffVersion;
  /** What the project compares of the page, in words; null when it is what readers see of all of it. */
  readonly compares: string | null;
  /** Whether the changes are those of all of the page; else of what is compared. */
  readonly isWhole: boolean;
  /** Null when one of the versions has no text: sizes and hashes are all there is to say. */
  readonly changes: readonly DiffChange[] | null;
}

/** What of a diff is shown. Noise is, when it was asked for or when there is nothing else. */
export function shownChanges({ changes }: PageDiff, withNoise: boolean): readonly DiffChange[] {
  if (changes === null) return [];
  const real = changes.filter(({ isNoise }) => !isNoise);
  return withNoise || real.length === 0 ? changes : real;
}

/** Says what is shown where that is not what is compared, or not the whole page; null when it is both. */
export function subjectInWords({ compares, isWhole }: PageDiff): string | null {
  if (compares === null) return null;
  return isWhole
    ? `The whole page; the project compares ${compares}.`
    : `Only what the project compares: ${compares}`;
}

/** Words that came or went, apart from noise. */
export function changedWords(changes: readonly DiffChange[]): number {
  let count = 0;
  for (const { isNoise, words } of changes) {
    if (isNoise) continue;
    for (const { kind, text } of words) {
      if (kind !== 'same') count += text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
    }
  }
  return count;
}

/** `2 changed, 1 new`. */
export function countedChanges(changes: readonly DiffChange[]): string {
  const counts = (['changed', 'new', 'gone', 'moved'] as const).map(
    (flag) => [flag, changes.filter((change) => change.flag === flag).length] as const,
  );
  return counts
    .filter(([, count]) => count > 0)
    .map(([flag, count]) => `${count} ${flag}`)
    .join(', ');
}
