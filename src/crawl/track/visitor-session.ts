import { HttpSession } from '../../fetch/index.ts';
import { sessionParts, withSessionIds } from '../../url/index.ts';
import type { SiteKnowledge } from './site-knowledge.ts';

/** If a page has session ids in its links, nearly all links have one. */
const MOST_OBSERVED = 40;

/** A visitor of the site: its cookies, and the session ids that the site writes into URLs for it (A5). */
export class VisitorSession {
  readonly http: HttpSession;
  readonly #knowledge: SiteKnowledge;
  /** By their place in the URL. */
  readonly #ids = new Map<string, string>();
  /** Rules are often learned from the very answer that gave the ids, so its URLs are looked at once more then. */
  #observed: readonly string[] = [];
  #revision = 0;

  constructor(knowledge: SiteKnowledge, http: HttpSession = new HttpSession()) {
    this.#knowledge = knowledge;
    this.http = http;
  }

  /** The URL with this visitor's session ids in place of others. */
  withOwnIds(url: string): string {
    return this.hasIds ? withSessionIds(url, this.#knowledge.rulesFor(url), this.#ids) : url;
  }

  /**
   * Takes the ids from URLs that the site gave this visitor, of several the one that most have: the others are from before
   * it changed, or were copied by someone. Later ids replace earlier ones.
   */
  collectIds(urls: readonly string[]): void {
    this.#observed = urls.slice(0, MOST_OBSERVED);
    this.#revision = this.#knowledge.revision;
    const counts = new Map<string, Map<string, number>>();
    for (const url of this.#observed) {
      for (const { place, value } of sessionParts(url, this.#knowledge.rulesFor(url))) {
        const values = counts.get(place) ?? new Map<string, number>();
        counts.set(place, values.set(value, (values.get(value) ?? 0) + 1));
      }
    }
    for (const [place, values] of counts) {
      const [value] = [...values].reduce((x, y) => (y[1] >= x[1] ? y : x));
      this.#ids.set(place, value);
    }
  }

  /** Whether the site has given it an id. */
  get hasIds(): boolean {
    if (this.#revision !== this.#knowledge.revision) this.collectIds(this.#observed);
    return this.#ids.size > 0;
  }
}

/** Who visits now. A new visitor takes over when the site no longer knows the one before. */
export class CurrentVisitor {
  session: VisitorSession;

  constructor(session: VisitorSession) {
    this.session = session;
  }
}
