import { gunzipSync } from 'node:zlib';
import {
  crawlDelayFor,
  disallowedFor,
  findForms,
  isAllowed,
  isLogoutLink,
  looksLikeLoginUrl,
} from '../../../access/index.ts';
import { type Config, readConfig } from '../../../config/index.ts';
import { AppError } from '../../../crawl/run/errors.ts';
import { openGuestVisit } from '../../../crawl/site/polite-visit.ts';
import { ROBOT } from '../../../crawl/site/site-network.ts';
import { linksIn } from '../../../crawl/steps/page-forms.ts';
import type { StepVisitor } from '../../../crawl/steps/step-action.ts';
import { decodeText, detectCharset, scanSitemap } from '../../../document/index.ts';
import { type FetchResult, parseChallenges } from '../../../fetch/index.ts';
import {
  Budgets,
  candidateFor,
  type FormSurvey,
  type HttpAccountSurvey,
  type Scope,
  type SitemapSurvey,
  type SiteSurvey,
  scopeSettings,
  standardScope,
} from '../../../project/index.ts';
import { normalizeUrl } from '../../../url/index.ts';
import { formSurvey } from './form-survey.ts';

interface SurveyRequest {
  readonly url: string;
  /** How many pages to visit at most, and how many links away from the start. */
  readonly pages: number;
  readonly depth: number;
  /** Aborting it ends the survey, which returns what it has seen so far. */
  readonly signal: AbortSignal;
  /** Called before each page is requested. */
  readonly onPage: (url: string) => void;
  /** Omitted for the operator, who may look at anything. `hosts` as for `siteEgress`. */
  readonly network?: {
    readonly hosts: null;
    readonly config: Pick<Config, 'caFile' | 'allowedNetworks'>;
  };
}

interface Waiting {
  readonly url: string;
  readonly depth: number;
}

/**
 * Looks at a site as a polite visitor: robots.txt, then pages one after the other, those nearest to the start
 * first, then sitemaps. Throws APP_SITE_UNREADABLE when the start cannot be read.
 */
export async function surveySite(request: SurveyRequest): Promise<SiteSurvey> {
  const typed = normalizeUrl(request.url);
  const { hosts, config } = request.network ?? { hosts: [new URL(typed).hostname], config: readConfig() };
  const guest = await openGuestVisit(hosts, config);
  try {
    const { allowed, rule, robots: ofTyped } = await guest.robotsFor(typed);
    if (!allowed)
      throw unreadable(typed, ofTyped.blanket?.because ?? `robots.txt does not allow it (${rule})`);
    const visit = guest.ask((crawlDelayFor(ofTyped, ROBOT) ?? 0) * 1000);
    request.onPage(typed);
    const first = await visit({ url: typed });
    const account = first.status === 401 ? accountIn(first) : null;
    if (first.status !== 200 && account === null) throw unreadable(typed, `it answered ${first.status}`);
    const { robots } = await guest.robotsFor(first.url);
    const scope = standardScope(scopeSettings([typed, first.url], {}), Budgets.restore([]));
    const walk = new SurveyWalk(request, scope, visit, async (url) => (await guest.robotsFor(url)).allowed);
    if (account === null) await walk.from(first);
    const isHidden = account !== null || isLogin(first, walk.forms);
    const { sitemaps, urls: listed } = await surveySitemaps(
      robots.sitemaps,
      first.url,
      visit,
      request.signal,
    );
    for (const url of listed) walk.add(url, 1);
    return {
      // A user who is redirected to a log-in page wants the page behind it.
      start: isHidden ? typed : normalizeUrl(first.url),
      account,
      isHidden,
      pagesSeen: walk.pagesSeen,
      robots: {
        crawlDelay: crawlDelayFor(robots, ROBOT),
        disallowed: disallowedFor(robots, ROBOT),
        instead: robots.blanket?.because ?? null,
      },
      sitemaps,
      forms: walk.forms,
      urls: walk.urls.filter((url) => isAllowed(robots, ROBOT, url).allowed && !isLogoutLink(url, '')),
    };
  } finally {
    await guest.close();
  }
}

/** Visits pages, and collects their addresses and forms. */
class SurveyWalk {
  readonly #request: SurveyRequest;
  readonly #scope: Scope;
  readonly #visit: StepVisitor;
  readonly #mayFetch: (url: string) => Promise<boolean>;
  readonly #known = new Set<string>();
  readonly #forms = new Map<string, FormSurvey>();
  readonly #waiting: Waiting[] = [];
  /** How many pages of each folder were visited: of a hundred articles, a few are enough. */
  readonly #seenIn = new Map<string, number>();
  pagesSeen = 0;

  constructor(
    request: SurveyRequest,
    scope: Scope,
    visit: StepVisitor,
    mayFetch: (url: string) => Promise<boolean>,
  ) {
    this.#request = request;
    this.#scope = scope;
    this.#visit = visit;
    this.#mayFetch = mayFetch;
  }

