import type { CrawlEvent } from '../../../src/crawl/engine/crawl-event.ts';
import { addProject } from '../../../src/crawl/projects/add-project.ts';
import type { RunEnding } from '../../../src/crawl/run/run-request.ts';
import type { Store } from '../../../src/database/store.ts';
import { type CrawlOutcome, readBack } from '../../kernel/crawl/crawl-scenario.ts';
import { runSite } from '../../kernel/crawl/runs/run-site.ts';

export interface FileRun {
  readonly store: Store;
  readonly file: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: CrawlEvent) => void;
}

export type FileOutcome = Omit<CrawlOutcome, 'ending'> & { readonly ending: RunEnding };

/** Adds a project file and runs it through the library, as the command line does. */
export async function runFile({
  store,
  file,
  environment = {},
  signal,
  onEvent,
}: FileRun): Promise<FileOutcome> {
  const { project } = await addProject(store, { text: file, fileName: 'project.yaml', folder: '.' });
  const events: CrawlEvent[] = [];
  const ending = await runSite(store, {
    project: project.name,
    url: null,
    settings: {},
    signal: signal ?? new AbortController().signal,
    environment: (name) => environment[name],
    onEvent: (event) => {
      events.push(event);
      onEvent?.(event);
    },
  });
  return { ending, events, ...(await readBack(store, project.name)) };
}
