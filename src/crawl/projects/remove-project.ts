import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Store } from '../../database/store.ts';
import type { AuditNote } from '../tables/audit-log.ts';
import type { Project } from '../tables/project.ts';
import { ownSecretName, ownSecrets } from './secrets-of-project.ts';

/** Removes a project and everything it collected. Throws STORE_LOCKED while one of its runs is active. */
export async function removeProject(
  store: Store,
  project: Project,
  dataFolder: string,
  notes: readonly AuditNote[] = [],
): Promise<void> {
  const claim = await store.projects.claim(project.id);
  try {
    // Before the project: a later project of the same name must not find them.
    for (const { name } of await ownSecrets(store, project.name))
      await store.secrets.remove(ownSecretName(project.name, name));
    await store.projects.remove(project.id, notes);
    await rm(seenPageFile(dataFolder, project.name), { force: true });
  } finally {
    await claim.release();
  }
}

/** Where the page that a failed step found instead of the expected one is stored. */
export function seenPageFile(dataFolder: string, project: string): string {
  return join(dataFolder, 'failed-steps', `${project}.html`);
}
