import { HttpSession } from '../../fetch/index.ts';
import { sessionParts, withSessionIds } from '../../url/index.ts';
import type { SiteKnowledge } from './site-knowledge.ts';

/** A visitor of the site: its cookies, and the session ids that the site has written into the URLs it gave it (A5). */
export class VisitorSession {
  readonly http: HttpSession;
  readonly #knowledge: SiteKnowledge;
  readonly #ids = new Map<string, string>();

  constructor(knowledge: SiteKnowledge, http: HttpSession = new HttpSession()) {
    this.#knowledge = knowledge;
    this.http = http;
  }

  /** The URL as this visitor would find it: an id of an earlier session gives way to its own. */
  own(url: string): string {
    return this.#ids.size === 0 ? url : withSessionIds(url, this.#knowledge.rulesFor(url), this.#ids);
  }

  /** Takes the ids from URLs that the site gave this visitor; later ones replace earlier ones. */
  observe(urls: readonly string[]): void {
    for (const url of urls.slice(0, MOST_OBSERVED)) {
      for (const { place, value } of sessionParts(url, this.#knowledge.rulesFor(url))) {
        this.#ids.set(place, value);
      }
    }
  }

  /** Whether the site has given it an id. */
  get hasIds(): boolean {
    return this.#ids.size > 0;
  }
}

/** Who visits now: a newcomer takes the place of a visitor whom the site no longer knows. */
export class CurrentVisitor {
  session: VisitorSession;

  constructor(session: VisitorSession) {
    this.session = session;
  }
}

/** The id stands in nearly every link of a page, if it does at all. */
const MOST_OBSERVED = 40;
