import { type ErrorTable, errorsOf, TidemarkError } from '../base/index.ts';
import type { Problem } from './contract/values.ts';

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

/** A request that the server refuses, or cannot answer. */
export class ApiError extends errorsOf(apiErrors) {}

/** Things that do not exist, and things that the caller may not see, answer alike. */
export const notFound = (what: string): ApiError => new ApiError('API_NOT_FOUND', `There is no ${what}.`);

const titles: Readonly<Record<number, string>> = {
  400: 'The request cannot be understood',
  401: 'Not logged in',
  403: 'Not allowed',
  404: 'Not found',
  409: 'Not possible at the moment',
  413: 'Too large',
  415: 'Unknown type of content',
  422: 'Cannot be done',
  429: 'Too many requests',
  500: 'The server failed',
  503: 'Not available',
  507: 'No room left',
};

/** Codes whose ending does not say which status they mean. */
const statusOf: Readonly<Record<string, number>> = {
  API_REQUEST_INVALID: 400,
  API_CURSOR_INVALID: 400,
  API_CURSOR_GONE: 410,
  API_NOT_FOUND: 404,
  API_NOT_LOGGED_IN: 401,
  API_NOT_ALLOWED: 403,
  API_STOPPING: 503,
  API_NOT_READY: 503,
  API_BUSY: 503,
  API_TOO_COSTLY: 422,
  API_TOO_MANY: 429,
  API_TOO_MANY_STREAMS: 429,
  API_FAILED: 500,
  APP_VERSION_MISSING: 404,
  APP_PROJECT_RENAMED: 409,
  APP_PROJECT_CHANGED: 409,
  APP_ALREADY_RUN: 409,
  APP_NOT_CONFIRMED: 409,
  APP_LOGIN_WRONG: 401,
  APP_LOGIN_TOO_OFTEN: 429,
  APP_LOGIN_ELSEWHERE_FAILED: 401,
  APP_LINK_INVALID: 404,
  APP_PASSWORD_NEEDED: 403,
  APP_OPERATOR_ONLY: 403,
  STORE_LOCKED: 409,
  STORE_NAME_TAKEN: 409,
  STORE_LAST_ADMINISTRATOR: 409,
  STORE_ACCOUNT_CHANGED: 401,
  STORE_FULL: 507,
  STORE_UNREACHABLE: 503,
  STORE_MISSING: 503,
  STORE_DAMAGED: 500,
  STORE_LOST_WRITES: 500,
  STORE_CONTENT_DAMAGED: 500,
  STORE_READ_ONLY: 500,
  STORE_FAILED: 500,
  STORE_FENCED: 500,
  CLUSTER_RUN_GIVEN_UP: 500,
  CLUSTER_RUN_WITHDRAWN: 409,
  CLUSTER_NOTHING_WAITS: 404,
  CLUSTER_WORKER_FAILED: 500,
};

const statusByEnding = [
  [/_UNKNOWN$/, 404],
  [/_EXISTS$/, 409],
] as const;

/** The status of a failure that Tidemark foresees. All other codes mean that something in the request cannot be done. */
function statusOfCode(code: string): number {
  return statusOf[code] ?? statusByEnding.find(([ending]) => ending.test(code))?.[1] ?? 422;
}

/** What the caller is shown. The reason of an unforeseen failure is only in the log: it may contain what the caller must not know. */
export function problemOf(error: unknown, request: string): Problem {
  const { code, message } = reported(error);
  const status = statusOfCode(code);
  return {
    type: 'about:blank',
    title: titles[status] ?? 'Failed',
    status,
    code,
    detail: message,
    request,
  };
}

function reported(error: unknown): Pick<TidemarkError, 'code' | 'message'> {
  if (error instanceof TidemarkError) return error;
  const { statusCode, message } = error as { readonly statusCode?: number; readonly message: string };
  // Fastify's own refusals: a body that is too large, no JSON, or of an unknown type.
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new ApiError('API_REQUEST_INVALID', message);
  return new ApiError(
    'API_FAILED',
    'Something went wrong in the server. Its log has the reason under the id of this request.',
  );
}
