import { type ErrorTable, TidemarkError } from '../base/index.ts';

export const urlErrors = {
  URL_EMPTY: 'skip',
  URL_INVALID: 'skip',
  URL_BASE_INVALID: 'stop',
} as const satisfies ErrorTable;

/** A name that is no URL, or a list of names that cannot be judged. */
export class UrlError extends TidemarkError {
  declare readonly code: keyof typeof urlErrors;

  constructor(code: keyof typeof urlErrors, message: string, cause?: unknown) {
    super(code, urlErrors[code], message, cause);
  }
}
