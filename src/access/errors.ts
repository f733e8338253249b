import { type ErrorTable, TidemarkError } from '../base/index.ts';

export const accessErrors = {
  ACCESS_FORM_NOT_FOUND: 'stop',
  ACCESS_FORM_AMBIGUOUS: 'stop',
  ACCESS_FORM_FIELD_UNKNOWN: 'stop',
  ACCESS_FORM_VALUE: 'stop',
  ACCESS_FORM_BUTTON: 'stop',
  ACCESS_FORM_UNSENDABLE: 'stop',
  ACCESS_LINK_NOT_FOUND: 'stop',
  ACCESS_LINK_AMBIGUOUS: 'stop',
  ACCESS_SELECTOR_INVALID: 'stop',
  ACCESS_SELECTOR_COSTLY: 'stop',
  ACCESS_PATTERN_INVALID: 'stop',
  ACCESS_LOGIN_UNAVAILABLE: 'retry',
  ACCESS_LOGIN_FORM_CHANGED: 'stop',
  ACCESS_LOGIN_FAILED: 'stop',
  ACCESS_LOGIN_EXPIRED: 'stop',
  ACCESS_LOGIN_WALL: 'skip',
  ACCESS_COOKIES_INVALID: 'stop',
  ACCESS_COOKIES_EXPIRED: 'stop',
  ACCESS_SECRET_MISSING: 'stop',
  ACCESS_SECRET_KEY_INVALID: 'stop',
  ACCESS_SECRET_KEY_EXPOSED: 'stop',
  ACCESS_SECRET_WRONG_KEY: 'stop',
  ACCESS_SECRET_DAMAGED: 'stop',
} as const satisfies ErrorTable;

export type AccessErrorCode = keyof typeof accessErrors;

/** What a server showed, kept for the user when it is not what was expected. */
export interface SeenPage {
  /** After redirects. */
  readonly url: string;
  readonly status: number;
  readonly title: string;
  /** The first words of its text. */
  readonly excerpt: string;
  readonly contentType: string | null;
  readonly body: Uint8Array;
}

interface AccessFailure {
  readonly cause?: unknown;
  /** The page that came instead of the expected one. */
  readonly page?: SeenPage;
}

/** Why a site could not be entered. Messages never contain a secret. */
export class AccessError extends TidemarkError {
  declare readonly code: AccessErrorCode;
  /** The page that came instead of the expected one; null when the failure is not about a page. */
  readonly page: SeenPage | null;

  constructor(code: AccessErrorCode, message: string, failure: AccessFailure = {}) {
    super(code, accessErrors[code], message, failure.cause);
    this.page = failure.page ?? null;
  }
}
