import type { Access, Role } from '../contract/endpoint.ts';
import { ApiError } from '../errors.ts';

/** Somebody who was let in. */
export interface Caller {
  /** For the log. */
  readonly name: string;
  readonly role: Role;
  /** Whether a project exists as far as this caller is concerned: for lists over all projects. */
  sees(project: string): Promise<boolean>;
}

/** A request, as far as it says who is calling. */
export interface Knock {
  readonly method: string;
  /** The name of the endpoint, and who may call it. */
  readonly endpoint: string;
  readonly access: Access;
  /** The project that the path names; null when it names none. */
  readonly project: string | null;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The address of whoever holds the connection. */
  readonly address: string;
}

/** Why somebody is not let in. `no such project`: they may not know that it exists. */
export type Refusal = 'not logged in' | 'not allowed' | 'no such project' | 'too many';

/**
 * Decides about every request, also about those for everybody. It is asked before anything is read. What it throws is a failure of
 * the server, and nobody is let in.
 */
export type Gate = (knock: Knock) => Promise<Caller | Refusal>;

export function refused(refusal: Refusal, project: string | null): ApiError {
  switch (refusal) {
    case 'not logged in':
      return new ApiError('API_NOT_LOGGED_IN', 'Log in, or send a token: "Authorization: Bearer TOKEN".');
    case 'not allowed':
      return new ApiError('API_NOT_ALLOWED', 'Your role, or your token, does not allow this.');
    case 'too many':
      return new ApiError('API_TOO_MANY', 'Too many attempts. Wait a while, then try again.');
    case 'no such project':
      return unknownToCaller(project ?? '');
  }
}

/** Names no other projects: the caller may not know of them. */
export const unknownToCaller = (project: string): ApiError =>
  new ApiError('API_NOT_FOUND', `There is no project "${project}".`);
