import { hash } from 'node:crypto';
import type { Store } from '../../database/store.ts';
import {
  type AddressedPage,
  hasLostFrame,
  isReplaced,
  keepsFrame,
  type PageParts,
  type PageProblem,
  type PageSigns,
  partsOf,
  saysTheSame,
  sharedSignsOfUnknown,
} from '../../track/index.ts';
import type { QueuedPage } from '../tables/frontier.ts';
import type { ListedPage } from '../tables/page.ts';
import { nullUnlessStopping } from './null-unless-stopping.ts';
import { PageVersion } from './page-version.ts';
import type { TwinFetch } from './twin-fetch.ts';

/** Most requests to addresses that cannot exist, in one run. */
const MOST_PROBES = 2;
/** Most stored pages that are read to find what the pages of a site share. */
const MOST_OTHERS = 3;
/** Most replaced pages of a host that are kept to compare others with. */
const MOST_COMPARED = 20;
const LONGEST_EXCERPT = 80;

interface ReplacedPagesOptions {
  readonly store: Pick<Store, 'visits' | 'contents'>;
  readonly twins: TwinFetch;
  /** The page where the project starts. */
  readonly start: string;
  /** Some pages of the project with a good version, oldest first. */
  readonly knownPages: () => Promise<readonly ListedPage[]>;
  /** Whether robots.txt allows it. */
  readonly mayFetch: (url: string) => Promise<boolean>;
}

interface SeenPage extends AddressedPage {
  readonly signs: PageSigns;
}

/** A page whose answer contains nothing of its last version. */
interface ReplacedPage {
  readonly before: SeenPage;
  readonly now: SeenPage;
}

/** What a host answered to addresses that cannot exist. */
interface Probes {
  readonly shapes: Set<string>;
  readonly answers: SeenPage[];
}

/**
 * Examines answers with status 200 that contain nothing of the page's last version. The page is missing when the answer resembles, or has
 * the same marks as, the answer to an address that cannot exist. The site fails when the answer is short and lacks the frame of the site's
 * other pages, or when other pages show the same answer: a redesign also changes all pages, but they still differ from each other.
 */
export class ReplacedPages {
  readonly #options: ReplacedPagesOptions;
  readonly #probes = new Map<string, Probes>();
  readonly #versions = new Map<number, Promise<SeenPage | null>>();
  /** Answers that contain nothing of their page's last version, by host. */
  readonly #replaced = new Map<string, Map<number, ReplacedPage>>();
  readonly #looks = new Map<string, Promise<SeenPage | null>>();

  constructor(options: ReplacedPagesOptions) {
    this.#options = options;
  }

