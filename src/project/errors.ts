import { type ErrorTable, TidemarkError } from '../base/index.ts';

export const projectErrors = {
  PROJECT_SCOPE_PREFIX_INVALID: 'stop',
  PROJECT_BUDGET_STATE_INVALID: 'stop',
  PROJECT_RULE_COUNTS_INVALID: 'stop',
  PROJECT_RULE_INVALID: 'stop',
  PROJECT_FILE_INVALID: 'stop',
  PROJECT_IMPORT_INVALID: 'stop',
} as const satisfies ErrorTable;

/** A project that makes no sense, or a saved state of a crawl that cannot be read. */
export class ProjectError extends TidemarkError {
  declare readonly code: keyof typeof projectErrors;

  constructor(code: keyof typeof projectErrors, message: string, cause?: unknown) {
    super(code, projectErrors[code], message, cause);
  }
}
