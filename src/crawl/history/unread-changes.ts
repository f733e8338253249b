import { ExtensionPoint } from '../../base/index.ts';
import type { Store } from '../../database/store.ts';

/** The first run of a project whose changes a reader of them has not read yet; null when all are read. */
export const firstUnreadRun = new ExtensionPoint<
  (store: Store, projectId: number, now: number) => Promise<number | null>
>('readers of changes', { without: 'retention waits for no reader' });
