import { type ErrorTable, TidemarkError } from '../base/index.ts';

export const trackErrors = {
  TRACK_MEMORY_BROKEN: 'skip',
} as const satisfies ErrorTable;

/** Something stored about a page cannot be read. */
export class TrackError extends TidemarkError {
  declare readonly code: keyof typeof trackErrors;

  constructor(code: keyof typeof trackErrors, message: string, cause?: unknown) {
    super(code, trackErrors[code], message, cause);
  }
}
