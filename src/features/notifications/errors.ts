import { type ErrorTable, TidemarkError, type Wording } from '../../base/index.ts';

export const notifyErrors = {
  NOTIFY_ADDRESS_INVALID: 'stop',
  NOTIFY_ABANDONED: 'skip',
  NOTIFY_CHANNEL_GONE: 'skip',
  NOTIFY_NOT_ALLOWED: 'skip',
  NOTIFY_REFUSED: 'skip',
  NOTIFY_REDIRECTED: 'skip',
  NOTIFY_MAIL_UNSET: 'retry',
  NOTIFY_PROGRAM_MISSING: 'retry',
  NOTIFY_FAILED: 'retry',
} as const satisfies ErrorTable;

type NotifyErrorCode = keyof typeof notifyErrors;

/** A message was not delivered to its channel. `retry` means that it is sent again later, `skip` that it is given up. */
export class NotifyError extends TidemarkError {
  declare readonly code: NotifyErrorCode;
  /** How many milliseconds the receiver asks us to wait, or null. */
  readonly askedFor: number | null;

  constructor(
    code: NotifyErrorCode,
    message: Wording,
    { cause, askedFor = null }: { readonly cause?: unknown; readonly askedFor?: number | null } = {},
  ) {
    super(code, notifyErrors[code], message, cause);
    this.askedFor = askedFor;
  }
}
