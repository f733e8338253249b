import { hash } from 'node:crypto';
import type { FetchResult, PageFetcher } from '../../fetch/index.ts';
import { normalizeUrl } from '../../url/index.ts';
import type { QueuedPage } from '../tables/records.ts';
import { addressKind } from './address-kind.ts';
import { nullUnlessStopping } from './null-unless-stopping.ts';
import type { SiteKnowledge } from './site-knowledge.ts';
import type { CurrentVisitor } from './visitor-session.ts';

/** Every page is checked once in so many runs at least. */
const RUNS_BETWEEN_CHECKS = 64;
/** The most that are checked in a run because other pages of the host have changed: so many, and a share of all. */
const LEAST_FOR_CHANGES = 3;
const SHARE_FOR_CHANGES = 0.05;
/** And the most because they are of a kind of page that was hardly checked yet. */
const LEAST_FOR_KINDS = 4;
const SHARE_FOR_KINDS = 0.04;
/** A larger body costs more than the check is worth. In bytes. */
const LARGEST_CHECKED = 2_000_000;

interface NotModifiedOptions {
  readonly fetcher: PageFetcher;
  readonly knowledge: SiteKnowledge;
  readonly visitor: CurrentVisitor;
  /** Waits as long as politeness asks before one more request to the host. */
  readonly pause: (host: string) => Promise<void>;
  /** The number of the run: each run checks other pages. */
  readonly run: number;
}

/**
 * Finds out whether a host means it when it says "not modified" (304). Some do not, and then a change is never seen. A
 * sample of these answers is checked by a full fetch: the first of each kind of page in each run, then fewer and fewer, a few
 * more when other pages have changed, and every page now and then: often only lists that the site builds are reported untruly. A host that is caught is not asked conditionally any more.
 */
export class NotModified {
  readonly #options: NotModifiedOptions;
  readonly #answered = new Map<string, number>();
  readonly #changed = new Map<string, number>();
  /** How many were checked because others had changed. */
  readonly #forChanges = new Map<string, number>();
  readonly #forKinds = new Map<string, number>();

  constructor(options: NotModifiedOptions) {
    this.#options = options;
  }

  isTrusted(host: string): boolean {
    return !this.#options.knowledge.isKnown(host, 'untrue 304');
  }

  /** A page of the host has changed: others may have, too. */
  noteChange(host: string): void {
    oneMore(this.#changed, host);
  }

  /** The page itself instead of the 304, when it is to be checked; null when the 304 counts. */
  async check(page: QueuedPage): Promise<FetchResult | null> {
    if (!this.#isToBeChecked(page)) return null;
    const answer = await this.#ask(page, false).catch(nullUnlessStopping);
    if (answer === null) return null;
    return answer.status === 200 || answer.status === 404 || answer.status === 410 ? answer : null;
  }

  /** For a page that has changed although the answer was 304. Returns whether this is how the host was caught. */
  async isCaught(page: QueuedPage): Promise<boolean> {
    const { url, host } = page;
    if (!this.isTrusted(host)) return false;
    // It may have changed between the two requests.
    if ((await this.#ask(page, true).catch(nullUnlessStopping))?.status !== 304) return false;
    const evidence = `${host} said "not modified" (304) of ${url}, which had changed: its pages are asked for without conditions`;
    return this.#options.knowledge.learnFact(host, { fact: 'untrue 304', evidence });
  }

  #isToBeChecked({ id, url, host, lastGood }: QueuedPage): boolean {
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

/** What makes a request conditional; empty when the last answer had nothing that does. */
export function conditionOf({ etag, lastModified }: NonNullable<QueuedPage['lastGood']>) {
  return { ...(etag !== null && { etag }), ...(lastModified !== null && { lastModified }) };
}
