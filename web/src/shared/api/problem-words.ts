import { ProblemError } from './api.ts';

/** A failure as people read it. */
interface ProblemWords {
  readonly title: string;
  readonly detail: string;
}

/** Codes of the server; docs/errors.md has all of them. */
export const codeOf = (error: unknown): string | null =>
  error instanceof ProblemError ? error.problem.code : null;

export const isNotLoggedIn = (error: unknown): boolean => codeOf(error) === 'API_NOT_LOGGED_IN';

export const hasTooManyStreams = (error: unknown): boolean => codeOf(error) === 'API_TOO_MANY_STREAMS';

/** Whether no answer came at all. */
export const isUnreachable = (error: unknown): boolean => error instanceof TypeError;

export function problemWords(error: unknown): ProblemWords {
  if (error instanceof ProblemError) return { title: error.problem.title, detail: error.problem.detail };
  if (isUnreachable(error))
    return { title: 'The server does not answer', detail: 'This page tries again by itself.' };
  return { title: 'Something went wrong', detail: error instanceof Error ? error.message : String(error) };
}
