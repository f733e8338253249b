import type { NewVisit, Run, Store } from '../../store/index.ts';
import { type FilePlan, judgeUnfetched, planFile } from '../../track/index.ts';
import { type FileToVisit, fileToVisit } from './file-to-visit.ts';
import { fileVisit } from './file-visit.ts';
import type { TreeListing } from './tree-listing.ts';

const FILES_PER_COMMIT = 1000;

/** A file that has to be fetched, and why. */
export interface FileToFetch extends FileToVisit {
  readonly why: string;
}

/** What a listing leaves to be done. */
export interface SortedFiles {
  readonly fetch: readonly FileToFetch[];
  /** Told at the end: until then each may turn up under another name. */
  readonly gone: ReadonlyMap<string, FileToVisit>;
}

export interface SortParts {
  readonly store: Store;
  readonly run: Run;
  readonly listing: TreeListing;
  readonly now: () => number;
  /** Called with visits that are committed. */
  readonly onVisits: (visits: readonly (readonly [FileToVisit, NewVisit])[]) => void;
}

/** Goes through the frontier with the listing in hand, and commits what needs no fetch. */
export async function sortFiles({ store, run, listing, now, onVisits }: SortParts): Promise<SortedFiles> {
  const fetch: FileToFetch[] = [];
  const gone = new Map<string, FileToVisit>();
  for await (const files of queuedFiles(store, run)) {
    const visits: [FileToVisit, NewVisit][] = [];
    for (const file of files) {
      const { url } = file.page;
      const plan = planFile(file.known, listing.files.get(url) ?? null, listing.problems);
      if (plan.fate === 'fetch') fetch.push({ ...file, why: plan.why });
      else if (plan.fate === 'gone') gone.set(url, file);
      else visits.push([file, unfetchedVisit(file, plan, now())]);
    }
    await store.commit({
      projectId: run.projectId,
      runId: run.id,
      visits: visits.map(([, visit]) => visit),
      contents: [],
      discovered: [],
      leftOut: [],
    });
    onVisits(visits);
  }
  return { fetch, gone };
}

/** The visit of a file that was not asked for. `renamedTo` is for one that is gone. */
export function unfetchedVisit(
  { page, known }: FileToVisit,
  plan: Exclude<FilePlan, { fate: 'fetch' }>,
  at: number,
  renamedTo: string | null = null,
): NewVisit {
  const decision = judgeUnfetched(known, plan, renamedTo);
  return fileVisit(page, decision, { at, ...(plan.fate === 'unclear' && { failure: plan.problem }) });
}

async function* queuedFiles(store: Store, run: Run): AsyncGenerator<readonly FileToVisit[]> {
  for (const { host } of await store.frontier.hosts(run.id)) {
    for (let after = null; ; ) {
      const pages = await store.frontier.next(run.id, host, after, FILES_PER_COMMIT);
      const last = pages.at(-1);
      if (last === undefined) break;
      after = last;
      const listed = await store.listings.find(pages.map(({ id }) => id));
      const byPage = new Map(listed.map((file) => [file.pageId, file]));
      yield pages.map((page) => fileToVisit(page, byPage.get(page.id) ?? null));
    }
  }
}
