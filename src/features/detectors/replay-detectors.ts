import { comparedParts } from '../../crawl/equality/compared-parts.ts';
import { FileReader } from '../../crawl/list/file-reader.ts';
import type { Project } from '../../crawl/tables/records.ts';
import { SiteKnowledge } from '../../crawl/track/site-knowledge.ts';
import type { Store } from '../../database/store.ts';
import { type Detector, DetectorSet, type Stemmers, saysMoreThanNew } from '../../detect/index.ts';
import { type ReplayedMatch, replayPage } from './replay-page.ts';

/** How many visits of a page are looked at. */
const mostVisits = 1000;
/** Pages per read. */
const limit = 500;

interface ReplayOptions {
  readonly detectors: readonly Detector[];
  readonly stemmers: Stemmers;
  /** Called with the number of pages that were looked at. */
  readonly onProgress?: (pages: number) => void;
}

/**
 * What detectors would have found in everything that is stored of a project, in the order of time. It reads the versions of each page
 * as its runs did, one after the other, and tells each result once.
 */
export async function replayDetectors(
  store: Store,
  project: Project,
  { detectors, stemmers, onProgress }: ReplayOptions,
): Promise<readonly ReplayedMatch[]> {
  const set = new DetectorSet(detectors, stemmers);
  const knowledge = new SiteKnowledge(await store.learned.list(project.id));
  const partsOf = await comparedParts(project.settings);
  const [firstRun] = (await store.runs.list(project.id)).toReversed();
  const files = new FileReader();
  const surroundings = {
    store,
    files,
    knowledge,
    viewOf: (url: string) => partsOf(url).view,
    detectors: set,
  };
  const found: ReplayedMatch[] = [];
  let count = 0;
  try {
    for (let after = 0; ; ) {
      const pages = await store.pages.list(project.id, { after, limit });
      for (const page of pages) {
        const visits = (await store.visits.ofPage(page.id, mostVisits)).toReversed();
        found.push(...(await replayPage(page, visits, surroundings)));
        onProgress?.(++count);
      }
      const last = pages.at(-1);
      if (last === undefined) break;
      after = last.id;
    }
  } finally {
    await files.close();
  }
  return found
    .filter(({ runId, match }) => runId !== firstRun?.id || saysMoreThanNew(match))
    .toSorted((a, b) => a.at - b.at);
}
