import { scanHtml } from '../../document/index.ts';
import { AccessError, type AccessErrorCode } from '../errors.ts';
import { chooseForm, type FormWish } from '../forms/choose-form.ts';
import type { FormValues } from '../forms/fill-field.ts';
import type { FillOptions } from '../forms/fill-form.ts';
import { submitForm, type VisitorAnswer, type VisitorFetch } from '../forms/fill-form.ts';
import { findForms } from '../forms/find-forms.ts';
import type { Redactor } from '../secrets/redactor.ts';
import { looksLikeLoginUrl, looksLikeLoginWall } from './login-wall.ts';
import { PageCheck, type PageSign } from './page-check.ts';
import { decodedPage, describeSeenPage, seenPage } from './seen-page.ts';

/** How to log in to a site with its form. */
export interface LoginSettings {
  /** The URL of the page with the form. */
  readonly page: string;
  readonly form: FormWish;
  readonly values: FormValues;
  readonly fill?: FillOptions;
  /** Signs of being logged in. Without any, it is enough that no log-in form is shown. */
  readonly loggedInWhen: readonly PageSign[];
  /** The page to look for the signs on. Default: the page after the log-in. */
  readonly checkAt?: string;
}

/**
 * `unknown` for pictures, redirects and error pages: they say nothing about the session. A page that asks nobody to log in,
 * and has no sign of being logged in either, may be one that never has it: a print view, a frame.
 */
export type LoginState =
  | { readonly state: 'in' | 'unknown' }
  | { readonly state: 'out'; readonly reason: string; readonly asksToLogIn: boolean };

/** Some sites show a "you are being redirected" page after a log-in. */
const maxRefreshes = 3;

/** Opens the log-in page, fills in and sends the form, and checks that it worked. Every failure names its step. */
export class LoginFlow {
  readonly #settings: LoginSettings;
  readonly #fetch: VisitorFetch;
  readonly #redactor: Redactor;
  readonly #check: PageCheck;
  /** The URL of the page that proved the last log-in. */
  #provenAt: string | null = null;

  /** Throws when a sign is invalid. `redactor` knows all secrets among the values. */
  constructor(settings: LoginSettings, fetch: VisitorFetch, redactor: Redactor) {
    this.#settings = settings;
    this.#fetch = fetch;
    this.#redactor = redactor;
    this.#check = new PageCheck(settings.loggedInWhen);
  }

  /** Returns the page after the log-in. Throws ACCESS_LOGIN_..., or a FetchError when the site cannot be reached. */
  async logIn(): Promise<VisitorAnswer> {
    const page = await this.#fetch({ url: this.#settings.page });
    if (page.status < 200 || page.status > 299) {
      throw this.#failure('ACCESS_LOGIN_UNAVAILABLE', 'opening the log-in page', page);
    }
    const answer = await this.#send(page);
    const arrived = await this.#followRefreshes(answer);
    const checked =
      this.#settings.checkAt === undefined ? arrived : await this.#fetch({ url: this.#settings.checkAt });
    if (answer.status >= 500 || checked.status >= 500) {
      throw this.#failure(
        'ACCESS_LOGIN_UNAVAILABLE',
        'sending the log-in form',
        answer.status >= 500 ? answer : checked,
      );
    }
    const seen = this.stateOf(checked);
    if (seen.state === 'out' || checked.status >= 400) {
      const reason = seen.state === 'out' ? seen.reason : `the server answered ${checked.status}`;
      throw this.#failure('ACCESS_LOGIN_FAILED', 'checking that the log-in worked', checked, reason);
    }
    this.#provenAt = this.#settings.checkAt ?? arrived.url;
    return arrived;
  }

  /** Where it was seen that the log-in worked; null before it did. */
  get provenAt(): string | null {
    return this.#provenAt;
  }

  /** Checks the page that proved the log-in again. */
  async isStillLoggedIn(): Promise<boolean> {
    if (this.#provenAt === null) return false;
    const page = await this.#fetch({ url: this.#provenAt });
    return this.stateOf(page).state === 'in';
  }

  /** What an answer says about the session. `requested` is the URL from before redirects. Called for every page of a crawl. */
  stateOf(answer: VisitorAnswer, requested: string = answer.url): LoginState {
    const { status, url, headers, body } = answer;
    const location = status >= 300 && status < 400 ? URL.parse(headers.get('location') ?? '', url) : null;
    if (location !== null && this.#isLoginPage(location.href) && !this.#isLoginPage(requested)) {
      const reason = `${requested} redirects to the log-in page ${location.href}`;
      return { state: 'out', reason, asksToLogIn: true };
    }
    const page = { url, body, contentType: headers.get('content-type') };
    if (!this.#check.appliesTo(page)) return { state: 'unknown' };
    const isContent = status >= 200 && status < 300;
    if (isContent && this.#settings.loggedInWhen.length > 0) {
      const reason = this.#check.failure(page);
      if (reason === null) return { state: 'in' };
      const asksToLogIn = looksLikeLoginWall(decodedPage(answer).html, url, requested) !== null;
      return { state: 'out', reason, asksToLogIn };
    }
    // Being refused one page is no sign that the session has ended; being asked to log in is.
    if (!isContent && status !== 401 && status !== 403) return { state: 'unknown' };
    const wall = looksLikeLoginWall(decodedPage(answer).html, url, requested);
    if (wall !== null) return { state: 'out', reason: wall.reason, asksToLogIn: true };
    return { state: isContent ? 'in' : 'unknown' };
  }

  #isLoginPage(url: string): boolean {
    const [page, known] = [URL.parse(url), URL.parse(this.#settings.page)];
    return (page?.origin === known?.origin && page?.pathname === known?.pathname) || looksLikeLoginUrl(url);
  }

  async #send(page: VisitorAnswer): Promise<VisitorAnswer> {
    const { html, charset } = decodedPage(page);
    const { form, values, fill = {} } = this.#settings;
    try {
      const chosen = chooseForm(findForms(html, page.url, charset), form);
      return await submitForm(chosen, values, this.#fetch, fill);
    } catch (error) {
      if (!(error instanceof AccessError)) throw error;
      throw this.#failure(
        'ACCESS_LOGIN_FORM_CHANGED',
        'filling in the log-in form',
        page,
        error.message,
        error,
      );
    }
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

  #failure(
    code: AccessErrorCode,
    step: string,
    answer: VisitorAnswer,
    reason?: string,
    cause?: AccessError,
  ): AccessError {
    const page = seenPage(answer);
    const seen = `Seen: ${describeSeenPage(page)}`;
    const message = `log-in, ${step}: ${reason === undefined ? '' : `${reason}. `}${seen}`;
    // A page may show what was typed, even a wrong password.
    const clean = (text: string) => this.#redactor.text(text);
    return new AccessError(code, clean(message), {
      cause: cause === undefined ? undefined : new AccessError(cause.code, clean(cause.message)),
      page: {
        ...page,
        url: clean(page.url),
        title: clean(page.title),
        excerpt: clean(page.excerpt),
        body: this.#redactor.bytes(page.body),
      },
    });
  }
}
