import { ExtensionPoint } from '../../base/index.ts';
import type { Store } from '../../database/store.ts';
import type { StoredFacts } from '../projects/stored-facts.ts';
import type { Project } from '../tables/project.ts';
import type { Run } from '../tables/run.ts';

interface NextRun {
  /** Null when the project has no schedule of its own. */
  readonly at: number | null;
  /** Whether its last run is waiting to be confirmed. */
  readonly waitsForConfirmation: boolean;
}

/** When a project runs next. */
export const nextRun = new ExtensionPoint<
  (store: Store, facts: StoredFacts, project: Project, latest: Run | null) => Promise<NextRun>
>('schedules', { without: 'no project runs by itself' });
