import { detectCharset, scanHtml } from '../../document/index.ts';
import { phrasesOf, shareIn } from '../../track/index.ts';
import type { VisitorAnswer, VisitorFetch } from '../forms/fill-form.ts';
import type { Redactor } from '../secrets/redactor.ts';
import type { LoginMethod } from './login-method.ts';
import { loginFailure, looksLikeLoginUrl, looksLikeLoginWall } from './login-wall.ts';
import { decodedPage, PageCheck, type PageSign } from './page-check.ts';

/** How to log in to a site, and how to see that it worked. */
export interface LoginSettings {
  readonly method: LoginMethod;
  /** Signs of being logged in. Without any, it is enough that no log-in form is shown. */
  readonly loggedInWhen: readonly PageSign[];
  /** The page to look for the signs on. Default: the page after the log-in. */
  readonly checkAt?: string;
  /** The page that shows whether the session is still valid, for sites with the session id in addresses. */
  readonly proofFor?: (url: string) => string;
}

/**
 * `unknown` for pictures, redirects and error pages: they do not show the state of the session. `doubtful` for a refusal,
 * and for a page that neither asks for a log-in nor has a sign of being logged in: the session may have ended, or only this
 * page is forbidden, or the page never has the sign, such as a print view.
 */
export type LoginState =
  | { readonly state: 'in' | 'unknown' }
  | { readonly state: 'out' | 'doubtful'; readonly reason: string };

/**
 * Whether the session is valid; `unclear` when the page does not say. `likely out` when it has lost what only members see, which may have been a
 * greeting.
 */
export type SessionProof = 'in' | 'out' | 'likely out' | 'unclear';

/** Some sites show a "you are being redirected" page after a log-in. */
const maxRefreshes = 3;

/** Logs in, checks that it worked, and says what later pages show about the session. Every failure names its step. */
export class LoginFlow {
  readonly #settings: LoginSettings;
  readonly #fetch: VisitorFetch;
  readonly #asAnonymous: VisitorFetch;
  readonly #redactor: Redactor;
  readonly #check: PageCheck;
  /** The page that proved the last log-in, as it was seen then. */
  #proof: VisitorAnswer | null = null;
  #view: MembersView | null = null;

  /**
   * Throws when a sign is invalid. `asAnonymous` fetches as a visitor who never logs in; `redactor` knows all secrets that
   * the log-in sends.
   */
  constructor(settings: LoginSettings, fetch: VisitorFetch, asAnonymous: VisitorFetch, redactor: Redactor) {
    this.#settings = settings;
    this.#fetch = fetch;
    this.#asAnonymous = asAnonymous;
    this.#redactor = redactor;
    this.#check = new PageCheck(settings.loggedInWhen);
  }

