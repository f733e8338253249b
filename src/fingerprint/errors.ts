import { type ErrorTable, errorsOf } from '../base/index.ts';

export const fingerprintErrors = {
  FINGERPRINT_OPTION_INVALID: 'stop',
  FINGERPRINT_INCOMPARABLE: 'stop',
} as const satisfies ErrorTable;

/** An invalid option of a fingerprint, or two fingerprints that were made in different ways. */
export class FingerprintError extends errorsOf(fingerprintErrors) {}
