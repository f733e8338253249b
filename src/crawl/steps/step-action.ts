import type { z } from 'zod';
import type { VisitorAnswer } from '../../access/index.ts';
import type { FetchRequest, FetchResult } from '../../fetch/index.ts';
import type { ProjectSecrets } from './project-secrets.ts';

/** Sends the requests of one visitor, who is logged in when the project has a log-in. Follows redirects. */
export type StepVisitor = (
  request: Pick<FetchRequest, 'url' | 'method' | 'headers' | 'body'>,
) => Promise<FetchResult>;

/** A page that a step has reached. */
export interface Arrival {
  readonly page: VisitorAnswer;
  /** Whether requesting its URL gives the same page again; false for the answer to a posted form. */
  readonly hasAddress: boolean;
}

/** What an action may use. */
export interface StepContext {
  /** The address where the project starts. */
  readonly source: string;
  /** The current page of the step; null before it opens one. */
  readonly page: VisitorAnswer | null;
  /** Sends requests to the site one after the other. */
  readonly visit: StepVisitor;
  readonly secrets: ProjectSecrets;
}

/**
 * One action that a step can take to reach its first page. A step takes the actions whose keys it has, in the order of
 * the list in `step-actions.ts`.
 */
export interface StepAction<Value = unknown> {
  /** Its key in a step of a project file. */
  readonly key: string;
  /** The schema of the values; left out when the schema of project files already has the key. */
  readonly schema?: z.ZodType;
  /** Returns the pages it reached; the last one becomes the current page. Throws StepError, AccessError or FetchError. */
  take(value: Value, context: StepContext): Promise<readonly [Arrival, ...Arrival[]]>;
}
