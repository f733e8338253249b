import { DRAWN } from '../../crawl/index.ts';
import type { LeftOut, Store } from '../../store/index.ts';

/** With so few pages, links that were not followed are the reason. */
const FEW_PAGES = 2;

/** What users should know about a run besides its pages, in sentences: which links it did not follow, and what to do about it. */
export async function runNotices(store: Store, runId: number): Promise<readonly string[]> {
  const leftOut = await store.runs.leftOut(runId);
  if (leftOut.length === 0) return [];
  const { NEW } = await store.visits.flagTotals(runId);
  const visits = await store.visits.totals(runId);
  const pages = visits.find(({ outcome }) => outcome === 'ok')?.count ?? 0;
  const drawn = leftOut.filter(({ reason }) => reason.startsWith(DRAWN));
  const addresses = NEW + drawn.reduce((sum, { count }) => sum + count, 0);
  const notices = drawn.map((some) => drawnInWords(some, addresses));
  const nofollow = leftOut.find(({ reason }) => reason === 'nofollow');
  if (nofollow !== undefined && pages <= FEW_PAGES) notices.push(nofollowInWords(nofollow));
  return notices;
}

function drawnInWords({ count, reason }: LeftOut, addresses: number): string {
  return `${count} of ${addresses} new addresses ${reason}, which the site makes up anew for every link; they lead to no other page, and were not asked for.`;
}

function nofollowInWords({ count }: LeftOut): string {
  const links =
    count === 1
      ? '1 link was not followed, because the page asks'
      : `${count} links were not followed, because the page asks`;
  return `${links} robots not to (nofollow). Follow such links with --follow-nofollow, or with "nofollow: follow" under "crawl" in a project file.`;
}
