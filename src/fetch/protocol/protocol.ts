import { FetchError } from '../errors.ts';
import type { Protocol } from './listing-spider.ts';

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
    const known = this.schemes.join(' ');
    throw new FetchError(
      'FETCH_SCHEME_UNKNOWN',
      `"${scheme}" is no scheme that Tidemark fetches: use ${known}`,
      {
        url,
      },
    );
  }
}
