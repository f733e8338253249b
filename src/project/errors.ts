import { type ErrorTable, errorsOf } from '../base/index.ts';

export const projectErrors = {
  PROJECT_SCOPE_PREFIX_INVALID: 'stop',
  PROJECT_BUDGET_STATE_INVALID: 'stop',
  PROJECT_RULE_COUNTS_INVALID: 'stop',
  PROJECT_RULE_INVALID: 'stop',
  PROJECT_FILE_INVALID: 'stop',
  PROJECT_IMPORT_INVALID: 'stop',
} as const satisfies ErrorTable;

/** A project that is invalid, or a saved state of a crawl that cannot be read. */
export class ProjectError extends errorsOf(projectErrors) {}
