import type { Store } from '../../database/store.ts';
import type { Run } from '../tables/run.ts';

/** A run that ends its thread or its workers this often in a row is paused: otherwise it would do so for ever. */
export const MOST_DEATHS = 3;
/** How long it is paused, in milliseconds: as long as it has taken so far, so that its pauses grow. */
const REST = { shortest: 300_000, longest: 86_400_000 };

/** When a run that was given up goes on by itself. */
export const endOfRest = ({ startedAt }: Pick<Run, 'startedAt'>, now: number): number =>
  now + Math.min(Math.max(now - startedAt, REST.shortest), REST.longest);

/** Pauses a run, which goes on by itself after its rest. Returns when; its project is claimed. */
export async function pauseGivenUp(
  { runs }: Pick<Store, 'runs'>,
  run: Run,
  { reason, at }: { readonly reason: string; readonly at: number },
): Promise<number> {
  const resumeAt = endOfRest(run, at);
  await runs.change(run.id, { state: 'paused', at, pauseReason: reason, resumeAt });
  return resumeAt;
}
