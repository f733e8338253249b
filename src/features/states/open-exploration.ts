import { storeNewProject } from '../../crawl/projects/new-project.ts';
import { byOperator, writeStored } from '../../crawl/projects/stored-project.ts';
import { checkedSettings } from '../../crawl/run/run-settings.ts';
import type { Project } from '../../crawl/tables/records.ts';
import type { Store } from '../../database/store.ts';
import { type ExplorationRecord, endsEarly } from '../../explore/index.ts';
import { storedRecord } from './stored-record.ts';
import type { StoredExploration } from './tables/explorations.ts';

/** What decides which states are found. An exploration goes on, and is compared, only with one of the same. */
export interface ExplorationSettings {
  readonly setting: string;
  readonly threshold: number;
  /** How the setting is written out, when it has no name. */
  readonly written?: string;
  /** Everything else that was asked for, as plain values. */
  readonly [asked: string]: unknown;
}

interface WantedExploration {
  /** The project that it belongs to; one is made when there is none of that name. */
  readonly project: string;
  readonly url: string;
  readonly settings: ExplorationSettings;
  /** What is stored with a project that is made. Default: the usual settings. */
  readonly storedWithProject?: string;
  /** Takes secrets out of what is kept; null when the project has none. */
  readonly redact?: ((text: string) => string) | null;
}

export interface OpenExploration {
  readonly exploration: StoredExploration;
  readonly project: Project;
  readonly resumed: boolean;
  readonly record: ExplorationRecord;
  /** Notes how it ended, and lets others write the project. Without an ending, as after a failure, it can go on later. */
  close(ending: string | null): Promise<void>;
}

/** Begins an exploration, or goes on with one that was broken off. Throws STORE_LOCKED while another process writes the project. */
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
