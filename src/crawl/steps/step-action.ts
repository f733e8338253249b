import type { z } from 'zod';
import type { VisitorAnswer } from '../../access/index.ts';
import type { FetchRequest, FetchResult } from '../../fetch/index.ts';
import type { ProjectSecrets } from './project-secrets.ts';

/** One visitor's way to the site, as a member when the project has a log-in. Follows redirects. */
export type StepVisitor = (
  request: Pick<FetchRequest, 'url' | 'method' | 'headers' | 'body'>,
) => Promise<FetchResult>;

/** A page that a step has come to. */
export interface Arrival {
  readonly page: VisitorAnswer;
  /** Whether asking for its URL brings the same page again; not so for the answer to a form that was posted. */
  readonly hasAddress: boolean;
}

/** What an action may use. */
export interface StepContext {
  /** The address where the project begins. */
  readonly source: string;
  /** Where the step is now; null when it has opened nothing yet. */
  readonly page: VisitorAnswer | null;
  /** Asks the site, one request after the other. */
  readonly visit: StepVisitor;
  readonly secrets: ProjectSecrets;
}

/**
 * One thing that a step can do on its way to the page it begins with (B5). A step does those whose key it has, in the
 * order of the list in `step-actions.ts`.
 */
export interface StepAction<Value = unknown> {
  /** Its key in a step of a project file. */
  readonly key: string;
  /** What the key takes; left out where the schema of project files has the key itself. */
  readonly schema?: z.ZodType;
  /** Gives where the step is afterwards, the last place last. Throws StepError, AccessError or FetchError. */
  take(value: Value, context: StepContext): Promise<readonly [Arrival, ...Arrival[]]>;
}
