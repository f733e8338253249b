import { diffWords, type ReportedChange, type WordChange } from '../../track/index.ts';
import { recomputedInWords } from '../in-words.ts';

/** One version of a page. */
export interface DiffVersion {
  /** The run that stored it. */
  readonly run: number;
  readonly at: number;
  readonly sha256: string;
  readonly bytes: number;
  readonly type: string | null;
}

/** One difference of a page, with the words that went and came. */
export interface Change extends Omit<ReportedChange, 'before' | 'after' | 'noise'> {
  readonly words: readonly WordChange[];
}

/** Characters that one diff compares word by word; beyond that, changed texts are shown as replaced. */
const mostCompared = 600_000;

/** The changes that a run reported, word by word. */
export function diffChanges(reported: readonly ReportedChange[]): readonly Change[] {
  let left = mostCompared;
  return reported.map(({ before, after, noise, ...change }) => {
    const comparesWords = left > 0;
    if (before !== null && after !== null) left -= before.length + after.length;
    return { ...change, words: wordsOf({ before, after, noise }, comparesWords) };
  });
}

function wordsOf(
  {
    before,
    after,
    noise,
  }: Pick<ReportedChange, 'before' | 'after'> & { noise: ReportedChange['noise'] | undefined },
  comparesWords: boolean,
): readonly WordChange[] {
  if (before === null) return [{ kind: 'added', text: after ?? '' }];
  if (after === null) return [{ kind: 'removed', text: before }];
  if (before === after) return [{ kind: 'same', text: after }];
  if (comparesWords) return diffWords(before, after, noise);
  return [
    { kind: 'removed', text: before },
    { kind: 'added', text: after },
  ];
}

/**
 * What decided which changes are noise: the run that stored the version, the runs between the two versions, or this request, with
 * today's rules.
 */
export type DiffJudge = 'the run' | 'the runs between' | 'now';

/** How a page changed between two visits. */
export interface PageDiff {
  readonly project: string;
  readonly file: string;
  readonly url: string;
  readonly identity: string;
  readonly from: DiffVersion;
  readonly to: DiffVersion;
  /** The part of the page that the project compares, in words; null when that is everything readers see. */
  readonly compares: string | null;
  /** Whether the changes are those of the whole page, not only of what the project compares. */
  readonly isWhole: boolean;
  readonly judgedBy: DiffJudge;
  /** Whether the diff was recomputed although it was not asked for: the run was made by a version of Tidemark that did not store what it reported. */
  readonly isRecomputed: boolean;
  /** Null when one of the versions has no text: then only sizes and hashes are compared. */
  readonly changes: readonly Change[] | null;
  /** How many further changes are only counted. */
  readonly more: number;
}

/** The changes to show. Includes noise when it was asked for, or when there is nothing else. */
export function shownChanges({ changes }: PageDiff, withNoise: boolean): readonly Change[] {
  if (changes === null) return [];
  const real = changes.filter(({ isNoise }) => !isNoise);
  return withNoise || real.length === 0 ? changes : real;
}

/** Says which part of the page is shown, when the project does not compare the whole page; null otherwise. */
export function subjectInWords({ compares, isWhole }: PageDiff): string | null {
  if (compares === null) return null;
  return isWhole
    ? `The whole page; the project compares ${compares}.`
    : `Only what the project compares: ${compares}`;
}

/** Says what decided which changes are noise, when that was not the run itself; null otherwise. */
export function judgeInWords({ judgedBy, isRecomputed, from, to }: PageDiff): string | null {
  if (isRecomputed) return recomputedInWords(to.run);
  if (judgedBy === 'the runs between')
    return `Over several versions: what one of the runs ${from.run + 1} to ${to.run} reported, as far as it still shows.`;
  return judgedBy === 'now' ? 'Recomputed with the rules and settings of today.' : null;
}

/** How many words came or went, without noise. */
export function changedWords(changes: readonly Change[]): number {
  let count = 0;
  for (const { isNoise, words } of changes) {
    if (isNoise) continue;
    for (const { kind, text } of words) {
      // One after the other: a list of all words of a large page takes several times its memory.
      if (kind !== 'same') for (const _ of text.matchAll(/[\p{L}\p{N}]+(?:[.,:]\p{N}+)*/gu)) count++;
    }
  }
  return count;
}

/** `2 changed, 1 new`. */
export function countedChanges(changes: readonly Change[]): string {
  const counts = (['changed', 'new', 'gone', 'moved'] as const).map(
    (flag) => [flag, changes.filter((change) => change.flag === flag).length] as const,
  );
  return counts
    .filter(([, count]) => count > 0)
    .map(([flag, count]) => `${count} ${flag}`)
    .join(', ');
}

export interface WordLimits {
  /** Characters of unchanged text that are kept on each side of a change. */
  readonly context: number;
  /** Characters of one added or removed run. */
  readonly longest: number;
}

/** The changed words, with enough of the rest to show where they are. */
export function shortenWords(
  words: readonly WordChange[],
  { context, longest }: WordLimits,
): readonly WordChange[] {
  return words.map(({ kind, text }, place) => {
    if (kind !== 'same') return { kind, text: keepEnds(text, longest, 0) };
    const before = place === 0 ? 0 : context;
    const after = place === words.length - 1 ? 0 : context;
    // Only unchanged words: a segment that moved, or whose links changed.
    return {
      kind,
      text: before + after === 0 ? keepEnds(text, 2 * context, 0) : keepEnds(text, before, after),
    };
  });
}

/** The first and last characters, cut between words. */
function keepEnds(text: string, head: number, tail: number): string {
  if (text.length <= head + tail + 20) return text;
  const start = text.slice(0, head).replace(/\S*$/u, '');
  const end = tail === 0 ? '' : text.slice(-tail).replace(/^\S*/u, '');
  return `${start}${/\s$/.test(start) || start === '' ? '' : ' '}…${end}`;
}

/** A diff for programs. Without noise unless it is asked for; `noise` is its count in any case. */
export function diffJson(diff: PageDiff, withNoise: boolean) {
  const { file, url, identity, project, from, to, compares, isWhole, judgedBy, changes, more } = diff;
  return {
    file,
    url,
    identity,
    project,
    from: { ...from, at: new Date(from.at).toISOString() },
    to: { ...to, at: new Date(to.at).toISOString() },
    isSame: from.sha256 === to.sha256,
    compares,
    isWhole,
    judgedBy,
    hasText: changes !== null,
    more,
    noise: (changes ?? []).filter(({ isNoise }) => isNoise).length,
    changes: shownChanges(diff, withNoise),
  };
}
