import { type ErrorTable, errorsOf } from '../base/index.ts';

export const configErrors = {
  CONFIG_INVALID: 'stop',
} as const satisfies ErrorTable;

/** A setting with an invalid value. */
export class ConfigError extends errorsOf(configErrors) {}
