import { HttpSession } from '../../fetch/index.ts';
import { sessionParts, withSessionIds } from '../../url/index.ts';
import type { SiteKnowledge } from './site-knowledge.ts';

/** If a page has session ids in its links, nearly all links have one. */
const MOST_OBSERVED = 40;

/** A visitor of the site: its cookies, and the session ids that the site writes into URLs for it. */
export class VisitorSession {
  readonly http: HttpSession;
  readonly #knowledge: SiteKnowledge;
  /** Session ids by their place in the URL. */
  readonly #ids = new Map<string, string>();
  /** URLs of the last answer. Rules are often learned from the answer that assigned the ids, so its URLs are then read again. */
  #observed: readonly string[] = [];
  #revision = 0;
  /** Set when the log-in is in the addresses: how the id is written in a query, and a page for members. */
  #member: { readonly host: string; readonly id: string | null; readonly page: string | null } | null = null;
  /** Ids from before a log-in. */
  readonly #retired = new Set<string>();

  constructor(knowledge: SiteKnowledge, http: HttpSession = new HttpSession()) {
    this.#knowledge = knowledge;
    this.http = http;
  }

  /** The URL with this visitor's session ids in place of others. URLs of a member's site always get its ids. */
  withOwnIds(url: string): string {
    if (!this.hasIds) return url;
    const rules = this.#knowledge.rulesFor(url);
    if (this.#member === null || sessionParts(url, rules).length > 0)
      return withSessionIds(url, rules, this.#ids);
    const { host, id } = this.#member;
    const [address = '', fragment] = url.split('#');
    if (id === null || URL.parse(url)?.host !== host) return url;
    return `${address}${address.includes('?') ? '&' : '?'}${id}${fragment === undefined ? '' : `#${fragment}`}`;
  }

  /** The same, if the URL has an id that this visitor had before its last log-in. */
  renewed(url: string): string {
    if (this.#retired.size === 0) return url;
    const isOld = sessionParts(url, this.#knowledge.rulesFor(url)).some(({ value }) =>
      this.#retired.has(value),
    );
    return isOld ? this.withOwnIds(url) : url;
  }

  /** Whether the log-in is in the addresses, and in no cookie. */
  get isMemberByAddress(): boolean {
    return this.#member !== null;
  }

  /** A page with the member's id, which shows whether the session is still valid; null when there is none. */
  get membersPage(): string | null {
    return this.#member?.page ?? null;
  }

  /** Takes the ids of the page after a log-in. Ids from before are no longer valid. */
  logIn(url: string, links: readonly string[], logouts: ReadonlySet<string>): void {
    const before = [...this.#ids.values()];
    this.collectIds(links);
    const ids = new Set(this.#ids.values());
    for (const id of before) if (!ids.has(id)) this.#retired.add(id);
    const isKept = this.http.cookies.headerFor(new URL(url)) !== null;
    const own = links.filter((link) =>
      sessionParts(link, this.#knowledge.rulesFor(link)).some(({ value }) => ids.has(value)),
    );
    const [first] = own;
    if (isKept || first === undefined) return;
    const [part] = sessionParts(first, this.#knowledge.rulesFor(first));
    const id = /[?&]([^?&=]+=)$/.exec(first.slice(0, part?.start ?? 0))?.[1];
    this.#member = {
      host: new URL(url).host,
      id: id === undefined ? null : `${id}${part?.value}`,
      page: own.find((link) => !logouts.has(link)) ?? null,
    };
  }

  /**
   * Takes the ids from URLs that the site gave this visitor. Of several ids, the most frequent one: the others are older, or a person copied them.
   * Later ids replace earlier ones.
   */
  collectIds(urls: readonly string[]): void {
    this.#observed = urls.slice(0, MOST_OBSERVED);
    this.#revision = this.#knowledge.revision;
    const counts = new Map<string, Map<string, number>>();
    for (const url of this.#observed) {
      for (const { place, value } of sessionParts(url, this.#knowledge.rulesFor(url))) {
        // Pages from before the log-in are still being judged.
        if (this.#retired.has(value)) continue;
        const values = counts.get(place) ?? new Map<string, number>();
        counts.set(place, values.set(value, (values.get(value) ?? 0) + 1));
      }
    }
    for (const [place, values] of counts) {
      const [value] = [...values].reduce((x, y) => (y[1] >= x[1] ? y : x));
      this.#ids.set(place, value);
    }
  }

  /** Whether the site has given this visitor an id. */
  get hasIds(): boolean {
    if (this.#revision !== this.#knowledge.revision) this.collectIds(this.#observed);
    return this.#ids.size > 0;
  }
}

/** The current visitor. A new visitor replaces it when the site no longer accepts its session. */
export class CurrentVisitor {
  session: VisitorSession;

  constructor(session: VisitorSession) {
    this.session = session;
  }
}
