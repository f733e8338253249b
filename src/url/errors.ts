import { type ErrorTable, errorsOf } from '../base/index.ts';

export const urlErrors = {
  URL_EMPTY: 'skip',
  URL_INVALID: 'skip',
  URL_BASE_INVALID: 'stop',
} as const satisfies ErrorTable;

/** An input that is not a URL, or a base that is not an absolute one. */
export class UrlError extends errorsOf(urlErrors) {}
