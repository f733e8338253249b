import type { FilePath } from './file-problem.ts';

/** Something about a project that no single field shows. */
export interface ProjectProblem {
  /** Errors keep a project from running; warnings are worth a look. */
  readonly severity: 'error' | 'warning';
  readonly path: FilePath;
  readonly message: string;
  readonly hint: string;
}
