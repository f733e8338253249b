import {
  mergeDirectives,
  parseRobotsHeader,
  type ReadDocument,
  type RobotsDirectives,
} from '../document/index.ts';
import { FetchError, type FetchRequest, type FetchResult, roomOfVisit } from '../fetch/index.ts';
import type { FetchedContent, ScopeDecision } from '../project/index.ts';
import { normalizeUrl } from '../url/index.ts';
import { documentLinks, isPackedSitemap, readPage } from './document-links.ts';
import { CrawlError } from './errors.ts';
import { emptyVisit, mediaType, unchangedVisit, visitOf } from './new-visit.ts';
import { withoutLogin } from './resolved-links.ts';
import type { QueuedPage } from './tables/frontier.ts';
import type { DiscoveredPage } from './tables/page.ts';
import type { VisitRendering } from './tables/rendering.ts';
import type { NewVisit } from './tables/visit.ts';
import { type JudgedContent, type Judgement, unjudged } from './track/judgement.ts';
import type { PageTracker } from './track/page-tracker.ts';
import { PageVersion } from './track/page-version.ts';
import type { VisitContext, VisitedPage } from './visit-context.ts';

/**
 * Takes one URL through all stages in order: robots, fetch, judge, track, document, links, detect. The store packs the body.
 * Throws FetchError, CRAWL_OVERLOADED or CRAWL_TWIN_FAILED when the page should be tried again later.
 */
export function visitPage(page: QueuedPage, attempts: number, context: VisitContext): Promise<VisitedPage> {
  return mayBePlain(page, context)
    ? visitPlainly(page, attempts, context)
    : visitInStages(page, attempts, context, {});
}

/** What a visit knows when it turns out not to be plain. */
interface BegunVisit {
  readonly refusal?: string | null;
  readonly asked?: { readonly request: PageRequest; readonly answer: FetchResult };
  readonly version?: PageVersion;
  /** Whether a 304 is checked by fetching the page: decided once for each answer. */
  readonly isToBeChecked?: boolean;
}

type PageRequest = ReturnType<PageTracker['requestFor']>;

/** Whether the answer may be enough for the visit: the page is known, and no detector, step or rendering needs it. */
function mayBePlain(page: QueuedPage, context: VisitContext): boolean {
  if (page.lastGood === null || page.linkKind === 'listed' || context.readsAllLinks) return false;
  const isWatched = context.observer !== null || context.rendering !== null || context.step !== null;
  if (isWatched || context.hostLeases !== undefined) return false;
  return !context.tracker.hasNewUrlRules && !context.known.neverGood.isWaitedFor(page);
}

/**
 * Visits a page that is expected to answer 304, or with the same bytes. Most pages of most runs do, and the stages would find out the same at several times
 * the cost. Any other answer continues with the stages, which get what is known by then.
 */
async function visitPlainly(page: QueuedPage, attempts: number, context: VisitContext): Promise<VisitedPage> {
  const allowed = context.robots.refusal(page.url);
  // Known sites are answered without a promise.
  const refusal = typeof allowed === 'object' && allowed !== null ? await allowed : allowed;
  if (refusal !== null) return visitInStages(page, attempts, context, { refusal });
  const request = context.tracker.requestFor(page);
  const answer = await context.fetcher.fetch(requestAs(request, page, context));
  const found = plainJudgement(page, request, answer, context);
  if ('flag' in found) return unchanged(page, attempts, answer, found);
  return visitInStages(page, attempts, context, { refusal, asked: { request, answer }, ...found });
}

/** The verdict on a page that is as it was; otherwise what was found out about the answer. */
function plainJudgement(
  page: QueuedPage,
  request: PageRequest,
  answer: FetchResult,
  context: VisitContext,
): Judgement | Pick<BegunVisit, 'version' | 'isToBeChecked'> {
  const { tracker, rotating } = context;
  if (tracker.hasNewUrlRules) return {};
  if (answer.status === 304) {
    if (request.conditional === undefined || tracker.mayShowReplacedPictures(page)) return {};
    const isToBeChecked = tracker.isToBeChecked(page);
    return isToBeChecked ? { isToBeChecked } : tracker.notModified(page);
  }
  if (answer.status !== 200 || contentDecision(page, answer, mediaType(answer), context).verdict === 'reject')
    return {};
  const version = PageVersion.of(answer);
  const judgement = tracker.sameBytes(page, version);
  if (judgement === null) return { version };
  rotating?.shownAgain(page, version, false);
  return judgement;
}

