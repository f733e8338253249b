import type { VisitorAnswer } from '../../access/index.ts';
import { finished } from '../../base/index.ts';
import type { Store } from '../../database/store.ts';
import type { FetchRequest, FetchResult } from '../../fetch/index.ts';
import {
  decideFlag,
  type Flag,
  isWithinBudget,
  learnVolatileRules,
  leavesIn,
  recogniseProblem,
  recogniseRedirect,
  SeenMemory,
  twinBudget,
  type VisitResult,
} from '../../track/index.ts';
import { type IdentityRule, learnIdentityRules, memberId, normalizeUrl } from '../../url/index.ts';
import type { LastGood, QueuedPage } from '../tables/frontier.ts';
import { isStartAddress } from '../tables/visit.ts';
import type { NewText } from './changed-text.ts';
import { type Equality, viewedSnapshot, wholePage } from './equality/equality.ts';
import { type JudgedContent, type Judgement, type SeenSegments, unjudged, visitRate } from './judgement.ts';
import { isLargePage, readLargePage } from './large-pages.ts';
import { conditionOf, type NotModified } from './not-modified.ts';
import { type ChangedComparison, PageComparer } from './page-comparer.ts';
import { PageVersion, storedVersion } from './page-version.ts';
import type { RenamedImages } from './renamed-images.ts';
import type { ReplacedPages } from './replaced-pages.ts';
import { linkIdentities, type SiteKnowledge } from './site-knowledge.ts';
import { type TwinFetch, TwinSample } from './twin-fetch.ts';
import type { CurrentVisitor, VisitorSession } from './visitor-session.ts';
import type { WatchedPictures } from './watched-pictures.ts';

export interface PageTrackerOptions {
  readonly store: Pick<Store, 'visits' | 'contents' | 'memories'>;
  readonly knowledge: SiteKnowledge;
  /** Null when pages are never fetched twice. */
  readonly twins: TwinFetch | null;
  /** Null when nothing but the page itself is fetched. */
  readonly images: RenamedImages | null;
  /** Null when pictures are not asked for, or are pages themselves. */
  readonly pictures: WatchedPictures | null;
  /** Null when nothing but the page itself is fetched. */
  readonly replaced: ReplacedPages | null;
  /** Null when no answer is checked. */
  readonly notModified: NotModified | null;
  readonly visitor: CurrentVisitor;
  /** Whether requests are conditional: "only if it was modified". */
  readonly asksConditionally: boolean;
  /** How versions of a page are compared. */
  readonly equalityFor: (url: string) => Equality;
  /** Whether a rule about URLs agrees with the user's setting for session ids. */
  readonly acceptsUrlRule: (rule: IdentityRule) => boolean;
  /** Called with the links of two fetches of a page at the same moment. */
  readonly onTwinLinks?: (now: readonly string[], twin: readonly string[]) => void;
  /** Whether the text of new pages is needed: it is then read in one pass with their links. */
  readonly readsNewText?: boolean;
  /** The number of the run. */
  readonly run: number;
  readonly now: () => number;
}

/** Gives every visit its flag, by the cheapest sufficient check: 304, bytes, signature, segments, twin fetches. */
export class PageTracker {
  readonly knowledge: SiteKnowledge;
  readonly #options: PageTrackerOptions;
  readonly #comparer: PageComparer;
  readonly #sample = new TwinSample();
  #hasNewUrlRules = false;

