import { alignSequences } from '../compare/align-sequences.ts';
import { NumberedValues } from '../compare/number-values.ts';

/** A place inside two leaves where their tokens differ. */
export interface Hunk {
  readonly removed: readonly string[];
  readonly added: readonly string[];
  /** Up to two tokens around it that both have, as far as the next difference; numbers, which pages differ in, as `#`. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Where `added` stands among the tokens of the second leaf. */
  readonly from: number;
  readonly to: number;
}

const contextSize = 2;

export function hunksOf(before: readonly string[], after: readonly string[]): readonly Hunk[] {
  const numbers = new NumberedValues<string>();
  const matches = alignSequences(numbers.numbersOf(before), numbers.numbersOf(after));
  const hunks: Hunk[] = [];
  let i = 0;
  let j = 0;
  /** Where the difference before ended. */
  let end = 0;
  while (i < before.length || j < after.length) {
    if (i < before.length && matches[i] === j) {
      i++;
      j++;
      continue;
    }
    const startI = i;
    const startJ = j;
    while (i < before.length && matches[i] === -1) i++;
    j = i < before.length ? (matches[i] as number) : after.length;
    hunks.push({
      removed: before.slice(startI, i),
      added: after.slice(startJ, j),
      before: after.slice(Math.max(end, startJ - contextSize), startJ).map(withoutNumber),
      after: after.slice(j, j + sharedRun(matches, i, j)).map(withoutNumber),
      from: startJ,
      to: j,
    });
    end = j;
  }
  return hunks;
}

/** How many tokens from here both have, at most as many as a context needs. */
function sharedRun(matches: Int32Array, i: number, j: number): number {
  let length = 0;
  while (length < contextSize && matches[i + length] === j + length) length++;
  return length;
}

function withoutNumber(token: string): string {
  return /^\p{N}/u.test(token) ? '#' : token;
}
