import { FetchError } from '../errors.ts';
import type { FetchRequest, FetchResult } from '../http/http-request.ts';
import { HeaderList } from '../http/response-headers.ts';

/**
 * How to visit the sites of some schemes. There are two kinds: listing protocols list all files before any is
 * fetched; page protocols have pages that link to each other. To add a protocol, register one.
 */
export type Protocol = ListingProtocol | PageProtocol;

export type ListingProtocol = ProtocolOf<ListingCapabilities, ListingSpider>;

export type PageProtocol = ProtocolOf<PageCapabilities, PageSpider>;

interface ProtocolOf<Can extends Capabilities, Visitor extends Spider> {
  /** With the colon, as in `ftp:`. */
  readonly schemes: readonly string[];
  /** Declared, not tried out: the engine relies on them before it connects. */
  readonly capabilities: Can;
  /** Connects and logs in. Throws a FetchError. */
  start(site: Site): Promise<Visitor>;
}

type Spider = ListingSpider | PageSpider;

type Capabilities = ListingCapabilities | PageCapabilities;

export interface ListingCapabilities {
  /** Size and time of every file are known before its content. */
  readonly lists: true;
  /** True if listings include a hash of the content, so that equal files need not be fetched. */
  readonly hashes: boolean;
  /** True if a file can be read from any byte, so that a broken transfer can continue. */
  readonly resumes: boolean;
}

interface PageCapabilities {
  readonly lists: false;
  /** True if sites say in a robots.txt what may be fetched (RFC 9309). */
  readonly robots: boolean;
}

/** Whether a protocol is a listing protocol. */
export function lists(protocol: Protocol): protocol is ListingProtocol {
  return protocol.capabilities.lists;
}

/** Which site a spider visits, and as which user. */
export interface Site {
  /** Any URL of the site: scheme, host and port count. */
  readonly url: string;
  /** For listing protocols; default: as a guest, if the protocol knows guests. Page requests have their own log-ins. */
  readonly login?: SiteLogin;
}

/** A user's log-in. Protocols without keys ignore the key. No part of it may appear in a message. */
export interface SiteLogin {
  readonly username: string;
  readonly password?: string;
  /** A private key in PEM or OpenSSH format. */
  readonly privateKey?: string;
  /** Unlocks the key. */
  readonly passphrase?: string;
}

/** The protocols of an installation, by scheme. A later one replaces an earlier one of the same scheme. */
export class Protocols {
  readonly #byScheme = new Map<string, Protocol>();

  constructor(protocols: Iterable<Protocol> = []) {
    for (const protocol of protocols) this.register(protocol);
  }

  register(protocol: Protocol): this {
    for (const scheme of protocol.schemes) this.#byScheme.set(scheme, protocol);
    return this;
  }

  get schemes(): readonly string[] {
    return [...this.#byScheme.keys()];
  }

  /** Throws FETCH_SCHEME_UNKNOWN. */
  protocolOf(url: string): Protocol {
    const scheme = URL.parse(url)?.protocol ?? '';
    const protocol = this.#byScheme.get(scheme);
    if (protocol !== undefined) return protocol;
    throw new FetchError(
      'FETCH_SCHEME_UNKNOWN',
      `"${scheme}" is not a scheme that Tidemark can fetch: use ${this.schemes.join(' ')}`,
      { url },
    );
  }
}

/** Fetches pages, several at a time if asked to. */
export interface PageSpider {
  /** The answer, whatever its status; throws a FetchError if there is no complete one. */
  fetch(request: FetchRequest): Promise<FetchResult>;
  /** Waits for the requests in flight. */
  close(): Promise<void>;
}

/** For code that fetches pages with a spider it does not own. */
export type PageFetcher = Pick<PageSpider, 'fetch'>;

export interface PlainAnswer {
  /** As in HTTP: 200 for a page, 404 if there is none. Default 200. */
  readonly status?: number;
  /** The media type, with its charset if it has one. */
  readonly type: string;
  readonly body: Uint8Array;
}

/** The answer of a protocol that has neither headers nor redirects. */
export function pageAnswer(
  { url }: Pick<FetchRequest, 'url'>,
  { status = 200, type, body }: PlainAnswer,
): FetchResult {
  return {
    requestedUrl: url,
    url,
    hops: [{ url, status, location: null }],
    status,
    headers: new HeaderList([['content-type', type]]),
    // A copy: a body can be transferred to another thread only if nothing else uses its buffer.
    body: Uint8Array.from(body),
    cut: false,
    wireBytes: body.length,
    httpVersion: null,
    remoteAddress: null,
    retryAfterMs: null,
    startedAt: Date.now(),
    durationMs: 0,
  };
}

/** Visits one site that lists its files. It does one thing at a time; to do more, start several. */
export interface ListingSpider {
  /**
   * The entries of one folder, whose URL ends with a slash. Throws a FetchError if the folder cannot be read to its end:
   * with half a listing, files would look gone.
   */
  list(folder: string): Promise<Listing>;
  /**
   * The bytes of a file from `offset` on (0 if the protocol does not resume). It ends once the server has confirmed that
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
  /** Entries that cannot be read or requested, each reported once. They do not affect the others. */
  readonly problems: readonly FetchError[];
}

export interface ListedEntry {
  /** One path segment of a URL. Every byte that is not plain is percent-encoded, so no name is lost or changed. */
  readonly name: string;
  /** A `link` leads to a folder or nowhere; a link to a file is listed as that file. */
  readonly kind: 'file' | 'folder' | 'link' | 'other';
  /** Null if the protocol does not say. */
  readonly size: number | null;
  readonly modified: ListedTime | null;
  /** `algorithm:hex`, or null. */
  readonly hash: string | null;
}

/** A time, as exact as the listing is. */
export interface ListedTime {
  /** Milliseconds since 1970; in the server's own time zone if it does not say which. */
  readonly at: number;
  /** The precision of the listing in milliseconds: a second, a minute, a day. */
  readonly unit: number;
}
