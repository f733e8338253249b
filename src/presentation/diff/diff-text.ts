import { counted, moment } from '../in-words.ts';
import { printable } from '../printable.ts';
import { readableAddress } from '../readable-address.ts';
import type { Ink } from '../terminal/styled-text.ts';
import { changeText } from './change-text.ts';
import {
  type Change,
  countedChanges,
  type DiffVersion,
  judgeInWords,
  type PageDiff,
  shownChanges,
  subjectInWords,
} from './page-diff.ts';
import { joinMoves } from './shown-changes.ts';

/** Longest output: a reader of a terminal does not read more. */
const mostChanges = 1000;
const limits = { context: 120, longest: 4000, mostLinks: 100, indent: '' };

interface DiffTextOptions {
  readonly ink: Ink;
  /** Columns of the terminal. */
  readonly width: number;
  readonly withNoise: boolean;
}

/** A diff for people, line by line. */
export function* diffText(diff: PageDiff, { ink, width, withNoise }: DiffTextOptions): Generator<string> {
  const { from, to, changes } = diff;
  yield ink.paint('bold', readableAddress(diff.url));
  yield ink.paint('dim', `${version(from)}  →  ${version(to)}`);
  // The same bytes may show pictures that were replaced.
  if (from.run === to.run || (from.sha256 === to.sha256 && (changes ?? []).length === 0)) {
    yield 'The same version: not a byte differs.';
    return;
  }
  if (changes === null) {
    yield* withoutText(diff);
    return;
  }
  const shown = shownChanges(diff, withNoise);
  yield* subject(diff, ink);
  const judge = judgeInWords(diff);
  if (judge !== null) yield ink.paint('dim', judge);
  yield* summary(diff, shown, ink);
  for (const change of joinMoves(shown.slice(0, mostChanges))) {
    yield '';
    yield* changeText(change, { ink, width, ...limits });
  }
  const left = Math.max(shown.length - mostChanges, 0);
  if (left > 0) yield `\nAnd ${counted(left, 'more change')}; --json has them all.`;
  if (diff.more > 0) yield `\nAnd ${counted(diff.more, 'more change')}, of which only the number is kept.`;
}

function version({ run, at, bytes }: DiffVersion): string {
  return `run ${run}, ${moment(at)} UTC, ${counted(bytes, 'byte')}`;
}

function* withoutText({ from, to }: PageDiff): Generator<string> {
  yield `No text to compare (${printable(to.type ?? from.type ?? 'unknown type')}).`;
  const grown = to.bytes - from.bytes;
  const size =
    grown === 0 ? 'the same size' : `${counted(Math.abs(grown), 'byte')} ${grown > 0 ? 'more' : 'less'}`;
  yield `  before  ${counted(from.bytes, 'byte')}  sha256 ${from.sha256}`;
  yield `  after   ${counted(to.bytes, 'byte')}  sha256 ${to.sha256}`;
  yield `  ${size}`;
}

function* subject(diff: PageDiff, ink: Ink): Generator<string> {
  const words = subjectInWords(diff);
  if (words === null) return;
  yield ink.paint('dim', printable(diff.isWhole ? words : `${words}; --whole shows the whole page.`));
}

function* summary({ changes, isWhole }: PageDiff, shown: readonly Change[], ink: Ink): Generator<string> {
  const all = changes ?? [];
  const hidden = all.length - shown.length;
  if (all.length === 0) {
    yield isWhole ? 'The bytes differ, but no text, link or image does.' : 'Nothing in it differs.';
    return;
  }
  if (shown.every(({ isNoise }) => isNoise)) yield 'Only what is known to change by itself differs:';
  yield countedChanges(shown);
  if (hidden > 0)
    yield ink.paint('dim', `${counted(hidden, 'difference')} of noise hidden; --noise shows all.`);
}
