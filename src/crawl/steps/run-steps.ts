import type { SessionEntry, StepEntry } from '../../project/index.ts';
import type { ProjectSecrets } from './project-secrets.ts';

/** The part of a run's definition that its steps need. */
export interface RunSteps {
  /** The address where the project starts. */
  readonly source: string;
  /** At least one. */
  readonly steps: readonly StepEntry[];
  /** How to log in and stay logged in; null when the project has no log-in. */
  readonly session: SessionEntry | null;
  /** Whether the run has a user and a password for servers that require them. */
  readonly hasAccount: boolean;
  readonly secrets: ProjectSecrets;
}

/** The address that a step opens; a path is relative to the source's host. */
export function addressIn({ source }: Pick<RunSteps, 'source'>, open: string | undefined): string {
  return URL.parse(open ?? '', source)?.href ?? source;
}
