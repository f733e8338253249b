import type { FetchError } from '../errors.ts';
import type { FetchRequest, FetchResult } from '../http/http-request.ts';

/**
 * How sites of some schemes are entered. Of the two kinds (B1) one lists its files before any is fetched, the other has
 * pages that lead to each other. Registering one is all it takes to add a protocol.
 */
export type Protocol = ListingProtocol | PageProtocol;

export type ListingProtocol = SpiderUnit<ListingCapabilities, ListingSpider>;

export type PageProtocol = SpiderUnit<PageCapabilities, PageSpider>;

interface SpiderUnit<Can extends Capabilities, Visitor extends Spider> {
  /** With the colon, as in `ftp:`. */
  readonly schemes: readonly string[];
  /** Declared, never found out by trying: the engine plans with them before it connects. */
  readonly capabilities: Can;
  /** Connects and logs in. Throws a FetchError. */
  start(site: Site): Promise<Visitor>;
}

export type Capabilities = ListingCapabilities | PageCapabilities;

export interface ListingCapabilities {
  /** Size and time of every file are told before its content. */
  readonly lists: true;
  /** True when listings carry a hash of the content, so that equal files need not be fetched. */
  readonly hashes: boolean;
  /** True when a file can be read from any byte on, so that a broken transfer goes on where it stopped. */
  readonly resumes: boolean;
}

export interface PageCapabilities {
  readonly lists: false;
  /** True when sites say in a robots.txt what may be fetched (RFC 9309). */
  readonly robots: boolean;
}

export function lists(protocol: Protocol): protocol is ListingProtocol {
  return protocol.capabilities.lists;
}

/** Where a spider goes, and as whom. */
export interface Site {
  /** Any URL of the site: scheme, host and port count. */
  readonly url: string;
  /** For sites that list; default: as a guest, where the protocol knows guests. Requests for pages carry theirs along. */
  readonly login?: SiteLogin;
}

/** The log-in of a user. Protocols without keys ignore those. Nothing of it may come into a message. */
export interface SiteLogin {
  readonly username: string;
  readonly password?: string;
  /** A private key in PEM or OpenSSH format. */
  readonly privateKey?: string;
  /** What the key is locked with. */
  readonly passphrase?: string;
}

export type Spider = ListingSpider | PageSpider;

/** Fetches pages. It may be asked for several at a time. */
export interface PageSpider {
  /** The answer, whatever its status; throws a FetchError when there is no complete one. */
  fetch(request: FetchRequest): Promise<FetchResult>;
  /** Waits for what is under way. */
  close(): Promise<void>;
}

/** What only fetches pages, by a spider of somebody else's. */
export type PageFetcher = Pick<PageSpider, 'fetch'>;

/** One visitor of one site that lists. It does one thing at a time; who wants more starts several. */
export interface ListingSpider {
  /**
   * The entries of one folder, whose URL ends with a slash. Throws a FetchError when the folder cannot be read, or not to
   * its end: a half listing would make files look gone.
   */
  list(folder: string): Promise<Listing>;
  /**
   * The bytes of a file, from `offset` on (0 when the protocol does not resume). It ends when the server confirmed that
   * this was all, and throws a FetchError otherwise. Leaving the loop early, or the signal, ends the transfer.
   */
  fetch(url: string, options: ReadOptions): AsyncIterable<Uint8Array>;
  /** Never throws. */
  close(): Promise<void>;
}

export interface ReadOptions {
  readonly offset: number;
  readonly signal: AbortSignal;
}

export interface Listing {
  readonly entries: readonly ListedEntry[];
  /** Entries that cannot be read or asked for, each told once. The others stand. */
  readonly problems: readonly FetchError[];
}

export interface ListedEntry {
  /** One path segment as in a URL: every byte that is not plain is percent-encoded, so no name is lost or changed. */
  readonly name: string;
  /** A `link` leads to a folder or nowhere; links to files are listed as the files they lead to. */
  readonly kind: 'file' | 'folder' | 'link' | 'other';
  /** Null when the protocol does not tell. */
  readonly size: number | null;
  readonly modified: ListedTime | null;
  /** `algorithm:hex`; null without one. */
  readonly hash: string | null;
}

/** A time as exact as the listing tells it. */
export interface ListedTime {
  /** Milliseconds since 1970, in the server's own time zone where it does not tell which. */
  readonly at: number;
  /** The unit of the listing in milliseconds: a second, a minute, a day. */
  readonly unit: number;
}
