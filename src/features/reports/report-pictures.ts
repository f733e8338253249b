import type { ChangedPictures } from '../../crawl/history/run-report.ts';
import type { Run } from '../../crawl/tables/records.ts';
import { StoreError } from '../../database/errors.ts';
import type { Store } from '../../database/store.ts';
import { inParts } from './in-parts.ts';

/** Earlier visits in which the picture of the version before is looked for. */
const MOST_VISITS = 100;

/** Pictures of the pages that a run found updated, where they were kept. */
export async function* reportPictures(store: Store, run: Run): AsyncGenerator<ChangedPictures> {
  const updated = inParts(({ after, limit }) =>
    store.visits.flagged(run.id, { after, limit, flags: ['UPD'] }),
  );
  for await (const { pageId, url, identity } of updated) {
    const after = await pictureOf(store, run.id, pageId);
    if (after === null) continue;
    yield {
      page: { file: String(pageId), url, identity },
      before: await pictureBefore(store, run.id, pageId),
      after,
    };
  }
}

/** The newest picture that was taken before the run. */
async function pictureBefore(store: Store, runId: number, pageId: number): Promise<Uint8Array | null> {
  for (const visit of await store.visits.ofPage(pageId, MOST_VISITS)) {
    const picture = visit.runId < runId ? await pictureOf(store, visit.runId, pageId) : null;
    if (picture !== null) return picture;
  }
  return null;
}

async function pictureOf(store: Store, runId: number, pageId: number): Promise<Uint8Array | null> {
  const picture = (await store.renderings.find(runId, pageId))?.picture ?? null;
  if (picture === null) return null;
  try {
    return await store.contents.read(picture);
  } catch (error) {
    if (error instanceof StoreError && error.decision === 'skip') return null;
    throw error;
  }
}
