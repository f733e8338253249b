import { type ErrorTable, TidemarkError } from '../base/index.ts';

export const cliErrors = {
  CLI_USAGE: 'stop',
  CLI_INPUT_UNREADABLE: 'stop',
  CLI_INPUT_INVALID: 'stop',
  CLI_OPTION_INVALID: 'stop',
  CLI_PROJECT_UNKNOWN: 'stop',
  CLI_PAGE_UNKNOWN: 'stop',
  CLI_PAGE_AMBIGUOUS: 'stop',
  CLI_SECRET_UNKNOWN: 'stop',
  CLI_NOT_CONFIRMED: 'stop',
  CLI_EDITOR_FAILED: 'stop',
  CLI_FILE_EXISTS: 'stop',
  CLI_OUTPUT_UNWRITABLE: 'stop',
  CLI_NOTHING_TO_WATCH: 'stop',
} as const satisfies ErrorTable;

/** A command cannot do what was asked of it. */
export class CliError extends TidemarkError {
  declare readonly code: keyof typeof cliErrors;

  constructor(code: keyof typeof cliErrors, message: string, cause?: unknown) {
    super(code, cliErrors[code], message, cause);
  }
}
