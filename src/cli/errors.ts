import { type ErrorTable, errorsOf } from '../base/index.ts';

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

/** A command that cannot be carried out. */
export class CliError extends errorsOf(cliErrors) {}
