import { type ErrorTable, TidemarkError } from '../base/index.ts';

export const configErrors = {
  CONFIG_INVALID: 'stop',
} as const satisfies ErrorTable;

/** A setting with a value that cannot be used. */
export class ConfigError extends TidemarkError {
  declare readonly code: keyof typeof configErrors;

  constructor(code: keyof typeof configErrors, message: string) {
    super(code, configErrors[code], message);
  }
}
