import { type ErrorTable, TidemarkError } from '../base/index.ts';

export const fingerprintErrors = {
  FINGERPRINT_OPTION_INVALID: 'stop',
  FINGERPRINT_INCOMPARABLE: 'stop',
} as const satisfies ErrorTable;

/** An option of a fingerprint that makes no sense, or two fingerprints that were not made alike. */
export class FingerprintError extends TidemarkError {
  declare readonly code: keyof typeof fingerprintErrors;

  constructor(code: keyof typeof fingerprintErrors, message: string) {
    super(code, fingerprintErrors[code], message);
  }
}
