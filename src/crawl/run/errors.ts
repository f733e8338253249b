import { type ErrorTable, errorsOf, TidemarkError } from '../../base/index.ts';

export const appErrors = {
  APP_ADDRESS_UNUSABLE: 'stop',
  APP_PROXY_INVALID: 'stop',
  APP_SETTING_INVALID: 'stop',
  APP_PROJECT_EXISTS: 'stop',
  APP_PROJECT_NAME_INVALID: 'stop',
  APP_PROJECT_RENAMED: 'stop',
  APP_PROJECT_CHANGED: 'stop',
  APP_PROJECT_UNKNOWN: 'stop',
  APP_FILE_UNREADABLE: 'stop',
  APP_FILE_UNWRITABLE: 'stop',
  APP_ARCHIVE_INVALID: 'stop',
  APP_ARCHIVE_UNSAFE: 'stop',
  APP_SITE_UNREADABLE: 'stop',
  APP_ALREADY_RUN: 'stop',
  APP_THREAD_ENDED: 'retry',
  APP_RUN_UNKNOWN: 'stop',
  APP_EXPLORATION_UNKNOWN: 'stop',
  APP_STATE_UNKNOWN: 'stop',
  APP_NOT_CONFIRMED: 'stop',
  APP_OPERATOR_ONLY: 'stop',
  APP_VERSION_MISSING: 'stop',
  APP_RULE_UNKNOWN: 'stop',
  APP_DETECTOR_EXISTS: 'stop',
  APP_DETECTOR_UNKNOWN: 'stop',
  APP_PLUG_IN_INVALID: 'stop',
  APP_LOGIN_WRONG: 'stop',
  APP_LOGIN_TOO_OFTEN: 'retry',
  APP_LOGIN_ELSEWHERE_FAILED: 'stop',
  APP_LINK_INVALID: 'stop',
  APP_USER_UNKNOWN: 'stop',
  APP_USER_NAME_INVALID: 'stop',
  APP_PASSWORD_UNSAFE: 'stop',
  APP_PASSWORD_NEEDED: 'stop',
  APP_BACKUP_EXISTS: 'stop',
  APP_KEY_INVALID: 'stop',
  APP_TOKEN_UNKNOWN: 'stop',
  APP_TOKEN_EXPIRY_INVALID: 'stop',
} as const satisfies ErrorTable;

/** A request that cannot be carried out: wrong settings, unknown names, unreadable files. */
export class AppError extends errorsOf(appErrors) {}

/** Whether a run was accepted, and starts when a worker is free. */
export const isWaiting = (error: unknown): boolean =>
  error instanceof TidemarkError && error.code === 'CLUSTER_RUN_WAITS';

/** Whether a run did not start because it was withdrawn: this is not an error. */
export const isWithdrawn = (error: unknown): boolean =>
  error instanceof TidemarkError && error.code === 'CLUSTER_RUN_WITHDRAWN';

/** Whether a thread ended before its work was done. */
export const isThreadEnded = (error: unknown): error is AppError =>
  error instanceof AppError && error.code === 'APP_THREAD_ENDED';