async function visitInStages(
  page: QueuedPage,
  attempts: number,
  context: VisitContext,
  begun: BegunVisit,
): Promise<VisitedPage> {
  const { version, judged, answer, ...stages } = await visit(page, attempts, context, begun);
  const { news = null, seen = null } = judged ?? {};
  const findings =
    (await context.observer?.observe({
      page,
      visit: stages.visit,
      version: version ?? null,
      news,
      seen: seen?.before ?? null,
    })) ?? null;
  const rendering = await renderingOf(page, stages.visit, answer ?? null, context);
  const visited = {
    ...stages,
    reported: news?.reported ?? null,
    seen: seen?.after ?? null,
    findings,
    rendering,
  };
  const { knowledge } = context.tracker;
  const linked =
    version === undefined ? null : () => new Set(version.links.map((link) => knowledge.identityOf(link)));
  const again = context.known.neverGood.takeLinkedBy(page, linked);
  return again.length === 0 ? visited : { ...visited, discovered: [...visited.discovered, ...again] };
}

async function renderingOf(
  { id, url }: QueuedPage,
  { flag }: NewVisit,
  answer: FetchResult | null,
  { rendering, tracker }: VisitContext,
): Promise<VisitRendering | null> {
  const times = rendering?.pages?.takeTimes(url) ?? 0;
  const picture =
    answer === null ? null : ((await rendering?.pictures?.take(answer, flag, tracker.session.http)) ?? null);
  return times === 0 && picture === null ? null : { pageId: id, times, picture };
}

/** A visit, with the page if its links may have changed. */
type Visit = VisitedPage & {
  readonly version?: PageVersion;
  readonly judged?: JudgedContent;
  /** The complete answer, for pages that were found. */
  readonly answer?: FetchResult;
};

async function visit(
  page: QueuedPage,
  attempts: number,
  context: VisitContext,
  begun: BegunVisit,
): Promise<Visit> {
  const { tracker } = context;
  if (context.hostLeases !== undefined) await context.hostLeases.prepare(page.host);
  const refusal = begun.refusal === undefined ? await context.robots.refusal(page.url) : begun.refusal;
  if (refusal !== null)
    return leftOut({ page, attempts, rule: 'robots.txt', reason: refusal, answer: null }, context);

  const request = begun.asked?.request ?? tracker.requestFor(page);
  const answer = await ask(page, request, context, begun.asked?.answer);
  // A 304 to an unconditional request says nothing about the stored version.
  if (answer.status === 304 && page.lastGood !== null && request.conditional !== undefined) {
    if (await tracker.hasReplacedPictures(page))
      return visitAnswered(page, attempts, await ask(page, { url: request.url }, context), context);
    const checked = await tracker.checkNotModified(page, begun.isToBeChecked);
    const found = checked === null ? null : await visitChecked(page, attempts, checked, context);
    if (found !== null && found.visit.flag !== 'SAM') return found;
    const visited = unchanged(page, attempts, answer, tracker.notModified(page));
    if (found !== null) {
      const { discovered, wireBytes, judged } = found;
      return { ...visited, discovered, wireBytes, ...(judged !== undefined && { judged }) };
    }
    if (!context.readsAllLinks) return visited;
    // A 304 has no body: the links come from the stored version.
    const version = await tracker.lastVersion(page, page.lastGood);
    return { ...visited, discovered: await followLinks(page, version, context) };
  }
  return visitAnswered(page, attempts, answer, context, begun.version);
}

/** A page that was fetched although its server had answered that it was not modified. */
async function visitChecked(
  page: QueuedPage,
  attempts: number,
  answer: FetchResult,
  context: VisitContext,
): Promise<Visit> {
  const visited = await visitAnswered(page, attempts, answer, context);
  const hasChanged = visited.visit.flag === 'UPD' || visited.visit.flag === 'MIS';
  if (hasChanged && (await context.tracker.catchesHost(page))) await context.revisitHost(page.host);
  return visited;
}

