import { FetchError } from '../errors.ts';
import type { ListingSpider } from './listing-spider.ts';
import type { PageSpider } from './page-spider.ts';

/**
 * How to visit the sites of some schemes. There are two kinds (B1): listing protocols list all files before any is
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
