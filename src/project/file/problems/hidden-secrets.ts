import { secretName } from '../schema/secret-reference.ts';

// Messages are written to logs, so they must not show a password. A refused file may have a password in the wrong place,
// so this code uses only the text of the file, and masks too much rather than too little.

const MASK = '***';
const KEY = /(?:^|[\s{[,])(["']?)([\p{L}\p{N}_.-]+)\1\s*:(?=\s|$|["'])/gu;
/** References to secrets, which may be shown. */
const REFERENCE = /^\{\s*(?:(?:env|file|secret)\s*:\s*[^\s,{}]+\s*,?\s*)+\}/;
const REFERENCE_LINE = /^\s*(?:env|file|secret)\s*:/;

interface HiddenLine {
  readonly line: string;
  /** Maps a column of the original line to a column of the shown line. */
  shift(column: number): number;
}

interface Cut {
  readonly from: number;
  readonly to: number;
}

/** A line of a file (counted from 0) with everything masked that may be secret. */
export function hiddenLine(lines: readonly string[], number: number): HiddenLine {
  const line = lines[number] ?? '';
  const cuts = belongsToSecret(lines, number)
    ? [{ from: /^\s*/.exec(line)?.[0].length ?? 0, to: line.length }]
    : [...secretValues(line), ...passwordsInAddresses(line), ...tokensInChannels(line)];
  const apart = cuts
    .toSorted((a, b) => a.from - b.from)
    .filter(({ from, to }, i, all) => to > from && !all.slice(0, i).some((other) => other.to > from));
  let shown = '';
  let at = 0;
  for (const { from, to } of apart) {
    shown += `${line.slice(at, from)}${MASK}`;
    at = to;
  }
  return { line: shown + line.slice(at), shift: (column) => shifted(column, apart) };
}

/** Whether a key in this text suggests that a secret follows. */
export function hasSecretKey(text: string): boolean {
  return [...text.matchAll(KEY)].some(([, , key = '']) => secretName.test(key));
}

/** `https://kim:***@example.org/` */
export function withoutPasswords(message: string): string {
  return message.replace(/(\/\/[^\s/:@]*:)[^\s/@]+@/g, `$1${MASK}@`);
}

function secretValues(line: string): readonly Cut[] {
  return [...line.matchAll(KEY)].flatMap((found) => {
    if (!secretName.test(found[2] ?? '')) return [];
    const after = found.index + found[0].length;
    const from = after + (/^\s*/.exec(line.slice(after))?.[0].length ?? 0);
    const value = line.slice(from);
    if (REFERENCE.test(value) || isPartOfReference(line.slice(0, after))) return [];
    return [{ from, to: from + lengthOfValue(value, /[{[]/.test(line.slice(0, from))) }];
  });
}

/** Whether the key is part of a reference, as in `password: { secret:`. The key before it has been checked already. */
function isPartOfReference(before: string): boolean {
  const [, outer = ''] = /([\p{L}\p{N}_.-]+)["']?\s*:\s*\{[^{}]*\bsecret\s*:$/u.exec(before) ?? [];
  return secretName.test(outer);
}

function lengthOfValue(value: string, insideBrackets: boolean): number {
  if (/^[{[|>]/.test(value)) return value.length;
  const quoted = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')(?=\s*(?:[,}\]#]|$))/.exec(value)?.[0];
  if (quoted !== undefined) return quoted.length;
  if (/^["']/.test(value)) return value.length;
  const plain = insideBrackets ? /^[^,}\]]*/ : /^.*?(?=\s#|$)/;
  return (plain.exec(value)?.[0] ?? value).trimEnd().length;
}

function passwordsInAddresses(line: string): readonly Cut[] {
  return [...line.matchAll(/(\/\/[^\s/:@]*:)([^\s/@]+)@/g)].map((found) => {
    const from = found.index + (found[1]?.length ?? 0);
    return { from, to: from + (found[2]?.length ?? 0) };
  });
}

/**
 * The part after the host in the address of a channel, as in `slack://hooks.slack.com/***`. The address follows `to:`, or is
 * an entry of a list.
 */
function tokensInChannels(line: string): readonly Cut[] {
  const channel = /(?:\bto["']?\s*:|^\s*-)\s*["']?[a-z][a-z0-9+.-]{0,30}:\/\/[^\s/"']*\//i.exec(line);
  if (channel === null) return [];
  const from = channel.index + channel[0].length;
  return [{ from, to: from + (/^[^\s"',}\]]*/.exec(line.slice(from))?.[0].length ?? 0) }];
}

/** Whether the line continues the value of a key above it whose name suggests a secret. */
function belongsToSecret(lines: readonly string[], number: number): boolean {
  let indent = indentOf(lines[number] ?? '');
  let isReference = REFERENCE_LINE.test(lines[number] ?? '');
  for (let above = number - 1; above >= 0 && indent > 0; above--) {
    const line = lines[above] ?? '';
    if (line.trim() === '' || indentOf(line) >= indent) continue;
    indent = indentOf(line);
    const key = /([\p{L}\p{N}_.-]+)["']?\s*:[^:]*$/u.exec(line)?.[1] ?? '';
    if (secretName.test(key) && !/^\s*-?\s*(?:env|file|secret)\s*:/.test(line)) {
      if (!isReference || /[|>][-+\d]*\s*$/.test(line)) return true;
    }
    isReference = isReference && secretName.test(key);
    if (isReference) return false;
  }
  return false;
}

/** The indentation of a line. A list entry counts one column more, because it may begin in the column of its key. */
const indentOf = (line: string): number =>
  (/^\s*/.exec(line)?.[0].length ?? 0) + (/^\s*-(?:\s|$)/.test(line) ? 1 : 0);

function shifted(column: number, cuts: readonly Cut[]): number {
  let result = column;
  for (const { from, to } of cuts) {
    if (column >= to) result -= to - from - MASK.length;
    else if (column > from) result -= Math.max(0, column - from - MASK.length);
  }
  return result;
}
