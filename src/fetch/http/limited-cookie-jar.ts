import { getDomain } from 'tldts';
import { CookieJar, MemoryCookieStore, type SerializedCookieJar } from 'tough-cookie';

/** About as many as browsers keep. RFC 6265, section 6.1, asks for at least 50. */
export const maxCookiesPerSite = 180;
/** RFC 6265, section 6.1. */
const maxCookieBytes = 4096;
/** Most servers refuse more. */
const maxCookieHeaderBytes = 16 * 1024;

interface StoredCookie {
  readonly domain: string;
  readonly path: string;
  readonly key: string;
}

/**
 * Cookies as browsers keep them. The public suffix list applies (no cookie for all of `co.uk`), and each site has a limit
 * beyond which its oldest cookies are dropped: a site that sets ten thousand must not cost more than others.
 */
export class LimitedCookieJar {
  readonly #store = new MemoryCookieStore();
  readonly #jar: CookieJar;
  readonly #bySite = new Map<string, Map<string, StoredCookie>>();

  constructor(saved?: SerializedCookieJar) {
    this.#jar =
      saved === undefined ? new CookieJar(this.#store) : CookieJar.deserializeSync(saved, this.#store);
    for (const { domain, path, key } of saved?.cookies ?? []) {
      if (typeof domain === 'string' && typeof path === 'string' && typeof key === 'string') {
        this.#addUnderLimit({ domain, path, key });
      }
    }
  }

  headerFor(url: URL): string | null {
    if (this.#bySite.size === 0) return null;
    let header = '';
    for (const cookie of this.#jar.getCookiesSync(url.href)) {
      const pair = cookie.cookieString();
      if (header.length + pair.length + 2 > maxCookieHeaderBytes) break;
      header = header === '' ? pair : `${header}; ${pair}`;
    }
    return header === '' ? null : header;
  }

  keep(url: URL, lines: readonly string[]): void {
    for (const line of lines) {
      if (line.length > maxCookieBytes) continue;
      const cookie = this.#jar.setCookieSync(line, url.href, { ignoreError: true });
      if (cookie === undefined || cookie.domain === null || cookie.path === null) continue;
      this.#addUnderLimit({ domain: cookie.domain, path: cookie.path, key: cookie.key });
    }
  }

  save(): SerializedCookieJar | undefined {
    return this.#jar.serializeSync();
  }

  #addUnderLimit(cookie: StoredCookie): void {
    const site = getDomain(cookie.domain, { allowPrivateDomains: true }) ?? cookie.domain;
    const known = this.#bySite.get(site) ?? new Map<string, StoredCookie>();
    this.#bySite.set(site, known);
    const id = `${cookie.domain};${cookie.path};${cookie.key}`;
    known.delete(id);
    known.set(id, cookie);
    for (const [oldest, stored] of known) {
      if (known.size <= maxCookiesPerSite) break;
      known.delete(oldest);
      this.#store.removeCookie(stored.domain, stored.path, stored.key, () => undefined);
    }
  }
}
