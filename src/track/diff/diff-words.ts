import { alignSequences } from '../compare/align-sequences.ts';
import { NumberedValues } from '../compare/number-values.ts';

/** A run of text that stands in both versions, or in one of them. Run together they give either text. */
export interface WordChange {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** A word or a sign with the space before it. */
const piece = /\s*(?:[\p{L}\p{N}\p{M}_]+|[^\s])|\s+$/gu;

/**
 * Which words went and which came. Pure text in and out, so that another library can take its place; bounded by
 * `alignSequences`, so that texts that share nothing are told as replaced without delay.
 */
export function diffWords(before: string, after: string): readonly WordChange[] {
  const old = before.match(piece) ?? [];
  const now = after.match(piece) ?? [];
  const numbers = new NumberedValues<string>();
  const matches = alignSequences(
    numbers.numbersOf(old.map((word) => word.trim())),
    numbers.numbersOf(now.map((word) => word.trim())),
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
