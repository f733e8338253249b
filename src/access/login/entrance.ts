import type { VisitorAnswer } from '../forms/fill-form.ts';

/** What somebody who is not logged in has to send. */
export interface Entrance {
  /** Sends it, and returns the answer. Throws ACCESS_LOGIN_..., or a FetchError when the site cannot be reached. */
  enter(): Promise<VisitorAnswer>;
  /** The URL of the page where the log-in form was found, after redirects; null before that, and without a form. */
  readonly formAt: string | null;
}

/** For visitors who bring what they need, such as cookies: there is nothing to send. */
export const noEntrance = (look: () => Promise<VisitorAnswer>): Entrance => ({ enter: look, formAt: null });
