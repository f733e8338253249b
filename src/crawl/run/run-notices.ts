import type { Store } from '../../database/store.ts';
import { FRONTIER_FULL, NO_BROWSER, ROTATING, TOO_COSTLY } from '../frontier/left-out-counts.ts';
import { readStored } from '../projects/stored-project.ts';
import type { LeftOut, Run } from '../tables/run.ts';
import { frontierLimitOf, type RunSettings } from './run-settings.ts';

/** When a run has at most this many pages, the links that were not followed explain why. */
const FEW_PAGES = 2;

/** What users should know about a run besides its pages, in sentences: which links it did not follow, and what to do about it. */
export async function runNotices(
  store: Store,
  { id: runId, settings, retentionAt }: Pick<Run, 'id' | 'settings' | 'retentionAt'>,
): Promise<readonly string[]> {
  const { pages: rendered, times } = await store.renderings.totals(runId);
  const leftOut = await store.runs.leftOut(runId);
  const notices = retentionAt === null ? [] : [retentionInWords(retentionAt)];
  if (rendered > 0) notices.push(renderedInWords(rendered, times, !rendersAll(settings)));
  if (leftOut.length === 0) return notices;
  const { NEW } = await store.visits.flagTotals(runId);
  const visits = await store.visits.totals(runId);
  const pages = visits.find(({ outcome }) => outcome === 'ok')?.count ?? 0;
  const rotating = leftOut.filter(({ reason }) => reason.startsWith(ROTATING));
  const addresses = NEW + rotating.reduce((sum, { count }) => sum + count, 0);
  notices.push(...rotating.map((some) => rotatingInWords(some, addresses)));
  const unseen = leftOut.find(({ reason }) => reason === NO_BROWSER);
  if (unseen !== undefined) notices.push(unseenInWords(unseen));
  const full = leftOut.find(({ reason }) => reason === FRONTIER_FULL);
  if (full !== undefined) notices.push(fullInWords(full, settings));
  const costly = leftOut.find(({ reason }) => reason === TOO_COSTLY);
  if (costly !== undefined) notices.push(costlyInWords(costly));
  const nofollow = leftOut.find(({ reason }) => reason === 'nofollow');
  if (nofollow !== undefined && pages <= FEW_PAGES) notices.push(nofollowInWords(nofollow));
  return notices;
}

function retentionInWords(at: number): string {
  return `Retention was applied to this run on ${new Date(at).toISOString().slice(0, 10)}: pages that were new or updated are still listed, the others are only counted.`;
}

function rendersAll(storedWithRun: string): boolean {
  const { render } = readStored(storedWithRun).settings as Partial<RunSettings>;
  return render === 'always';
}

function renderedInWords(pages: number, times: number, isBecauseOfScripts: boolean): string {
  const [one, more] = isBecauseOfScripts
    ? [' is built by scripts and', ' are built by scripts and']
    : ['', ''];
  const subject = pages === 1 ? `1 page${one} was` : `${pages} pages${more} were`;
  return `${subject} rendered (${times === 1 ? '1 rendering' : `${times} renderings`}).`;
}

function unseenInWords({ count, exampleUrl }: LeftOut): string {
  const subject = count === 1 ? `${exampleUrl} is` : `${count} pages (${exampleUrl} is one of them) are`;
  return `${subject} built by scripts, and little of the text was found: there is no usable browser. Install Chrome, Chromium or Edge, or the npm package @sparticuz/chromium, or set TIDEMARK_BROWSER; with --render never this notice goes away.`;
}

function rotatingInWords({ count, reason }: LeftOut, addresses: number): string {
  return `${count} of ${addresses} new addresses ${reason}, which the site makes up for every link; they lead to no other page and were not fetched.`;
}

function fullInWords({ count, exampleUrl }: LeftOut, storedWithRun: string): string {
  const { maxFrontier = null, maxPages = null } = readStored(storedWithRun).settings as Partial<RunSettings>;
  const most = frontierLimitOf({ maxFrontier, maxPages });
  const links = count === 1 ? '1 link to a new address was' : `${count} links to new addresses were`;
  return `${links} left out (${exampleUrl} is one of them): the frontier is full at ${most} addresses. Raise "frontier" under "limits" in a project file, or --max-frontier, or narrow the rules.`;
}

function costlyInWords({ count, exampleUrl }: LeftOut): string {
  const links = count === 1 ? '1 link was' : `${count} links were`;
  return `${links} not looked at (${exampleUrl} is one of them): the rules of the project took too long for one page. Write fewer or simpler patterns.`;
}

function nofollowInWords({ count }: LeftOut): string {
  const links =
    count === 1
      ? '1 link was not followed, because the page asks'
      : `${count} links were not followed, because the page asks`;
  return `${links} robots not to (nofollow). Follow such links with --follow-nofollow, or with "nofollow: follow" under "crawl" in a project file.`;
}
