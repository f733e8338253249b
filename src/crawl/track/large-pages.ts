import { setImmediate } from 'node:timers/promises';
import type { PageVersion } from './page-version.ts';

/** A page of so many bytes keeps the processor busy for some milliseconds at each stage. */
const LARGE = 500_000;

/** Reads a large page stage by stage before it is compared, and lets the requests of other pages go on in between. */
export async function readLargePage(version: PageVersion): Promise<void> {
  if (version.body.length < LARGE) return;
  const stages = [() => version.hasText, () => version.links.length, () => version.snapshot];
  for (const read of stages) {
    read();
    await setImmediate();
  }
}
