import { alignWords } from '../compare/align-sequences.ts';

/** A run of text that both versions have, or one of them. All runs except the 'removed' ones, joined, are the current text. */
export interface WordChange {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** A URL or a mail address. Its length before the mark is bounded: a text of dots must not take quadratic time. */
const address =
  /(?:[a-z][a-z\d+.-]{1,15}:\/\/|www\.)[^\s<>"]*[^\s<>".,;:!?)\]}'»”]|[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/u;
/** A number with its points, a date, a time, a version: `18.50`, `1,000`, `2026-11-16`, `10:30`, `v24.15.0`. */
const number = /[\p{L}\p{M}_]*\p{N}[\p{L}\p{N}\p{M}_]*(?:[.,:/'’\u00a0\u202f-]\p{N}[\p{L}\p{N}\p{M}_]*)*/u;
/** A word or a sign with the space before it. A reader sees an address or a number as one word. */
const wordWithSpace = () =>
  new RegExp(`\\s*(?:${address.source}|${number.source}|[\\p{L}\\p{N}\\p{M}_]+|[^\\s])|\\s+$`, 'gu');
/** Made when the first texts are compared: it takes milliseconds, which would delay every start. */
let pattern: RegExp | null = null;

/** Which words were removed and which were added. The cost is bounded: texts that share nothing are simply shown as replaced. */
export function diffWords(before: string, after: string): readonly WordChange[] {
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

class Runs {
  readonly changes: WordChange[] = [];

  add(kind: WordChange['kind'], text: string): void {
    const last = this.changes.at(-1);
    if (last?.kind === kind) this.changes[this.changes.length - 1] = { kind, text: last.text + text };
    else this.changes.push({ kind, text });
  }
}
