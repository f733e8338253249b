import type { RunEnding, RunRequest } from '../../../../src/crawl/run/run-request.ts';
import type { Store } from '../../../../src/database/store.ts';
import { runSite, type SiteRun } from '../runs/run-site.ts';
import { storeForThisTest } from '../runs/site-for-this-test.ts';

export interface TrackedApplication {
  readonly store: Store;
  visit(run?: Partial<SiteRun>): Promise<RunEnding>;
  /** Of the last visit, by path and fragment. */
  flags(): Promise<Readonly<Record<string, string>>>;
  /** The stored page of a path. */
  html(path: string): Promise<string>;
}

export async function trackedApplication(
  origin: string,
  settings: RunRequest['settings'] = {},
): Promise<TrackedApplication> {
  const store = await storeForThisTest();
  let visits = 0;
  const project = async () => (await store.projects.find('application'))?.id ?? 0;
  return {
    store,
    visit: (run = {}) =>
      runSite(store, {
        project: 'application',
        url: visits++ === 0 ? `${origin}/` : null,
        ...run,
        settings: { attempts: 1, ...settings, ...run.settings },
      }),
    flags: async () => {
      const run = await store.runs.latest(await project());
      const rows = await store.visits.flagged(run?.id ?? 0, { limit: 1000 });
      return Object.fromEntries(rows.map(({ url, flag }) => [url.slice(origin.length), flag]));
    },
    html: async (path) => {
      const page = await store.pages.find(await project(), `${origin}${path}`);
      if (page?.sha256 == null) throw new Error(`nothing is stored of ${path}`);
      return Buffer.from(await store.contents.read(page.sha256)).toString();
    },
  };
}