/** The stages after the fetch. */
async function visitAnswered(
  page: QueuedPage,
  attempts: number,
  answer: FetchResult,
  context: VisitContext,
  begunVersion: PageVersion | null = null,
): Promise<Visit> {
  const { tracker } = context;
  const redirect = redirectTarget(answer);
  if (redirect !== null) return movedPage(page, attempts, redirect, answer, context);
  if (!isContent(answer.status)) return failed(page, attempts, answer, tracker.status(page, answer.status));

  const type = isPackedSitemap(page, answer.body) ? 'application/xml' : mediaType(answer);
  const { verdict, rule, reason } = contentDecision(page, answer, type, context);
  if (verdict === 'reject')
    return leftOut({ page, attempts, rule: rule ?? 'content', reason, answer }, context);
  const refused = context.step?.refusal(page, answer) ?? null;
  if (refused !== null)
    return leftOut(
      { page, attempts, rule: refused.rule ?? 'content', reason: refused.reason, answer },
      context,
    );

  const notKept = context.step?.readOnlyForLinks(page) ?? null;
  // Another one where the session had ended, and the page was asked for again.
  const version = begunVersion?.body === answer.body ? begunVersion : PageVersion.of(answer);
  const judged = notKept === null ? await tracker.content(page, version) : nothingJudged;
  const { judgement } = judged;
  const isFound = judgement.flag !== 'ERR' && judgement.flag !== 'MIS';
  const bringsBody = judgement.flag !== 'SAM';
  const isRotating = isFound && (await context.rotating?.shown(page, version, bringsBody)) === true;
  if (tracker.takeNewUrlRules() || isRotating) await context.renamePages();
  if (!isFound) return failed(page, attempts, answer, judgement);
  if (judgement.flag === 'SAM' && !context.readsAllLinks)
    return { ...unchanged(page, attempts, answer, judgement), version, judged, answer };

  const discovered = await followLinks(page, version, context);
  if (notKept !== null)
    return {
      ...leftOut({ page, attempts, rule: READ_FOR_LINKS, reason: notKept, answer }, context),
      discovered,
    };
  if (judgement.flag === 'SAM')
    return { ...unchanged(page, attempts, answer, judgement), discovered, version, judged, answer };

  const record = visitOf(page, attempts, answer, { outcome: 'ok', ...judgement });
  const body = { pageId: page.id, body: answer.body, type };
  return { page, visit: record, body, discovered, version, judged, answer, wireBytes: answer.wireBytes };
}

/** Whether the scope accepts a page by its content. */
function contentDecision(
  { linkKind }: QueuedPage,
  { url, body }: FetchResult,
  contentType: string | null,
  { judgeContent }: VisitContext,
): ScopeDecision {
  const kind = linkKind as FetchedContent['kind'];
  return judgeContent({ kind, path: new URL(url).pathname, contentType, bytes: body.length });
}

const nothingJudged: JudgedContent = { judgement: unjudged, news: null, seen: null };

/** Requests the page as the current visitor, and again as a new one when the visitor's session has ended. */
async function ask(
  page: QueuedPage,
  request: PageRequest,
  context: VisitContext,
  answered?: FetchResult,
): Promise<FetchResult> {
  const { fetcher, tracker, doubts } = context;
  const answer = answered ?? (await fetcher.fetch(requestAs(request, page, context)));
  await roomOfVisit.getStore()?.startReading(answer.body.length);
  if (answer.status === 429 || answer.status === 503) {
    throw new CrawlError('CRAWL_OVERLOADED', `${page.url} answered ${answer.status}`, answer.retryAfterMs);
  }
  if (answer.status === 304 || isContent(answer.status)) return answer;
  if (!doubts.isWorthwhile(page, answer)) return answer;
  const retried = await tracker.retryAsNewVisitor(page, answer);
  doubts.noteRetry(answer, retried !== null);
  return retried ?? answer;
}

function requestAs(
  { url, conditional }: PageRequest,
  page: QueuedPage,
  { tracker }: VisitContext,
): FetchRequest {
  return {
    url,
    ...(conditional !== undefined && { conditional }),
    session: tracker.session.http,
    // A redirect to the same page (with a session id or a cookie) is followed; any other target is a page of its own.
    follow: ({ location }) => location !== null && isSamePage(location, page, tracker),
  };
}

const READ_FOR_LINKS = 'only read for links';

/** 204 and 205 have no content, and 206 has only a part. */
function isContent(status: number): boolean {
  return status === 200 || status === 201 || status === 202 || status === 203;
}

function isSamePage(target: string, { url }: QueuedPage, { knowledge }: PageTracker): boolean {
  return URL.canParse(target) && knowledge.identityOf(normalizeUrl(target)) === knowledge.identityOf(url);
}

/** Reads the page and finds new pages. */
async function followLinks(
  page: QueuedPage,
  version: PageVersion,
  context: VisitContext,
): Promise<readonly DiscoveredPage[]> {
  const document =
    page.linkKind === 'listed' ? readPage(page, version.body, version.contentType) : version.document;
  const { links, invalid, tooMany } = documentLinks(document, version.url, version);
  for (const link of invalid) context.leftOut.add('not a URL', link);
  if (tooMany > 0) context.leftOut.add('too many links on one page', version.url, tooMany);
  const addresses = links.map((link) => link.url);
  const hasNewNames = context.tracker.knowledge.noteLinks(version.url, addresses);
  context.rotating?.noteLinks(addresses);
  if (hasNewNames) await context.renamePages();
  const { url, headers, body } = version;
  const formLinks = (await context.step?.formLinks({ url, headers, body, status: 200 })) ?? [];
  return context.discovery.discover(formLinks.length === 0 ? links : [...links, ...formLinks], {
    pageId: page.id,
    host: page.host,
    depth: page.depth + 1,
    nofollow: directivesOf(document, version).nofollow,
  });
}

