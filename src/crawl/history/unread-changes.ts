import { ExtensionPoint } from '../../base/index.ts';
import type { Store } from '../../database/store.ts';

/** The first run of a project whose changes some reader has not read yet; null when all changes are read. */
export const firstUnreadRun = new ExtensionPoint<
  (store: Store, projectId: number, now: number) => Promise<number | null>
>('readers of changes', { without: 'retention waits for no reader' });
