import { hash } from 'node:crypto';
import type { FetchResult, PageFetcher, ResponseHeaders } from '../../fetch/index.ts';
import { normalizeUrl } from '../../url/index.ts';
import type { QueuedPage } from '../tables/frontier.ts';
import { addressKind } from './address-kind.ts';
import { nullUnlessStopping } from './null-unless-stopping.ts';
import type { SiteKnowledge } from './site-knowledge.ts';
import type { CurrentVisitor } from './visitor-session.ts';

/** Every page is checked at least once in this many runs. */
const RUNS_BETWEEN_CHECKS = 64;
/** The most checks in a run because other pages of the host have changed: this number, plus a share of all its 304 answers. */
const LEAST_FOR_CHANGES = 3;
const SHARE_FOR_CHANGES = 0.05;
/** The most checks because a kind of page has hardly been checked yet, in the same way. */
const LEAST_FOR_KINDS = 4;
const SHARE_FOR_KINDS = 0.04;
/** A larger body costs more than the check is worth. In bytes. */
const LARGEST_CHECKED = 2_000_000;

interface NotModifiedOptions {
  readonly fetcher: PageFetcher;
  readonly knowledge: SiteKnowledge;
  readonly visitor: CurrentVisitor;
  /** Waits for the polite delay before one more request to the host. */
  readonly pause: (host: string) => Promise<void>;
  /** The number of the run: each run checks different pages. */
  readonly run: number;
}

/**
 * Finds out whether the "not modified" answers (304) of a host are true. Some hosts send false ones, and a change is then never seen. A
 * sample of these answers is checked by a full fetch: the first of each kind of page in each run, then fewer and fewer, a few more when other pages
 * changed, and every page now and then: often only generated lists get false 304s. A host with a false 304 gets no more conditional requests.
 */
export class NotModified {
  readonly #options: NotModifiedOptions;
  readonly #answered = new Map<string, number>();
  readonly #changed = new Map<string, number>();
  /** How many were checked because other pages had changed. */
  readonly #forChanges = new Map<string, number>();
  readonly #forKinds = new Map<string, number>();

  constructor(options: NotModifiedOptions) {
    this.#options = options;
  }

  isTrusted(host: string): boolean {
    return !this.#options.knowledge.isKnown(host, 'untrue 304');
  }

  /** Called when a page of the host has changed: others may have changed, too. */
  noteChange(host: string): void {
    oneMore(this.#changed, host);
  }

  /** The full response instead of the 304; null when there is none that says something about the page. */
  async check(page: QueuedPage): Promise<FetchResult | null> {
    const answer = await this.#ask(page, false).catch(nullUnlessStopping);
    if (answer === null) return null;
    return answer.status === 200 || answer.status === 404 || answer.status === 410 ? answer : null;
  }

  /** For a page that has changed although the answer was 304. Returns whether this is the first proof of a false 304 of the host. */
  async isCaught(page: QueuedPage): Promise<boolean> {
    const { url, host } = page;
    if (!this.isTrusted(host)) return false;
    // The page may have changed between the two requests.
    if ((await this.#ask(page, true).catch(nullUnlessStopping))?.status !== 304) return false;
    const evidence = `${host} said "not modified" (304) of ${url}, which had changed: its pages are asked for without conditions`;
    return this.#options.knowledge.learnFact(host, { fact: 'untrue 304', evidence });
  }

  /** Whether a 304 is checked. Counts it, so it is called once for each. */
  isToBeChecked({ id, url, host, lastGood }: QueuedPage): boolean {
    if (!this.isTrusted(host)) return true;
    const { knowledge, run } = this.#options;
    if (knowledge.isRefused(host, 'untrue 304') || (lastGood?.bytes ?? 0) > LARGEST_CHECKED) return false;
    const answered = oneMore(this.#answered, host);
    const ofKind = oneMore(this.#answered, addressKind(url));
    const [changed, checked] = [this.#changed.get(host) ?? 0, this.#forChanges.get(host) ?? 0];
    if (checked < Math.min(changed, LEAST_FOR_CHANGES + answered * SHARE_FOR_CHANGES)) {
      oneMore(this.#forChanges, host);
      return true;
    }
    if ((id + run) % RUNS_BETWEEN_CHECKS === 0) return true;
    const drawn = Number.parseInt(hash('md5', `${run} ${id}`).slice(0, 8), 16) / 2 ** 32;
    if (drawn < 1 / answered) return true;
    const forKinds = this.#forKinds.get(host) ?? 0;
    if (drawn >= 1 / ofKind || forKinds >= LEAST_FOR_KINDS + answered * SHARE_FOR_KINDS) return false;
    oneMore(this.#forKinds, host);
    return true;
  }

  async #ask({ url, host, lastGood }: QueuedPage, isConditional: boolean): Promise<FetchResult> {
    const { fetcher, knowledge, visitor, pause } = this.#options;
    await pause(host);
    const identity = knowledge.identityOf(url);
    return fetcher.fetch({
      url: visitor.session.withOwnIds(url),
      ...(isConditional && lastGood !== null && { conditional: conditionOf(lastGood) }),
      session: visitor.session.http,
      follow: ({ location }) =>
        location !== null &&
        URL.canParse(location) &&
        knowledge.identityOf(normalizeUrl(location)) === identity,
    });
  }
}

function oneMore(counts: Map<string, number>, key: string): number {
  const count = (counts.get(key) ?? 0) + 1;
  counts.set(key, count);
  return count;
}

/** Most servers refuse requests with longer headers; and of thousands of pages and pictures they are kept, also in memory. */
const LONGEST_VALIDATOR = 1024;

/** What makes the next request for an address conditional. */
export function validatorsOf(
  headers: ResponseHeaders,
): Pick<NonNullable<QueuedPage['lastGood']>, 'etag' | 'lastModified'> {
  const [etag = null, lastModified = null] = ['etag', 'last-modified'].map((name) => {
    const value = headers.get(name);
    return value === null || value.length > LONGEST_VALIDATOR ? null : value;
  });
  return { etag, lastModified };
}

/** The headers that make a request conditional; empty when the last response had none for it. */
export function conditionOf({
  etag,
  lastModified,
}: Pick<NonNullable<QueuedPage['lastGood']>, 'etag' | 'lastModified'>) {
  return { ...(etag !== null && { etag }), ...(lastModified !== null && { lastModified }) };
}
