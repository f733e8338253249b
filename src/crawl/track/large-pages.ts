import { setImmediate } from 'node:timers/promises';
import type { PageVersion } from './page-version.ts';

/** A page of this many bytes keeps the processor busy for some milliseconds. */
const LARGE = 500_000;

/** Runs long work piece by piece, and lets requests and responses of other pages be handled in between. */
export async function inTurns<Result>(work: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
    await setImmediate();
  }
}

/** Reads a large page before it is compared. Smaller pages are read on first use. */
export async function readLargePage(version: PageVersion): Promise<void> {
  if (isLargePage(version)) await inTurns(version.readInPieces());
}

export function isLargePage({ body }: Pick<PageVersion, 'body'>): boolean {
  return body.length >= LARGE;
}
