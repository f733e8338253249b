import type { WordChange } from '../../track/index.ts';
import { counted, moment } from '../in-words.ts';
import { printable } from '../printable.ts';
import { type Ink, type InkStyle, type StyledText, wrapWords } from '../terminal/styled-text.ts';
import {
  countedChanges,
  type DiffChange,
  type DiffVersion,
  type PageDiff,
  shortenWords,
  shownChanges,
  subjectInWords,
} from './page-diff.ts';

/** Nobody reads more in a terminal. */
const mostChanges = 1000;
const limits = { context: 120, longest: 4000 };
const marks: Readonly<Record<DiffChange['flag'], readonly [string, InkStyle]>> = {
  changed: ['~', 'yellow'],
  new: ['+', 'green'],
  gone: ['-', 'red'],
  moved: ['>', 'cyan'],
};

export interface DiffTextOptions {
  readonly ink: Ink;
  /** Columns of the terminal. */
  readonly width: number;
  readonly withNoise: boolean;
}

/** A diff for people, line by line. Without colours, `[-words-]` are removed and `{+words+}` added, as git writes them. */
export function* diffText(diff: PageDiff, { ink, width, withNoise }: DiffTextOptions): Generator<string> {
  const { from, to, changes } = diff;
  yield ink.paint('bold', printable(diff.url));
  yield ink.paint('dim', `${version(from)}  →  ${version(to)}`);
  if (from.sha256 === to.sha256) {
    yield 'The same version: not a byte differs.';
    return;
  }
  if (changes === null) {
    yield* withoutText(diff);
    return;
  }
  const shown = shownChanges(diff, withNoise);
  yield* subject(diff, ink);
  yield* summary(diff, shown, ink);
  for (const change of shown.slice(0, mostChanges)) {
    yield '';
    yield* changeText(change, ink, width);
  }
  const left = shown.length - mostChanges;
  if (left > 0) yield `\nAnd ${counted(left, 'more change')}; --json has them all.`;
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

function* summary({ changes, isWhole }: PageDiff, shown: readonly DiffChange[], ink: Ink): Generator<string> {
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

function* changeText(change: DiffChange, ink: Ink, width: number): Generator<string> {
  const { flag, kind, heading, path, isNoise, reason, movedFrom, rules } = change;
  const [mark, style] = marks[flag];
  const place = heading === null ? printable(path) : `under “${printable(heading)}”`;
  yield `${ink.paint(style, `${mark} ${flag}`)} ${kind} ${ink.paint('dim', place)}`;
  const indent = '    ';
  const runs = shortenWords(change.words, limits).map((run) => styled(run, flag, ink));
  for (const line of wrapWords(runs, width - indent.length, ink)) yield indent + line;
  if (movedFrom !== null)
    yield ink.paint('dim', `${indent}from ${printable(movedFrom)} to ${printable(path)}`);
  for (const link of change.links.removed) yield indent + ink.paint('red', `- link ${printable(link)}`);
  for (const link of change.links.added) yield indent + ink.paint('green', `+ link ${printable(link)}`);
  if (isNoise) {
    const why = `noise: ${printable(reason)}${rules.length === 0 ? '' : ` [${rules.join(', ')}]`}`;
    for (const line of wrapWords([{ text: why, style: 'dim' }], width - indent.length, ink))
      yield indent + line;
  }
}

function styled({ kind, text }: WordChange, flag: DiffChange['flag'], ink: Ink): StyledText {
  const shown = printable(text);
  if (kind === 'same') return { text: shown, style: flag === 'moved' ? 'cyan' : null };
  const style = kind === 'added' ? 'green' : 'red';
  // For a whole segment that came or went, the mark before it is enough.
  if (ink.isColored || flag !== 'changed') return { text: shown, style };
  const space = /^\s*/.exec(shown)?.[0] ?? '';
  const words = shown.slice(space.length);
  return { text: `${space}${kind === 'added' ? `{+${words}+}` : `[-${words}-]`}`, style };
}
