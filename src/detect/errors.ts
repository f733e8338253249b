import { type ErrorTable, TidemarkError } from '../base/index.ts';

export const detectErrors = {
  DETECT_DEFINITION_INVALID: 'stop',
  DETECT_MEMORY_BROKEN: 'skip',
} as const satisfies ErrorTable;

/** A detector that makes no sense, or something stored about results that cannot be read. */
export class DetectError extends TidemarkError {
  declare readonly code: keyof typeof detectErrors;

  constructor(code: keyof typeof detectErrors, message: string, cause?: unknown) {
    super(code, detectErrors[code], message, cause);
  }
}
