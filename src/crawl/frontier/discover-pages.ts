import {
  type Candidate,
  type CandidateKind,
  candidateFor,
  type Scope,
  type ScopeDecision,
} from '../../project/index.ts';
import type { DocumentLink } from '../document-links.ts';
import type { DiscoveredPage, KnownPage } from '../tables/records.ts';
import type { FrontierRoom } from './frontier-room.ts';
import { FRONTIER_FULL, type LeftOutCounts, TOO_COSTLY } from './left-out-counts.ts';
import { allHosts, type OwnHosts } from './own-hosts.ts';
import { identityHash, type SeenIdentities } from './seen-identities.ts';

/** Where links were found. */
interface LinkSource {
  /** Null when the links are not from a page. */
  readonly pageId: number | null;
  readonly host: string | null;
  readonly depth: number;
  /** The page as a whole asks robots not to follow its links. */
  readonly nofollow: boolean;
  /** The worker that offered the links found room for them. */
  readonly hasRoom?: boolean;
}

/** The source of links that the user gave, or that the site names outside its pages. */
export const noSourcePage: LinkSource = { pageId: null, host: null, depth: 0, nofollow: false };

/** Gives the identity of the page at a normalised URL. */
export interface PageNames {
  identityOf(url: string): string;
  /** The host by which the scope judges: ids in host names do not lead out of a site. */
  siteOf?(host: string): string;
  /** Grows when pages may have other identities than before. */
  readonly revision?: number;
  /** The part of a URL that the site makes up for every link, in words; null when there is none. */
  rotatingPart(url: string): string | null;
}

/** Rules whose verdict does not depend on the page with the link: each URL is judged once. */
const URL_ONLY_RULES = [
  'unsupported scheme',
  'outside scope',
  'embedded',
  'file extension',
  'URL too long',
  'log-out',
  'never follow',
];

/**
 * CPU time for the links of one page, in milliseconds. A page of 100,000 links takes a second with twenty rules; with the worst patterns that a project
 * may have, each link would take seconds.
 */
const LONGEST_JUDGING = 10_000;

interface DiscoveryOptions {
  readonly scope: Scope;
  readonly seen: SeenIdentities;
  readonly leftOut: LeftOutCounts;
  readonly names: PageNames;
  /** Further rules whose verdict depends only on the URL. */
  readonly moreUrlOnlyRules?: readonly string[];
  readonly own?: OwnHosts;
  /** Left out where any number of addresses may wait. */
  readonly room?: FrontierRoom;
  /** CPU time that this thread has used, in milliseconds. */
  readonly cpuTime?: () => number;
}

