import { storeNewProject } from '../../crawl/projects/new-project.ts';
import { byOperator, writeStored } from '../../crawl/projects/stored-project.ts';
import { checkedSettings } from '../../crawl/run/run-settings.ts';
import type { Project } from '../../crawl/tables/project.ts';
import type { Store } from '../../database/store.ts';
import { type ExplorationRecord, endsEarly } from '../../explore/index.ts';
import { storedRecord } from './stored-record.ts';
import type { StoredExploration } from './tables/exploration-tables.ts';

/** The settings that decide which states are found. An exploration is continued, and compared, only with the same settings. */
export interface ExplorationSettings {
  readonly setting: string;
  readonly threshold: number;
  /** The setting in full, when it has no name. */
  readonly written?: string;
  /** All other options, as plain values. */
  readonly [asked: string]: unknown;
}

interface WantedExploration {
  /** The project that it belongs to; created when no project has that name. */
  readonly project: string;
  readonly url: string;
  readonly settings: ExplorationSettings;
  /** Stored with a project that is created. Default: the usual settings. */
  readonly storedWithProject?: string;
  /** Takes secrets out of what is kept; null when the project has none. */
  readonly redact?: ((text: string) => string) | null;
}

export interface OpenExploration {
  readonly exploration: StoredExploration;
  readonly project: Project;
  readonly resumed: boolean;
  readonly record: ExplorationRecord;
  /** Stores how it ended, and unlocks the project for other writers. Without an ending, as after a failure, it can go on later. */
  close(ending: string | null): Promise<void>;
}

/** Begins an exploration, or continues one that was broken off. Throws STORE_LOCKED while another process writes the project. */
export async function openExploration(
  store: Store,
  { project: name, url, settings, storedWithProject, redact = null }: WantedExploration,
  now: () => number = Date.now,
): Promise<OpenExploration> {
  const project =
    (await store.projects.find(name)) ??
    (await storeNewProject(store, {
      name,
      startUrl: url,
      settings:
        storedWithProject ??
        writeStored({ settings: await checkedSettings({}), file: null, folder: '.', written: byOperator }),
      createdAt: now(),
    }));
  const claim = await store.projects.claim(project.id);
  try {
    const stored = JSON.stringify(settings);
    const [last] = await store.explorations.list(project.id);
    const resumed = last !== undefined && endsEarly(last) && last.url === url && last.settings === stored;
    if (resumed) await store.explorations.end(last.id, { endedAt: null, ending: null });
    const exploration = resumed
      ? last
      : await store.explorations.begin(project.id, { url, settings: stored, startedAt: now() });
    return {
      exploration,
      project,
      resumed,
      record: storedRecord(store, exploration, redact ?? ((text) => text)),
      async close(ending) {
        if (ending !== null) await store.explorations.end(exploration.id, { endedAt: now(), ending });
        await claim.release();
      },
    };
  } catch (error) {
    await claim.release();
    throw error;
  }
}
