import { type ErrorTable, errorsOf } from '../base/index.ts';

export const detectErrors = {
  DETECT_DEFINITION_INVALID: 'stop',
  DETECT_MEMORY_BROKEN: 'skip',
} as const satisfies ErrorTable;

/** An invalid detector, or stored results that cannot be read. */
export class DetectError extends errorsOf(detectErrors) {}