/** Time in which others had the processor does not count: what is left out must not depend on them. */
function cpuTimeOfThread(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Turns links into pages to visit: drops known identities, and lets the scope judge the others. */
export class PageDiscovery {
  #scope: Scope;
  readonly #seen: SeenIdentities;
  readonly #leftOut: LeftOutCounts;
  readonly #names: PageNames;
  #settled = new RecentUrls();
  #revision = 0;
  readonly #urlOnlyRules: ReadonlySet<string>;
  readonly #own: OwnHosts;
  readonly #room: FrontierRoom | null;
  readonly #cpuTime: () => number;

  constructor(options: DiscoveryOptions) {
    const { scope, seen, leftOut, names, moreUrlOnlyRules = [], own = allHosts } = options;
    this.#own = own;
    this.#room = options.room ?? null;
    this.#cpuTime = options.cpuTime ?? cpuTimeOfThread;
    this.#urlOnlyRules = new Set([...URL_ONLY_RULES, ...moreUrlOnlyRules]);
    this.#scope = scope;
    this.#seen = seen;
    this.#leftOut = leftOut;
    this.#names = names;
  }

  changeScope(scope: Scope): void {
    this.#scope = scope;
  }

  discover(links: readonly DocumentLink[], source: LinkSource): readonly DiscoveredPage[] {
    const pages: DiscoveredPage[] = [];
    const { revision = 0 } = this.#names;
    if (revision !== this.#revision) {
      this.#settled = new RecentUrls(); // what was another name of a known page may be a page of its own
      this.#revision = revision;
    }
    const until = this.#cpuTime() + LONGEST_JUDGING;
    for (const [place, link] of links.entries()) {
      if (this.#settled.has(keyOf(link))) continue;
      // A single link, a redirect for instance, is always judged.
      if (place > 0 && this.#cpuTime() > until) {
        const rest = links.slice(place).filter((each) => !this.#settled.has(keyOf(each)));
        this.#leftOut.add(TOO_COSTLY, link.url, rest.length);
        break;
      }
      const page = this.#judge(link, source);
      if (page !== null) pages.push(page);
    }
    return pages;
  }

  /** Whether a page of an earlier run still belongs to the crawl. */
  accepts({ url, identityHash: hash, depth }: KnownPage, kind: CandidateKind): boolean {
    if (this.#seen.has(hash)) return true;
    const candidate = candidateFor(url, { depth, kind, referrerHost: null, nofollow: false });
    return candidate !== null && this.#judgement(candidate).verdict !== 'reject';
  }

  #judgement(candidate: Candidate): ScopeDecision {
    return this.#own.owns(candidate.host)
      ? this.#scope.judge(this.#ofSite(candidate))
      : this.#preview(candidate);
  }

  #preview(candidate: Candidate): ScopeDecision {
    return this.#scope.preview(this.#ofSite(candidate));
  }

  #ofSite(candidate: Candidate): Candidate {
    const host = this.#names.siteOf?.(candidate.host) ?? candidate.host;
    return host === candidate.host ? candidate : { ...candidate, host };
  }

  #judge(link: DocumentLink, source: LinkSource): DiscoveredPage | null {
    const { url, kind, nofollow } = link;
    const identity = this.#names.identityOf(url);
    const hash = identityHash(identity);
    if (this.#seen.has(hash)) {
      this.#settled.add(keyOf(link));
      if (identity !== url) this.#leftOut.addRotating(this.#names.rotatingPart(url), url);
      return null;
    }
    const candidate = candidateFor(url, {
      depth: source.depth,
      kind,
      referrerHost: source.host,
      nofollow: nofollow || source.nofollow,
    });
    if (candidate === null) return null;
    const isFull = this.#room?.isFull === true && !isAlwaysQueued(kind) && source.hasRoom !== true;
    // What is not queued must not use up a budget either.
    const { verdict, rule } = isFull ? this.#preview(candidate) : this.#judgement(candidate);
    if (verdict === 'reject') {
      if (rule !== null && this.#urlOnlyRules.has(rule)) this.#settled.add(keyOf(link));
      this.#leftOut.add(rule ?? 'out of scope', url);
      return null;
    }
    if (isFull) {
      // Not settled: there may be room when the next page has this link.
      this.#leftOut.add(FRONTIER_FULL, url);
      return null;
    }
    this.#room?.added(1);
    this.#seen.add(hash);
    this.#settled.add(keyOf(link));
    return {
      identity,
      identityHash: hash,
      url,
      host: candidate.host,
      depth: source.depth,
      foundOn: source.pageId,
      linkKind: kind,
    };
  }
}

/** Where the user begins, and where a page has moved to: one for each page that leaves the frontier. */
const isAlwaysQueued = (kind: CandidateKind): boolean => kind === 'seed' || kind === 'redirect';

/** A picture that is not wanted as a picture may still be wanted as a link. */
function keyOf({ url, kind }: DocumentLink): string {
  return kind === 'image' || kind === 'asset' ? `${url} ${kind}` : url;
}

/**
 * URLs that were judged recently: most links of a page are also on the page before, and finding them here saves the
 * hash. Two generations keep memory bounded without any order.
 */
class RecentUrls {
  readonly #most: number;
  #young = new Set<string>();
  #old = new Set<string>();

  constructor(most = 50_000) {
    this.#most = most;
  }

  has(url: string): boolean {
    return this.#young.has(url) || this.#old.has(url);
  }

  add(url: string): void {
    this.#young.add(url);
    if (this.#young.size < this.#most) return;
    this.#old = this.#young;
    this.#young = new Set();
  }
}