  /** Null when the answer is the page's new content; 'lasting' when it looks like an error, and the last visit reported the same error. */
  async problemOf(
    page: QueuedPage,
    last: PageVersion,
    now: PageVersion,
  ): Promise<PageProblem | 'lasting' | null> {
    const [before, shown] = [seen(last), seen(now)];
    if (before === null || shown === null) return null;
    const others = await this.#othersThan(page);
    const versions = (await Promise.all(others.map((other) => this.#versionOf(other)))).filter(isPage);
    const parts = partsOf(before, versions);
    if (!isReplaced(parts, shown)) return null;
    const pages = [before, ...versions];
    const unknown = await this.#likeUnknownAddresses(page, shown, parts, pages);
    if (unknown !== null && !(await this.#isStartFailing(shown)))
      return { kind: 'no such page', reason: unknown };
    const isFailure =
      unknown !== null ||
      this.#isShownElsewhere(page, { before, now: shown }, parts) ||
      (hasLostFrame(parts, shown) && (await this.#isFailure(others, { before, now: shown }, parts)));
    if (!isFailure) return null;
    const problem = {
      kind: 'soft error page',
      reason: `nothing of the page is left; it says ${excerpt(shown)}`,
    } as const;
    return (await this.#wasAnsweredBefore(page, problem)) ? 'lasting' : problem;
  }

  /** Whether another page of this run, which differed from this one before, now shows the same content. */
  #isShownElsewhere({ id, host }: QueuedPage, page: ReplacedPage, { frame }: PageParts): boolean {
    const replaced = this.#replaced.get(host) ?? new Map<number, ReplacedPage>();
    const isElsewhere = [...replaced].some(
      ([other, shown]) => other !== id && haveBecomeAlike(page, shown, frame),
    );
    if (replaced.size < MOST_COMPARED) replaced.set(id, page);
    this.#replaced.set(host, replaced);
    return isElsewhere;
  }

  /** Whether the start page, which cannot be missing, now shows the same content: then the whole site fails. */
  async #isStartFailing(now: SeenPage): Promise<boolean> {
    const { start, knownPages } = this.#options;
    const known = (await knownPages()).find(({ url }) => url === start);
    const before = known === undefined ? null : await this.#versionOf(known);
    const after = before === null ? null : await this.#look(start);
    return before !== null && after !== null && saysTheSame(now, after) && !saysTheSame(before, after);
  }

  /** How an answer resembles those to addresses that cannot exist; null when it does not. */
  async #likeUnknownAddresses(
    page: QueuedPage,
    now: SeenPage,
    parts: PageParts,
    pages: readonly SeenPage[],
  ): Promise<string | null> {
    const probes = this.#probes.get(page.host) ?? { shapes: new Set(), answers: [] };
    this.#probes.set(page.host, probes);
    const signs = pages.map((one) => one.signs);
    const likeness = () => {
      if (probes.answers.some((answer) => saysTheSame(now, answer, parts.frame)))
        return 'the site shows its page for unknown addresses';
      const shared = probes.answers.flatMap((answer) => sharedSignsOfUnknown(now.signs, answer.signs, signs));
      return shared[0] === undefined
        ? null
        : `the site marks it as it marks unknown addresses, by ${shared[0]}`;
    };
    const known = likeness();
    if (known !== null) return known;
    const querySelects = await this.#queryOfSelects(page.url);
    const shape = shapeOf(page.url, querySelects);
    if (probes.shapes.size >= MOST_PROBES || probes.shapes.has(shape)) return null;
    probes.shapes.add(shape);
    const answer = await this.#look(nonsenseAddress(page.url, { querySelects }));
    if (answer === null) return null;
    probes.answers.push(answer);
    return likeness();
  }

  /** Whether pages differ by their query alone; if not, another value in it may well show the same page. */
  async #queryOfSelects(url: string): Promise<boolean> {
    if (new URL(url).search === '') return false;
    const same = (await this.#options.knownPages()).filter(
      (one) => shapeOf(one.url, true) === shapeOf(url, true),
    );
    return (
      new Set(same.map(({ sha256 }) => (sha256 === null ? '' : Buffer.from(sha256).toString('hex')))).size > 1
    );
  }

  /** Fetches another page to see whether the site still shows its frame, or the same content as this page. */
  async #isFailure(others: readonly ListedPage[], page: ReplacedPage, parts: PageParts): Promise<boolean> {
    for (const other of others) {
      const [before, now] = [await this.#versionOf(other), await this.#look(other.url)];
      if (before === null || now === null) continue;
      return keepsFrame(parts, now) || haveBecomeAlike(page, { before, now });
    }
    return false;
  }

  /** Whether the last visit reported the same error: an error that lasts is the page's new content. */
  async #wasAnsweredBefore(page: QueuedPage, { kind, reason }: PageProblem): Promise<boolean> {
    if (page.lastFlag !== 'ERR') return false;
    const [visit] = await this.#options.store.visits.ofPage(page.id, 1);
    return withoutCodes(visit?.reason ?? '') === withoutCodes(`${kind}: ${reason}`);
  }

  /** Other pages of the host; those of the same folder first, because they have most in common. */
  async #othersThan({ id, url, host }: QueuedPage): Promise<readonly ListedPage[]> {
    const pages = (await this.#options.knownPages()).filter(
      (other) =>
        other.id !== id &&
        other.sha256 !== null &&
        other.type === 'text/html' &&
        new URL(other.url).host === host,
    );
    const near = pages.filter((other) => folderOf(other.url) === folderOf(url));
    return [...new Set([...near, ...pages])].slice(0, MOST_OTHERS);
  }

  #versionOf({ id, url, sha256, type }: ListedPage): Promise<SeenPage | null> {
    const known = this.#versions.get(id);
    if (known !== undefined || sha256 === null) return known ?? Promise.resolve(null);
    const version = this.#options.store.contents
      .read(sha256)
      .then((body) => seen(new PageVersion(url, body, { get: () => type })));
    this.#versions.set(id, version);
    return version;
  }

  /** What the site shows at an address now; null when it shows no page. */
  #look(url: string): Promise<SeenPage | null> {
    const { twins, mayFetch } = this.#options;
    const look = async () => {
      if (!(await mayFetch(url))) return null;
      const answer = await twins.request(url);
      return answer.status === 200 ? seen(PageVersion.of(answer)) : null;
    };
    // A page that cannot be fetched is no evidence against this one.
    const known = this.#looks.get(url) ?? look().catch(nullUnlessStopping);
    this.#looks.set(url, known);
    return known;
  }
}

