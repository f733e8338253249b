import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../config/index.ts';
import { StoredFacts } from '../../crawl/projects/stored-facts.ts';
import { StoreError } from '../../database/errors.ts';
import { openDataFolder } from '../../database/open-data-folder.ts';
import type { Store } from '../../database/store.ts';
import type { Holdings } from './tables/upkeep.ts';
import { surveyProject } from './tidy-projects.ts';

/** What is stored of a project, and what of it could go. */
interface ProjectHoldings extends Holdings {
  readonly project: string;
  readonly couldGo: Omit<Awaited<ReturnType<typeof surveyProject>>, 'project' | 'heldUpBy'>;
}

interface DataHoldings {
  readonly databaseBytes: number;
  /** Bodies that are too large for a row, where they are in files. */
  readonly fileBytes: number;
  /** By name. */
  readonly projects: readonly ProjectHoldings[];
}

/** Everything that is stored; null where there is nothing, or where it cannot be read. Changes nothing. */
export async function dataHoldings(config: Config): Promise<DataHoldings | null> {
  let store: Store;
  try {
    store = await openDataFolder(config, 'read', 'tidemark doctor');
  } catch (error) {
    if (error instanceof StoreError) return null;
    throw error;
  }
  try {
    const facts = new StoredFacts();
    const projects: ProjectHoldings[] = [];
    for (const project of await store.projects.list()) {
      const { project: name, heldUpBy: _, ...couldGo } = await surveyProject(store, project, { facts });
      projects.push({ project: name, ...(await store.upkeep.holdings(project.id)), couldGo });
    }
    const databaseBytes = await store.upkeep.databaseBytes();
    return { databaseBytes, fileBytes: await bytesIn(join(config.data, 'content')), projects };
  } finally {
    await store.close();
  }
}

async function bytesIn(folder: string): Promise<number> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  let bytes = 0;
  for (const file of files)
    if (file.isFile()) bytes += (await stat(join(file.parentPath, file.name)).catch(() => null))?.size ?? 0;
  return bytes;
}
