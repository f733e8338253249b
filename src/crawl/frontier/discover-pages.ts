import {
  type Candidate,
  type CandidateKind,
  candidateFor,
  type Scope,
  type ScopeDecision,
} from '../../project/index.ts';
import type { DocumentLink } from '../document-links.ts';
import type { DiscoveredPage, KnownPage } from '../tables/page.ts';
import type { FrontierRoom } from './frontier-room.ts';
import { FRONTIER_FULL, type LeftOutCounts, TOO_COSTLY } from './left-out-counts.ts';
import { identityHash, type SeenIdentities } from './seen-identities.ts';

/** Where links were found. */
interface LinkSource {
  /** Null when the links are not from a page. */
  readonly pageId: number | null;
  readonly host: string | null;
  readonly depth: number;
  /** The page as a whole asks robots not to follow its links. */
  readonly nofollow: boolean;
  /** The worker that offered the links has already found room for them. */
  readonly hasRoom?: boolean;
}

/** The source of links that the user gave, or that the site names outside its pages. */
export const noSourcePage: LinkSource = { pageId: null, host: null, depth: 0, nofollow: false };

/** Gives the identity of the page at a normalised URL. */
export interface PageNames {
  identityOf(url: string): string;
  /** The host that the scope judges: ids in host names do not lead out of a site. */
  siteOf?(host: string): string;
  /** Grows when pages may have other identities than before. */
  readonly revision?: number;
  /** The part of a URL that the site generates for every link, in words; null when there is none. */
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
  /** Whether pages of a host are visited here. Default: pages of all hosts are. */
  readonly ownsHost?: (host: string) => boolean;
  /** Left out where the number of waiting addresses is not limited. */
  readonly room?: FrontierRoom;
  /** How many site maps are read. Default: any number. */
  readonly mostSitemaps?: number;
  /** CPU time that this thread has used, in milliseconds. */
  readonly cpuTime?: () => number;
}

/** CPU time, not wall time: which links are left out must not depend on other processes. */
function cpuTimeOfThread(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Turns links into pages to visit: drops known identities, and lets the scope judge the others. */
export class PageDiscovery {
  readonly #options: DiscoveryOptions;
  #scope: Scope;
  #settled = new RecentUrls();
  #revision = 0;
  #sitemaps = 0;
  readonly #urlOnlyRules: ReadonlySet<string>;

  constructor(options: DiscoveryOptions) {
    this.#options = options;
    this.#scope = options.scope;
    this.#urlOnlyRules = new Set([...URL_ONLY_RULES, ...(options.moreUrlOnlyRules ?? [])]);
  }

  changeScope(scope: Scope): void {
    this.#scope = scope;
  }

  discover(links: readonly DocumentLink[], source: LinkSource): readonly DiscoveredPage[] {
    const pages: DiscoveredPage[] = [];
    const { leftOut, names, cpuTime = cpuTimeOfThread } = this.#options;
    const { revision = 0 } = names;
    if (revision !== this.#revision) {
      this.#settled = new RecentUrls(); // what was another name of a known page may be a page of its own
      this.#revision = revision;
    }
    const until = cpuTime() + LONGEST_JUDGING;
    for (const [index, link] of links.entries()) {
      if (this.#settled.has(keyOf(link))) continue;
      // A single link, a redirect for instance, is always judged.
      if (index > 0 && cpuTime() > until) {
        const rest = links.slice(index).filter((each) => !this.#settled.has(keyOf(each)));
        leftOut.add(TOO_COSTLY, link.url, rest.length);
        break;
      }
      const page = this.#judge(link, source);
      if (page !== null) pages.push(page);
    }
    return pages;
  }

  /** Whether a page of an earlier run still belongs to the crawl. */
  accepts({ url, identityHash: hash, depth }: KnownPage, kind: CandidateKind): boolean {
    if (this.#options.seen.has(hash)) return true;
    const candidate = candidateFor(url, { depth, kind, referrerHost: null, nofollow: false });
    return candidate !== null && this.#judgement(candidate).verdict !== 'reject';
  }

  #judgement(candidate: Candidate): ScopeDecision {
    const { ownsHost = () => true } = this.#options;
    return ownsHost(candidate.host) ? this.#scope.judge(this.#ofSite(candidate)) : this.#preview(candidate);
  }

  #preview(candidate: Candidate): ScopeDecision {
    return this.#scope.preview(this.#ofSite(candidate));
  }

  #ofSite(candidate: Candidate): Candidate {
    const host = this.#options.names.siteOf?.(candidate.host) ?? candidate.host;
    return host === candidate.host ? candidate : { ...candidate, host };
  }

  #judge(link: DocumentLink, source: LinkSource): DiscoveredPage | null {
    const { url, kind, nofollow } = link;
    const { seen, leftOut, names, room, mostSitemaps = Number.POSITIVE_INFINITY } = this.#options;
    const identity = names.identityOf(url);
    const hash = identityHash(identity);
    if (seen.has(hash)) {
      this.#settled.add(keyOf(link));
      if (identity !== url) leftOut.addRotating(names.rotatingPart(url), url);
      return null;
    }
    const candidate = candidateFor(url, {
      depth: source.depth,
      kind,
      referrerHost: source.host,
      nofollow: nofollow || source.nofollow,
    });
    if (candidate === null) return null;
    if (kind === 'listed' && this.#sitemaps >= mostSitemaps) {
      leftOut.add('too many site maps', url);
      return null;
    }
    const isFull = room?.isFull === true && !isAlwaysQueued(kind) && source.hasRoom !== true;
    // A page that is not queued must not use up a budget either.
    const { verdict, rule } = isFull ? this.#preview(candidate) : this.#judgement(candidate);
    if (verdict === 'reject') {
      if (rule !== null && this.#urlOnlyRules.has(rule)) this.#settled.add(keyOf(link));
      leftOut.add(rule ?? 'out of scope', url);
      return null;
    }
    if (isFull) {
      // Not remembered: there may be room when the next page has this link.
      leftOut.add(FRONTIER_FULL, url);
      return null;
    }
    if (kind === 'listed') this.#sitemaps++;
    room?.added(1);
    seen.add(hash);
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

/** Start addresses and redirect targets are always queued: a target takes the place of a page that leaves the frontier. */
const isAlwaysQueued = (kind: CandidateKind): boolean => kind === 'seed' || kind === 'redirect';

/** A URL that is rejected as a picture may still be accepted as a link. */
function keyOf({ url, kind }: DocumentLink): string {
  return kind === 'image' || kind === 'asset' ? `${url} ${kind}` : url;
}

/**
 * URLs that were judged recently: most links of a page are also on the previous page, and finding them here saves the
 * hash. Two generations bound the memory without keeping an order.
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
