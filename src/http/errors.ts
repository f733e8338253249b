import { type ErrorTable, TidemarkError } from '../base/index.ts';

export const apiErrors = {
  API_REQUEST_INVALID: 'stop',
  API_CURSOR_INVALID: 'stop',
  API_CURSOR_GONE: 'stop',
  API_NOT_FOUND: 'stop',
  API_NOT_LOGGED_IN: 'stop',
  API_NOT_ALLOWED: 'stop',
  API_STOPPING: 'retry',
  API_NOT_READY: 'retry',
  API_BUSY: 'retry',
  API_TOO_COSTLY: 'stop',
  API_TOO_MANY: 'retry',
  API_TOO_MANY_STREAMS: 'retry',
  API_FAILED: 'stop',
} as const satisfies ErrorTable;

type ApiErrorCode = keyof typeof apiErrors;

/** A request that the server refuses, or cannot answer. */
export class ApiError extends TidemarkError {
  declare readonly code: ApiErrorCode;

  constructor(code: ApiErrorCode, message: string, cause?: unknown) {
    super(code, apiErrors[code], message, cause);
  }
}

/** Things that do not exist, and things that the caller may not see, answer alike. */
export const notFound = (what: string): ApiError => new ApiError('API_NOT_FOUND', `There is no ${what}.`);
