import { alignWords } from '../compare/align-sequences.ts';

/** A run of text that both versions have, or one of them. All runs except the 'removed' ones, joined, are the current text. */
export interface WordChange {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** Words inside a changed text that change by themselves: a counter, an age. */
export interface NoisyWords {
  readonly before: string;
  readonly after: string;
}

/** A URL or a mail address. Its length before the mark is bounded: a text of dots must not take quadratic time. */
const address = () =>
  /(?:[a-z][a-z\d+.-]{1,15}:\/\/|www\.)[^\s<>"]*[^\s<>".,;:!?)\]}'»”]|[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/u;
/** A number with its points, a date, a time, a version: `18.50`, `1,000`, `2026-11-16`, `10:30`, `v24.15.0`. */
const number = () =>
  /[\p{L}\p{M}_]*\p{N}[\p{L}\p{N}\p{M}_]*(?:[.,:/'’\u00a0\u202f-]\p{N}[\p{L}\p{N}\p{M}_]*)*/u;
/** A word or a sign with the space before it. A reader sees an address or a number as one word. */
const wordWithSpace = () =>
  new RegExp(`\\s*(?:${address().source}|${number().source}|[\\p{L}\\p{N}\\p{M}_]+|[^\\s])|\\s+$`, 'gu');
/** Made when the first texts are compared: it takes milliseconds, which would delay every start. */
let pattern: RegExp | null = null;

/**
 * Which words were removed and which were added; what is noise counts as the same, with its current words. The cost is bounded: texts that share
 * nothing are simply shown as replaced.
 */
export function diffWords(
  before: string,
  after: string,
  noise: readonly NoisyWords[] = [],
): readonly WordChange[] {
  const runs = alignedRuns(before, after);
  return noise.length === 0 ? runs : withoutNoise(runs, noise);
}

function alignedRuns(before: string, after: string): readonly WordChange[] {
  pattern ??= wordWithSpace();
  const old = before.match(pattern) ?? [];
  const now = after.match(pattern) ?? [];
  const matches = alignWords(
    old.map((word) => word.trim()),
    now.map((word) => word.trim()),
  );
  const runs = new Runs();
  let next = 0;
  for (const [i, word] of old.entries()) {
    const place = matches[i] as number;
    if (place < 0) {
      runs.add('removed', word);
      continue;
    }
    for (; next < place; next++) runs.add('added', now[next] ?? '');
    runs.add('same', now[next++] ?? '');
  }
  for (; next < now.length; next++) runs.add('added', now[next] ?? '');
  return runs.changes;
}

function withoutNoise(words: readonly WordChange[], noise: readonly NoisyWords[]): readonly WordChange[] {
  const known = new Set<string>();
  for (const one of noise) {
    known.add(asKey(one));
    // Of "5 minutes ago" and "8 minutes ago", only the numbers differ.
    for (const part of replacements(alignedRuns(one.before, one.after))) known.add(asKey(part));
  }
  const runs = new Runs();
  for (const part of replacements(words)) {
    if (part.same !== '') runs.add('same', part.same);
    else if (known.has(asKey(part))) runs.add('same', part.after);
    else {
      runs.add('removed', part.before);
      runs.add('added', part.after);
    }
  }
  return runs.changes;
}

const asKey = ({ before, after }: NoisyWords): string =>
  JSON.stringify([before, after]).replaceAll(/\s/gu, '');

/** The runs with what was removed and what was added in its place together. */
function replacements(words: readonly WordChange[]): readonly (NoisyWords & { readonly same: string })[] {
  const parts: { before: string; after: string; same: string }[] = [];
  for (const { kind, text } of words) {
    const last = parts.at(-1);
    const isInLast = last !== undefined && last.same === '' && kind !== 'same';
    const part = isInLast ? last : { before: '', after: '', same: '' };
    if (!isInLast) parts.push(part);
    if (kind === 'same') part.same += text;
    else part[kind === 'removed' ? 'before' : 'after'] += text;
  }
  return parts;
}

class Runs {
  readonly changes: WordChange[] = [];

  add(kind: WordChange['kind'], text: string): void {
    if (text === '') return;
    const last = this.changes.at(-1);
    if (last?.kind === kind) this.changes[this.changes.length - 1] = { kind, text: last.text + text };
    else this.changes.push({ kind, text });
  }
}
