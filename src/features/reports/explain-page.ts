import { comparedParts } from '../../crawl/equality/compared-parts.ts';
import type { FoundPage } from '../../crawl/history/find-page.ts';
import { mostVisitsSearched, type StoredVersion, versionsOf } from '../../crawl/history/page-versions.ts';
import { readVersion } from '../../crawl/history/read-version.ts';
import { FileReader } from '../../crawl/list/compare-files.ts';
import type { Run } from '../../crawl/tables/run.ts';
import type { PageVisit } from '../../crawl/tables/visit.ts';
import { type PageView, viewedSnapshot } from '../../crawl/track/equality/equality.ts';
import { SiteKnowledge } from '../../crawl/track/site-knowledge.ts';
import { StoreError } from '../../database/errors.ts';
import type { Store } from '../../database/store.ts';
import { estimateChangeRate, type RateSample, suggestInterval } from '../../track/index.ts';
import { identityOf } from '../../url/index.ts';
import { type NamedRule, namedRules } from './learned-rules.ts';
import type { LifeVisit, PageLife } from './life/page-life.ts';

const day = 86_400_000;

/** Everything that is stored about a page, with the reasons. */
export async function explainPage(store: Store, { project, page }: FoundPage): Promise<PageLife> {
  const runs = await store.runs.list(project.id);
  const visits = await store.visits.ofPage(page.id, mostVisitsSearched);
  const rules = await namedRules(store, project);
  const aliases = await store.aliases.list(project.id);
  const origin = await store.pages.origin(page.id);
  const aliasOf = aliases.find(({ pageId }) => pageId === page.id);
  const samples = rateSamples(visits);
  const compared = (await comparedParts(project.settings))(page.url);
  const knowledge = new SiteKnowledge(rules.map(({ stored }) => stored));
  const { removed } = identityOf(page.url, knowledge.rulesFor(page.url), { guess: false });
  const site = knowledge.siteOf(URL.parse(page.url)?.host ?? '');
  const onHost = rules.filter(
    ({ stored }) => (stored.host === site || stored.host.startsWith('*.')) && stored.state !== 'withdrawn',
  );
  const evidence = new Set(removed.map(({ why }) => why));
  const [newest] = versionsOf(visits, runs);
  const paths =
    newest !== undefined && onHost.some(({ content }) => content.kind === 'page')
      ? await pathsOf(store, compared.view, newest)
      : [];
  /** Whether a rule removed something from the page's URL, or is about a location that is compared in the newest version. */
  const isConcerned = ({ content }: NamedRule): boolean =>
    content.kind === 'url'
      ? evidence.has(content.rule.evidence)
      : content.kind === 'page' && paths.some((path) => isAt(path, content.rule.place.path));
  return {
    project: project.name,
    file: String(page.id),
    url: page.url,
    identity: page.identity,
    removed,
    found: {
      depth: origin?.depth ?? 0,
      linkKind: origin?.linkKind ?? '',
      on: origin?.foundOn == null ? null : { file: String(origin.foundOn.id), url: origin.foundOn.url },
    },
    aliasOf:
      aliasOf === undefined
        ? null
        : { file: String(aliasOf.ofPageId), url: aliasOf.ofUrl, agreements: aliasOf.agreements },
    aliases: aliases
      .filter(({ ofPageId }) => ofPageId === page.id)
      .map(({ pageId, url }) => ({ file: String(pageId), url })),
    compares: compared.subject,
    renderings: await newestRendering(store, visits),
    visits: visits.map((visit) => lifeVisit(visit, runs)).reverse(),
    changeRate: estimateChangeRate(samples),
    interval: suggestInterval(samples),
    rules: onHost.filter(isConcerned).map(({ id, stored, says }) => ({ id, state: stored.state, says })),
  };
}

/** How many times the newest visit rendered the page. */
async function newestRendering(store: Store, [newest]: readonly PageVisit[]): Promise<number> {
  if (newest === undefined) return 0;
  return (await store.renderings.find(newest.runId, newest.pageId))?.times ?? 0;
}

function lifeVisit(visit: PageVisit, runs: readonly Run[]): LifeVisit {
  const { runId, at, status, flag, outcome, errorMessage, sha256 } = visit;
  const reason = visit.reason ?? errorMessage ?? (outcome === 'ok' ? '' : outcome);
  const run = runs.find(({ id }) => id === runId)?.number ?? 0;
  return {
    run,
    at,
    status,
    flag,
    reason,
    sha256: sha256 === null ? null : Buffer.from(sha256).toString('hex'),
  };
}

/** One sample from each successful visit to the next, the newest last. A failed visit says nothing about the content. */
function rateSamples(newestFirst: readonly PageVisit[]): readonly RateSample[] {
  const good = newestFirst
    .filter(({ flag }) => flag === 'NEW' || flag === 'SAM' || flag === 'UPD')
    .toReversed();
  return good.slice(1).map(({ at, flag }, place) => ({
    days: (at - (good[place]?.at ?? at)) / day,
    hasChanged: flag === 'UPD',
  }));
}

async function pathsOf(store: Store, view: PageView, newest: StoredVersion): Promise<readonly string[]> {
  const files = new FileReader();
  try {
    const version = await readVersion(store, files, newest);
    return viewedSnapshot(view, version).segments.map(({ path }) => path);
  } catch (error) {
    // Its history can be shown without its content.
    if (error instanceof StoreError && error.decision === 'skip') return [];
    throw error;
  } finally {
    await files.close();
  }
}

/** Whether a segment is at the location of a rule; `ul/li[*]` is any item of the list. */
function isAt(path: string, place: string): boolean {
  if (!place.includes('[*]')) return path === place;
  const own = path.split('/');
  return place
    .split('/')
    .every((step, at) =>
      step.endsWith('[*]') ? own[at]?.replace(/[[#].*/, '') === step.slice(0, -3) : step === own[at],
    );
}