  get urls(): readonly string[] {
    return [...this.#known];
  }

  get forms(): readonly FormSurvey[] {
    return [...this.#forms.values()];
  }

  async from(start: FetchResult): Promise<void> {
    const { pages, signal, onPage } = this.#request;
    this.#known.add(normalizeUrl(start.url));
    this.#look(start, 0);
    while (this.pagesSeen < pages && !signal.aborted) {
      const next = this.#next();
      if (next === null) return;
      if (!(await this.#mayFetch(next.url))) continue;
      onPage(next.url);
      // A page that fails must not end the survey.
      const answer = await this.#visit({ url: next.url }).catch(() => null);
      if (answer?.status === 200) this.#look(answer, next.depth);
    }
  }

  /** Adds an address, if it belongs to the site. */
  add(url: string, depth: number, nofollow = false): void {
    const candidate = candidateFor(url, { depth, kind: 'page', referrerHost: null, nofollow });
    if (candidate === null || this.#known.has(url)) return;
    if (this.#scope.judge(candidate).verdict === 'reject') return;
    this.#known.add(url);
    if (depth <= this.#request.depth && !isLogoutLink(url, '')) this.#waiting.push({ url, depth });
  }

  #look(page: FetchResult, depth: number): void {
    this.pagesSeen++;
    for (const { url, kind, nofollow } of linksIn(page))
      if (kind === 'page' || kind === 'redirect') this.add(url, depth + 1, nofollow);
    const { charset } = detectCharset(page.body, page.headers.get('content-type'));
    const forms = findForms(decodeText(page.body, charset), page.url, charset);
    for (const form of forms) {
      const survey = formSurvey(form, forms);
      if (survey === null) continue;
      const key = [
        survey.method,
        new URL(survey.action).pathname,
        ...survey.fields.map(({ name }) => name),
      ].join(' ');
      if (!this.#forms.has(key)) this.#forms.set(key, survey);
    }
  }

  /** The page nearest to the start; among several, the one whose folder was visited least. */
  #next(): Waiting | null {
    const nearest = Math.min(...this.#waiting.map(({ depth }) => depth));
    const seen = ({ url }: Waiting) => this.#seenIn.get(folderOf(url)) ?? 0;
    let best: Waiting | null = null;
    for (const each of this.#waiting)
      if (each.depth === nearest && (best === null || seen(each) < seen(best))) best = each;
    if (best === null) return null;
    this.#waiting.splice(this.#waiting.indexOf(best), 1);
    this.#seenIn.set(folderOf(best.url), seen(best) + 1);
    return best;
  }
}

/** The HTTP authentication that a response asks for; null if none, or one that a project file cannot provide. */
function accountIn({ headers }: FetchResult): HttpAccountSurvey | null {
  const challenges = headers.all('www-authenticate').flatMap(parseChallenges);
  for (const scheme of ['digest', 'basic'] as const) {
    const found = challenges.find((challenge) => challenge.scheme === scheme);
    if (found !== undefined) return { scheme, realm: found.parameters.get('realm') ?? '' };
  }
  return null;
}

function isLogin({ url, hops }: FetchResult, forms: readonly FormSurvey[]): boolean {
  if (hops.length < 2) return false;
  return looksLikeLoginUrl(url) || forms.some(({ kind, page }) => kind === 'log-in' && page === url);
}

const folderOf = (url: string): string => new URL(url).pathname.replace(/[^/]*$/, '');

const unreadable = (url: string, why: string): AppError =>
  new AppError(
    'APP_SITE_UNREADABLE',
    `${url} cannot be read: ${why}. Check the address, or write the file by hand (docs/project-files.md).`,
  );

/** How many files and addresses are read: enough to see how a site is built. */
const MOST_FILES = 20;
const MOST_URLS = 50_000;
/** The sitemap protocol allows 50 MB unpacked. */
const MOST_BYTES = 52_428_800;

/** Reads the sitemaps that robots.txt names, or the one at the usual place. `pages` is null for one that could not be read. */
async function surveySitemaps(
  named: readonly string[],
  start: string,
  visit: StepVisitor,
  signal: AbortSignal,
): Promise<{ readonly sitemaps: readonly SitemapSurvey[]; readonly urls: readonly string[] }> {
  const usual = new URL('/sitemap.xml', start).href;
  const roots = named.length > 0 ? named.flatMap((each) => URL.parse(each, start)?.href ?? []) : [usual];
  const urls = new Set<string>();
  const sitemaps: SitemapSurvey[] = [];
  let files = 0;
  for (const root of roots.slice(0, MOST_FILES)) {
    let pages: number | null = null;
    const waiting = [root];
    for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) {
      if (signal.aborted || files >= MOST_FILES) break;
      files++;
      const entries = await entriesOf(url, visit);
      if (entries === null) continue;
      pages ??= 0;
      for (const { kind, url: entry } of entries) {
        const target = URL.parse(entry, url)?.href;
        if (target === undefined) continue;
        if (kind === 'sitemap') waiting.push(target);
        else if (kind === 'page') {
          pages++;
          if (urls.size < MOST_URLS) urls.add(normalizeUrl(target));
        }
      }
    }
    // A missing sitemap at the usual place is normal.
    if (pages !== null || named.length > 0) sitemaps.push({ url: root, pages });
  }
  return { sitemaps, urls: [...urls] };
}

async function entriesOf(url: string, visit: StepVisitor) {
  const answer = await visit({ url }).catch(() => null);
  if (answer?.status !== 200) return null;
  const body = unpacked(answer.body);
  if (body === null) return null;
  const text = decodeText(body, detectCharset(body, answer.headers.get('content-type')).charset);
  // A "not found" page with status 200 is not a sitemap.
  return /<html[\s>]/i.test(text.slice(0, 1000)) ? null : scanSitemap(text).entries;
}

function unpacked(body: Uint8Array): Uint8Array | null {
  if (body[0] !== 0x1f || body[1] !== 0x8b) return body;
  try {
    return gunzipSync(body, { maxOutputLength: MOST_BYTES });
  } catch {
    return null;
  }
}
