import { AccessError } from '../errors.ts';
import { chooseForm, type FormWish } from '../forms/choose-form.ts';
import type { FormValues } from '../forms/fill-field.ts';
import { type FillOptions, submitForm, type VisitorAnswer, type VisitorFetch } from '../forms/fill-form.ts';
import { findForms } from '../forms/find-forms.ts';
import type { Redactor } from '../secrets/redactor.ts';
import type { Entrance } from './entrance.ts';
import { loginFailure } from './login-failure.ts';
import { decodedPage } from './seen-page.ts';

export interface LoginForm {
  /** Gets to the page with the form; called for every log-in. It may take several requests. */
  readonly open: () => Promise<VisitorAnswer>;
  readonly form: FormWish;
  readonly values: FormValues;
  readonly fill?: FillOptions;
}

/** A log-in with a form of the site. */
export class FormEntrance implements Entrance {
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