  /** Returns the page that shows that it worked. Throws ACCESS_LOGIN_..., or a FetchError when the site cannot be reached. */
  async logIn(): Promise<VisitorAnswer> {
    const { method, checkAt } = this.#settings;
    const answer = await method.enter();
    const arrived = await this.#followRefreshes(answer);
    const checked = checkAt === undefined ? arrived : await this.#fetch({ url: checkAt });
    if (answer.status >= 500 || checked.status >= 500) {
      const failed = { step: 'sending the log-in', answer: answer.status >= 500 ? answer : checked };
      throw loginFailure('ACCESS_LOGIN_UNAVAILABLE', failed, this.#redactor);
    }
    const seen = this.stateOf(checked);
    if ('reason' in seen || checked.status >= 400) {
      const reason = 'reason' in seen ? seen.reason : `the server answered ${checked.status}`;
      const failed = { step: 'checking that the log-in worked', answer: checked, reason };
      throw loginFailure('ACCESS_LOGIN_FAILED', failed, this.#redactor);
    }
    this.#proof = checked;
    return checked;
  }

  /** The URL of the page that showed that the log-in worked; null before the log-in. */
  get provenAt(): string | null {
    return this.#settings.checkAt ?? this.#proof?.url ?? null;
  }

  /** The URL of the page with the log-in form; null without a form. */
  get formAt(): string | null {
    return this.#settings.method.formAt;
  }

  /** Looks at the page that proved the log-in, or at `membersOnly`: a page that visitors without a log-in may not see. */
  async proof(membersOnly: string | null = null): Promise<SessionProof> {
    const proven = membersOnly ?? this.provenAt;
    if (proven === null) return 'out';
    const url = this.#settings.proofFor?.(proven) ?? proven;
    const page = await this.#fetch({ url });
    const { state } = this.stateOf(page, url);
    if (state === 'out' || state === 'doubtful') return 'out';
    if (state === 'unknown') return 'unclear';
    if (membersOnly !== null || this.#settings.loggedInWhen.length > 0 || this.#proof === null) return 'in';
    this.#view ??= new MembersView(this.#proof, await this.#asAnonymous({ url }));
    const isSeen = this.#view.isSeenOn(page);
    if (isSeen === null) return 'unclear';
    return isSeen ? 'in' : 'likely out';
  }

  /** What an answer says about the session. `requested` is the URL from before redirects. Called for every page of a crawl. */
  stateOf(answer: VisitorAnswer, requested: string = answer.url): LoginState {
    const { status, url, headers, body } = answer;
    const location = status >= 300 && status < 400 ? URL.parse(headers.get('location') ?? '', url) : null;
    if (location !== null) return this.#stateOfRedirect(requested, location.href);
    const isRefusal = status === 401 || status === 403;
    const refused = { state: 'doubtful', reason: `${requested} answered ${status}` } as const;
    const page = { url, body, contentType: headers.get('content-type') };
    if (!this.#check.appliesTo(page)) return isRefusal ? refused : { state: 'unknown' };
    const isContent = status >= 200 && status < 300;
    const hasSigns = this.#settings.loggedInWhen.length > 0;
    if (hasSigns && (isContent || isRefusal)) {
      const reason = this.#check.failure(page);
      if (reason === null) return { state: isContent ? 'in' : 'unknown' };
      const isWall = looksLikeLoginWall(decodedPage(answer).html, url, requested) !== null;
      if (isContent) return { state: isWall ? 'out' : 'doubtful', reason };
    }
    if (!isContent && !isRefusal) return { state: 'unknown' };
    const wall = looksLikeLoginWall(decodedPage(answer).html, url, requested);
    if (wall !== null) return { state: 'out', reason: wall.reason };
    return isContent ? { state: 'in' } : refused;
  }

  /** A redirect to the log-in form proves little when the form is on the start page: sites also redirect from removed pages to it. */
  #stateOfRedirect(requested: string, target: string): LoginState {
    const reason = `${requested} redirects to the log-in page ${target}`;
    if (looksLikeLoginUrl(target) && !looksLikeLoginUrl(requested)) return { state: 'out', reason };
    const isForm = this.#hasForm(target) && !this.#hasForm(requested);
    return isForm ? { state: 'doubtful', reason } : { state: 'unknown' };
  }

  #hasForm(url: string): boolean {
    const [page, known] = [URL.parse(url), URL.parse(this.formAt ?? '')];
    return known !== null && page?.origin === known.origin && page.pathname === known.pathname;
  }

  async #followRefreshes(answer: VisitorAnswer): Promise<VisitorAnswer> {
    let page = answer;
    for (let i = 0; i < maxRefreshes; i++) {
      const { links, base } = scanHtml(page.body);
      const refresh = links.find(({ kind }) => kind === 'refresh');
      const baseUrl = URL.parse(base ?? '', page.url)?.href ?? page.url;
      const target = refresh === undefined ? null : URL.parse(refresh.url, baseUrl);
      if (target === null || !/^https?:$/.test(target.protocol) || target.href === page.url) break;
      page = await this.#fetch({ url: target.href });
    }
    return page;
  }
}

/** When a page has at most this share of what only members see, it counts as having none of it. */
const NONE_OF_IT = 0.1;

/**
 * The content of a page that members see and anonymous visitors do not. Without signs of being logged in, a public page does not show the
 * state of the session, but it no longer shows this content to a visitor whose session has ended.
 */
class MembersView {
  readonly #onlyMembers: ReadonlySet<string>;

  constructor(member: VisitorAnswer, stranger: VisitorAnswer) {
    const forAll = phrasesIn(stranger);
    this.#onlyMembers = new Set([...phrasesIn(member)].filter((phrase) => !forAll.has(phrase)));
  }

  /** Null when members and anonymous visitors see the same. */
  isSeenOn(page: VisitorAnswer): boolean | null {
    if (this.#onlyMembers.size === 0) return null;
    return shareIn(this.#onlyMembers, phrasesIn(page)) > NONE_OF_IT;
  }
}

function phrasesIn({ body, headers }: VisitorAnswer): ReadonlySet<string> {
  const { title, bodyText } = scanHtml(body, detectCharset(body, headers.get('content-type')).charset);
  return phrasesOf({ title, text: bodyText });
}