  constructor(options: PageTrackerOptions) {
    this.#options = options;
    this.knowledge = options.knowledge;
    this.#comparer = new PageComparer({
      ...options,
      onTwin: (host, now, twin) => {
        if (this.#learnUrls(host, now, twin)) this.#hasNewUrlRules = true;
      },
    });
  }

  /** The visitor that fetches the pages. */
  get session(): VisitorSession {
    return this.#options.visitor.session;
  }

  /** Learns the ids from the page after a log-in: anonymous visitors see others, or none. */
  logIn({ url, body, headers }: VisitorAnswer, logouts: ReadonlySet<string>): void {
    const { links } = new PageVersion(url, body, headers);
    const { host } = new URL(url);
    const own = links.filter((link) => URL.parse(link)?.host === host);
    const rule = memberId(own);
    if (rule !== null && this.#options.acceptsUrlRule(rule) && this.knowledge.learnUrlRules(host, [rule]))
      this.#hasNewUrlRules = true;
    this.session.logIn(url, own, logouts);
  }

  /** Learns what is volatile on the start page and in its links, before any of them is followed. */
  async probe(start: string): Promise<void> {
    const { twins } = this.#options;
    if (twins === null) return;
    const [first, second] = await twins.fetchStartTwice();
    this.#sample.take(start);
    this.#learn({ url: start, host: new URL(start).host }, first, second);
  }

  /** The URL to request, with the visitor's session ids, and the condition of the request. */
  requestFor(page: QueuedPage): Pick<FetchRequest, 'url' | 'conditional'> {
    const url = this.session.withOwnIds(page.url);
    const { asksConditionally, notModified } = this.#options;
    const isTrusted = notModified?.isTrusted(page.host) ?? true;
    if (!asksConditionally || !isTrusted || page.lastGood === null) return { url };
    const conditional = conditionOf(page.lastGood);
    return Object.keys(conditional).length === 0 ? { url } : { url, conditional };
  }

  /** Whether a 304 is checked. Called once for each answer, because the answers are counted. */
  isToBeChecked(page: QueuedPage): boolean {
    return this.#options.notModified?.isToBeChecked(page) ?? false;
  }

  /** Checks some 304 answers by fetching the page. Null when the 304 is accepted. */
  async checkNotModified(
    page: QueuedPage,
    isToBeChecked = this.isToBeChecked(page),
  ): Promise<FetchResult | null> {
    return isToBeChecked ? ((await this.#options.notModified?.check(page)) ?? null) : null;
  }

  /** Called when such a check found a change. Returns whether the 304s of this host are ignored from now on. */
  async catchesHost(page: QueuedPage): Promise<boolean> {
    return (await this.#options.notModified?.isCaught(page)) ?? false;
  }

  /** The verdict on a 304. */
  notModified(page: QueuedPage): Judgement {
    return this.#decide(page, { outcome: 'not modified' });
  }

  /** The verdict on a status that is neither content, 304 nor a redirect. */
  status(page: QueuedPage, status: number): Judgement {
    return this.#decide(page, { outcome: 'status', status });
  }

  failure(page: QueuedPage, code: string, message: string): Judgement {
    return this.#decide(page, { outcome: 'failure', code, message });
  }

  redirect(page: QueuedPage, to: string): Judgement {
    return this.#decide(page, { outcome: 'redirect', to, problem: recogniseRedirect(page.url, to) });
  }

  /**
   * Requests a known page again as a new visitor when it fails or redirects: on a site with session ids in URLs, the session may
   * have ended. If that works, the new visitor makes all further requests. Null when the first response is used.
   */
  async retryAsNewVisitor(page: QueuedPage, { status }: FetchResult): Promise<FetchResult | null> {
    const { twins } = this.#options;
    const isDoubtful = page.lastGood !== null || (status >= 300 && status < 400);
    if (twins === null || !isDoubtful || !this.session.hasIds) return null;
    const asked = await twins.requestAsNewVisitor(page.url);
    if (asked === null || asked.answer.status !== 200) return null;
    this.#options.visitor.session = asked.visitor;
    return asked.answer;
  }

  /** The version that the page is compared with. */
  lastVersion({ id, url }: QueuedPage, lastGood: LastGood): Promise<PageVersion> {
    return storedVersion(this.#options.store, { ...lastGood, pageId: id, url });
  }

  /** The verdict on a complete response. Throws CRAWL_TWIN_FAILED and CRAWL_COMPARISON_FAILED. */
  async content(page: QueuedPage, now: PageVersion): Promise<JudgedContent> {
    const { lastGood } = page;
    const nothing = { news: null, seen: null };
    if (lastGood === null) {
      if (this.#options.readsNewText === true) await this.#readAtOnce(page, now);
      await this.#learnFromTwin(page, now);
      this.#comparer.observe(page, now);
      const judgement = this.#decide(page, { outcome: 'content', problem: null, comparison: null }, now);
      await this.#options.pictures?.keep(page, now);
      return { judgement, ...nothing };
    }
    if (now.hasBody(lastGood)) {
      const found = await this.#comparer.compareOnlyPictures(page, now);
      if (found !== null) return this.#pictureReplaced(page, now, found);
      const comparison = { level: 'same bytes' } as const;
      return { judgement: this.#decide(page, { outcome: 'content', problem: null, comparison }), ...nothing };
    }
    const last = await this.lastVersion(page, lastGood);
    await readLargePage(last);
    await readLargePage(now);
    const shown = now.shown;
    const notice = shown === null ? null : recogniseProblem(shown, last.shown);
    const comparison = notice === null ? await this.#comparer.compare(page, last, now) : null;
    if (comparison !== null && comparison.level === 'changed')
      return this.#changed(page, last, now, comparison);
    const isNew = comparison !== null && comparison.level !== 'same signature';
    const seen = isNew ? await this.#seenWith(page, last, now) : null;
    const judgement = this.#decide(page, { outcome: 'content', problem: notice, comparison }, now);
    return { judgement, news: null, seen };
  }

  /** The verdict on a known page whose bytes are the same, and whose pictures were not replaced; null when `content` has to find out. */
  sameBytes(page: QueuedPage, now: PageVersion): Judgement | null {
    if (page.lastGood === null || this.mayShowReplacedPictures(page) || !now.hasBody(page.lastGood))
      return null;
    return this.#decide(page, { outcome: 'content', problem: null, comparison: { level: 'same bytes' } });
  }

  /** Whether a page may show pictures that were replaced under their addresses. */
  mayShowReplacedPictures(page: QueuedPage): boolean {
    return this.#options.pictures?.mayBeReplacedOn(page) ?? false;
  }

  /** The verdict on a page that has changed, unless it now shows an error. */
  async #changed(
    page: QueuedPage,
    last: PageVersion,
    now: PageVersion,
    changed: ChangedComparison,
  ): Promise<JudgedContent> {
    const { summary } = changed;
    const found = (await this.#options.replaced?.problemOf(page, last, now)) ?? null;
    const isLasting = found === 'lasting';
    const problem = found === 'lasting' ? null : found;
    const seen = problem === null ? await this.#seenWith(page, last, now) : null;
    const comparison = {
      level: 'changed',
      summary: isLasting ? `as at the last visit; ${summary}` : summary,
    } as const;
    const known = isLasting ? { ...page, lastFlag: null } : page;
    const judgement = this.#decide(known, { outcome: 'content', problem, comparison }, now);
    const isReported = judgement.flag === 'UPD';
    if (isReported) await this.#options.pictures?.keep(page, now);
    return {
      judgement,
      news: isReported ? this.#comparer.changedText(page, last, now, changed) : null,
      seen,
    };
  }

  #pictureReplaced(page: QueuedPage, now: PageVersion, comparison: ChangedComparison): JudgedContent {
    const judgement = this.#decide(page, { outcome: 'content', problem: null, comparison }, now);
    return { judgement, news: this.#comparer.changedText(page, now, now, comparison), seen: null };
  }

  /** Whether a page shows pictures that were replaced under their addresses: "not modified" is then not all there is to say. */
  async hasReplacedPictures(page: QueuedPage): Promise<boolean> {
    return ((await this.#options.pictures?.replacedOn(page))?.size ?? 0) > 0;
  }

  /** Reads links and text in one pass, unless only some regions are compared: those are cut out first. */
  async #readAtOnce({ url }: QueuedPage, now: PageVersion): Promise<void> {
    const equality = this.#options.equalityFor(url);
    if (equality.by === 'view' && equality.view.subject !== null) return;
    if (isLargePage(now)) await readLargePage(now);
    else finished(now.readInPieces());
  }

  /** The text of a page that is visited for the first time. */
  async newText(page: QueuedPage, now: PageVersion): Promise<NewText> {
    await readLargePage(now);
    return this.#comparer.newText(page, now);
  }

  /** Whether `takeNewUrlRules` will say so. */
  get hasNewUrlRules(): boolean {
    return this.#hasNewUrlRules;
  }

  /** Whether rules about URLs were learned since the last call: pages may then have other identities. */
  takeNewUrlRules(): boolean {
    const hasNew = this.#hasNewUrlRules;
    this.#hasNewUrlRules = false;
    return hasNew;
  }

  /** What was found out about pictures since the last call. */
  takePictures(): ReturnType<WatchedPictures['take']> {
    return this.#options.pictures?.take() ?? {};
  }

  #decide(page: QueuedPage, result: VisitResult, version: PageVersion | null = null): Judgement {
    const { lastGood, lastFlag } = page;
    const history = { hasGoodVersion: lastGood !== null, lastFlag };
    const { flag, reason, isGoodVersion } = decideFlag(history, result);
    if (lastGood === null && !isGoodVersion)
      return isFailing(page, flag, result) ? { ...unjudged, flag: 'ERR', reason } : unjudged;
    if (isGoodVersion) this.#options.pictures?.notePage();
    if (lastGood !== null && (flag === 'SAM' || flag === 'UPD')) this.#comparer.noteVisited(page);
    if (flag === 'UPD') this.#options.notModified?.noteChange(page.host);
    const isNew = flag === 'NEW' || flag === 'UPD';
    const signature = isNew ? (version?.textSignature ?? null) : null;
    const isNoisy = result.outcome === 'content' && result.comparison?.level === 'only noise';
    const hasQuietText = version !== null && (isNew || isNoisy);
    const quiet = hasQuietText ? this.knowledge.quietText(page.host).signatureOf(version) : null;
    const rate = visitRate(page, flag, this.#options.now());
    return { flag, reason, bringsVersion: isNew, signature, quietSignature: quiet, ...rate };
  }

  async #learnFromTwin(page: QueuedPage, now: PageVersion): Promise<void> {
    const { twins } = this.#options;
    if (twins === null || now.document.type !== 'html' || !this.#sample.take(page.url)) return;
    const answer = await twins.request(page.url);
    if (answer.status !== 200) return;
    if (this.#learn(page, now, PageVersion.of(answer))) this.#hasNewUrlRules = true;
  }

  /** Returns whether there are new rules about URLs. */
  #learn({ url, host }: Pick<QueuedPage, 'url' | 'host'>, now: PageVersion, twin: PageVersion): boolean {
    const isNew = this.#learnUrls(host, now, twin);
    const identity = linkIdentities(now.url, this.knowledge);
    const equality = this.#options.equalityFor(url);
    const view = equality.by === 'view' ? equality.view : wholePage;
    const [first, second] = [viewedSnapshot(view, now), viewedSnapshot(view, twin)];
    if (isWithinBudget(first, second, identity, twinBudget))
      this.knowledge.learnPageRules(host, learnVolatileRules(first, second, identity));
    return isNew;
  }

  #learnUrls(host: string, now: PageVersion, twin: PageVersion): boolean {
    const rules = learnIdentityRules(now.links, twin.links).filter(this.#options.acceptsUrlRule);
    const isNew = this.knowledge.learnUrlRules(host, rules);
    this.#options.onTwinLinks?.(now.links, twin.links);
    this.session.collectIds([normalizeUrl(now.url), ...now.links]);
    return isNew;
  }

  async #seenWith({ id }: QueuedPage, last: PageVersion, now: PageVersion): Promise<SeenSegments | null> {
    if (!last.hasText || !now.hasText) return null;
    const stored = await this.#options.store.memories.read(id);
    const known = stored === null ? null : SeenMemory.fromBytes(stored);
    const before = known ?? SeenMemory.empty.withLeaves(leavesIn(last.snapshot));
    const after = before.withLeaves(leavesIn(now.snapshot));
    return { before, after: after === known ? null : after.toBytes() };
  }
}

/**
 * Whether a page that was never good is in error. A URL that was never a page of the project cannot be missing: it is a broken link, unless it is a
 * start address. A link that redirects is not a page either.
 */
function isFailing(page: QueuedPage, flag: Flag, { outcome }: VisitResult): boolean {
  if (outcome === 'redirect') return false;
  return flag === 'ERR' || isStartAddress(page);
}
