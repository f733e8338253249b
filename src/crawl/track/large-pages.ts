import { setImmediate } from 'node:timers/promises';
import type { PageVersion } from './page-version.ts';

/** A page of so many bytes keeps the processor busy for some milliseconds. */
const LARGE = 500_000;

/** Does long work piece by piece, and lets requests and answers of other pages come in between. */
export async function inTurns<Result>(work: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
    await setImmediate();
  }
}

/** Reads a large page before it is compared. Smaller ones are read when somebody asks. */
export async function readLargePage(version: PageVersion): Promise<void> {
  if (isLargePage(version)) await inTurns(version.readInPieces());
}

export function isLargePage({ body }: Pick<PageVersion, 'body'>): boolean {
  return body.length >= LARGE;
}
