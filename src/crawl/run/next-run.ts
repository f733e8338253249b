import { ExtensionPoint } from '../../base/index.ts';
import type { Store } from '../../database/store.ts';
import type { StoredFacts } from '../projects/stored-facts.ts';
import type { Project, Run } from '../tables/records.ts';

interface NextRun {
  /** Null without a schedule of its own. */
  readonly at: number | null;
  /** Whether its last run waits to be confirmed. */
  readonly waitsForConfirmation: boolean;
}

/** When a project runs next. */
export const nextRun = new ExtensionPoint<
  (store: Store, facts: StoredFacts, project: Project, latest: Run | null) => Promise<NextRun>
>('schedules', { without: 'no project runs by itself' });