/** Whether two pages that differed before now say the same. Pages that were alike before may be edited alike. */
function haveBecomeAlike(one: ReplacedPage, other: ReplacedPage, frame?: PageParts['frame']): boolean {
  return saysTheSame(one.now, other.now, frame) && !saysTheSame(one.before, other.before, frame);
}

function seen(version: PageVersion): SeenPage | null {
  const { shown, signs, url } = version;
  return shown === null ? null : { ...shown, signs, url };
}

const isPage = (page: SeenPage | null): page is SeenPage => page !== null;

function folderOf(url: string): string {
  return new URL('.', url).href;
}

function shapeOf(url: string, querySelects: boolean): string {
  const { pathname, searchParams } = new URL(url);
  return querySelects ? `${pathname}?${[...searchParams.keys()].sort().join('&')}` : folderOf(url);
}

/** The first words of the page; its title when it has no text. */
function excerpt({ title, text }: AddressedPage): string {
  const words = (text.trim() === '' ? title : text).replace(/\s+/g, ' ').trim();
  return `"${words.length > LONGEST_EXCERPT ? `${words.slice(0, LONGEST_EXCERPT - 1)}…` : words}"`;
}

const withoutCodes = (text: string): string => text.replace(/\S*\d\S*/g, '#');

/**
 * An address that cannot exist, built like that of a page: what the site answers is its page for unknown addresses. It is
 * another name in the same folder, or, where the query selects the page, the same path with impossible values.
 */
export function nonsenseAddress(url: string, { querySelects }: { readonly querySelects: boolean }): string {
  const nonsense = new URL(url);
  nonsense.hash = '';
  const letters = hash('md5', url).replace(/[0-9]/g, (digit) => String.fromCharCode(103 + Number(digit)));
  if (querySelects) {
    for (const [name, value] of new URL(url).searchParams) {
      nonsense.searchParams.set(name, /^\d+$/.test(value) ? `9${digitsOf(letters)}` : letters.slice(0, 14));
    }
    return nonsense.href;
  }
  nonsense.search = '';
  const [, folder = '/', extension = ''] = /^(.*\/)[^/]*?(\.[a-z0-9]{1,5})?$/i.exec(nonsense.pathname) ?? [];
  nonsense.pathname = `${folder}${letters.slice(0, 14)}${extension}`;
  return nonsense.href;
}

function digitsOf(letters: string): string {
  return [...letters.slice(0, 8)].map((letter) => letter.charCodeAt(0) % 10).join('');
}
