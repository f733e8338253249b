import type { Store } from '../../database/store.ts';
import { AppError } from '../run/errors.ts';
import type { AuditNote } from '../tables/audit-log.ts';
import type { Run } from '../tables/run.ts';

/** Throws APP_NOT_CONFIRMED. */
export function refuseUnconfirmed(project: string, last: Run | null): void {
  if (!isUnconfirmed(last)) return;
  throw new AppError(
    'APP_NOT_CONFIRMED',
    `run ${last?.number} of "${project}" waits to be confirmed: look at its results, then say "tidemark confirm ${project}".`,
  );
}

/** Whether the results of a run are still to be confirmed. */
export const isUnconfirmed = (last: Run | null): boolean =>
  last?.state === 'finished' && last.confirmedAt === null;

/** Confirms the results of a run, with lines of the audit log. Throws APP_NOT_CONFIRMED for a run that is not finished. */
export async function confirmRun(
  store: Pick<Store, 'runs'>,
  { id, number, state }: Run,
  by: string,
  { now = Date.now, notes = [] }: { readonly now?: () => number; readonly notes?: readonly AuditNote[] } = {},
): Promise<void> {
  if (state !== 'finished')
    throw new AppError(
      'APP_NOT_CONFIRMED',
      `run ${number} is not finished: there is nothing to confirm yet.`,
    );
  await store.runs.confirm(id, { at: now(), by }, notes);
}
