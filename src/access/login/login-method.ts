import { AccessError } from '../errors.ts';
import {
  type FillOptions,
  type FormValues,
  submitForm,
  type VisitorAnswer,
  type VisitorFetch,
} from '../forms/fill-form.ts';
import { chooseForm, type FormWish, findForms } from '../forms/find-forms.ts';
import type { Redactor } from '../secrets/redactor.ts';
import { loginFailure } from './login-wall.ts';
import { decodedPage } from './page-check.ts';

/** How a visitor who is not logged in logs in. */
export interface LoginMethod {
  /** Sends the log-in, and returns the answer. Throws ACCESS_LOGIN_..., or a FetchError when the site cannot be reached. */
  enter(): Promise<VisitorAnswer>;
  /** The URL of the page where the log-in form was found, after redirects; null before that, and without a form. */
  readonly formAt: string | null;
}

/** For visitors who already have what they need, such as cookies: no log-in is sent. */
export const noLoginMethod = (look: () => Promise<VisitorAnswer>): LoginMethod => ({
  enter: look,
  formAt: null,
});

/** A log-in that posts a JSON object, as the scripts of many sites do. */
interface JsonLogin {
  /** Absolute. */
  readonly url: string;
  /** The object, including its secrets; sent as JSON. */
  readonly send: unknown;
  /** Path of the token in the answer: names joined by dots. Null when the server sets a cookie. */
  readonly token: string | null;
  /** Called with the token of every log-in: later requests have to send it. */
  readonly onToken: (token: string) => void;
}

export class JsonLoginMethod implements LoginMethod {
  readonly formAt = null;
  readonly #login: JsonLogin;
  readonly #fetch: VisitorFetch;
  readonly #redactor: Redactor;

  /** `redactor` knows all secrets that are sent, and learns the token. */
  constructor(login: JsonLogin, fetch: VisitorFetch, redactor: Redactor) {
    this.#login = login;
    this.#fetch = fetch;
    this.#redactor = redactor;
  }

  async enter(): Promise<VisitorAnswer> {
    const { url, send, token, onToken } = this.#login;
    const answer = await this.#fetch({
      url,
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: Buffer.from(JSON.stringify(send)),
    });
    const { status } = answer;
    if (status < 200 || status > 299) {
      const code = status >= 500 || status === 429 ? 'ACCESS_LOGIN_UNAVAILABLE' : 'ACCESS_LOGIN_FAILED';
      throw loginFailure(code, { step: 'sending the user and the password', answer }, this.#redactor);
    }
    if (token !== null) onToken(this.#tokenIn(answer, token));
    return answer;
  }

  #tokenIn({ url, body }: VisitorAnswer, path: string): string {
    let value = parsed(body);
    for (const name of path.split('.')) {
      const fields = value;
      value = fieldOf(fields, name);
      if (value !== undefined) continue;
      // The answer itself is not shown: it may have the token under another name.
      const names = typeof fields === 'object' && fields !== null ? Object.keys(fields).slice(0, 12) : [];
      const instead = names.length === 0 ? 'it has no fields' : `it has ${names.join(', ')}`;
      throw new AccessError(
        'ACCESS_LOGIN_FAILED',
        `log-in, reading the token: the answer of ${url} has no "${name}"${name === path ? '' : ` for "${path}"`}; ${instead}`,
      );
    }
    if ((typeof value !== 'string' && typeof value !== 'number') || !/^[\x21-\x7e]+$/.test(String(value))) {
      throw new AccessError(
        'ACCESS_LOGIN_FAILED',
        `log-in, reading the token: "${path}" in the answer of ${url} is not a token`,
      );
    }
    this.#redactor.learn(String(value));
    return String(value);
  }
}

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    return undefined;
  }
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

export interface LoginForm {
  /** Opens the page with the form; called for every log-in. It may take several requests. */
  readonly open: () => Promise<VisitorAnswer>;
  readonly form: FormWish;
  readonly values: FormValues;
  readonly fill?: FillOptions;
}

/** A log-in with a form of the site. */
export class FormLoginMethod implements LoginMethod {
  readonly #login: LoginForm;
  readonly #fetch: VisitorFetch;
  readonly #redactor: Redactor;
  #formAt: string | null = null;

  /** `redactor` knows all secrets among the values. */
  constructor(login: LoginForm, fetch: VisitorFetch, redactor: Redactor) {
    this.#login = login;
    this.#fetch = fetch;
    this.#redactor = redactor;
  }

  get formAt(): string | null {
    return this.#formAt;
  }

  async enter(): Promise<VisitorAnswer> {
    const page = await this.#login.open();
    if (page.status < 200 || page.status > 299) {
      const step = 'opening the log-in page';
      throw loginFailure('ACCESS_LOGIN_UNAVAILABLE', { step, answer: page }, this.#redactor);
    }
    const { form, values, fill = {} } = this.#login;
    const { html, charset } = decodedPage(page);
    try {
      const chosen = chooseForm(findForms(html, page.url, charset), form);
      this.#formAt = page.url;
      return await submitForm(chosen, values, this.#fetch, fill);
    } catch (error) {
      if (!(error instanceof AccessError)) throw error;
      const step = 'filling in the log-in form';
      const failed = { step, answer: page, reason: error.message, cause: error };
      throw loginFailure('ACCESS_LOGIN_FORM_CHANGED', failed, this.#redactor);
    }
  }
}