/** The visit of an unchanged page, which keeps its version. */
function unchanged(
  page: QueuedPage,
  attempts: number,
  answer: FetchResult,
  judgement: Judgement,
): VisitedPage {
  const visit = unchangedVisit(page, attempts, answer, judgement);
  return { page, visit, body: null, discovered: [], wireBytes: answer.wireBytes };
}

/** An answer that is not a page, by its status or by its content. */
function failed(page: QueuedPage, attempts: number, answer: FetchResult, judgement: Judgement): VisitedPage {
  const isPage = isContent(answer.status);
  const visit = visitOf(page, attempts, answer, {
    outcome: 'error',
    errorCode: isPage ? 'CRAWL_NO_PAGE' : 'CRAWL_HTTP_STATUS',
    errorMessage: isPage ? judgement.reason : `the server answered ${answer.status}`,
    ...judgement,
  });
  return { page, visit, body: null, discovered: [], wireBytes: answer.wireBytes };
}

interface LeftOutPage {
  readonly page: QueuedPage;
  readonly attempts: number;
  readonly rule: string;
  readonly reason: string;
  /** Null for a page that was not requested. */
  readonly answer: FetchResult | null;
}

function leftOut({ page, attempts, rule, reason, answer }: LeftOutPage, context: VisitContext): VisitedPage {
  context.leftOut.add(rule, page.url);
  const visit = { outcome: 'left-out', errorMessage: reason } as const;
  return {
    page,
    visit:
      answer === null
        ? emptyVisit(page, attempts, context.now(), visit)
        : visitOf(page, attempts, answer, visit),
    body: null,
    discovered: [],
    wireBytes: answer?.wireBytes ?? 0,
  };
}

function directivesOf(document: ReadDocument, { headers }: PageVersion): RobotsDirectives {
  const none = { noindex: false, nofollow: false };
  const inPage = document.type === 'html' ? document.html.robots : none;
  const inHeader = headers.get('x-robots-tag');
  return inHeader === null ? inPage : mergeDirectives(inPage, parseRobotsHeader(inHeader));
}

/** The limit of browsers. Each target is a page of its own, so nothing else would end a chain that never repeats itself. */
const MOST_REDIRECTS = 20;

/** Where an answer redirects to; null when it does not redirect, or not to a valid URL. */
function redirectTarget({ status, headers, url }: FetchResult): string | null {
  const location = status >= 300 && status < 400 && status !== 304 ? headers.get('location') : null;
  return location === null ? null : (URL.parse(location, url)?.href ?? null);
}

/** The visit of a page that redirects. Throws FETCH_REDIRECT_LIMIT where too many redirects have led to it. */
async function movedPage(
  page: QueuedPage,
  attempts: number,
  target: string,
  answer: FetchResult,
  context: VisitContext,
): Promise<VisitedPage> {
  if ((await redirectsBefore(page, context)) >= MOST_REDIRECTS)
    throw new FetchError('FETCH_REDIRECT_LIMIT', `more than ${MOST_REDIRECTS} redirects one after the other`);
  const link = { url: withoutLogin(normalizeUrl(target)), kind: 'redirect', nofollow: false } as const;
  if (page.depth === 0 && (page.linkKind === 'seed' || page.linkKind === 'redirect'))
    context.startMoved(link.url);
  const discovered = context.discovery.discover([link], {
    pageId: page.id,
    host: page.host,
    depth: page.depth,
    nofollow: false,
  });
  if (await context.rotating?.moved(page, discovered[0]?.identity ?? null)) await context.renamePages();
  const visit = visitOf(page, attempts, answer, {
    outcome: 'left-out',
    errorMessage: `moved to ${target}`,
    finalUrl: link.url,
    ...context.tracker.redirect(page, link.url),
  });
  return { page, visit, body: null, discovered, wireBytes: answer.wireBytes };
}

/** How many redirects in a row led to a page when it was found; counts no further than the limit. */
async function redirectsBefore(page: QueuedPage, { store }: VisitContext): Promise<number> {
  let [linkKind, from] = [page.linkKind, page.foundOn];
  let redirects = 0;
  while (linkKind === 'redirect' && from !== null && redirects < MOST_REDIRECTS) {
    redirects++;
    const origin = await store.pages.origin(from);
    linkKind = origin?.linkKind ?? '';
    from = origin?.foundOn?.id ?? null;
  }
  return redirects;
}
