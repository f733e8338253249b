import type { Access, Role } from './contract/endpoint.ts';
import { ApiError, notFound } from './errors.ts';
import type { Principal, Refusal } from './people/may-do.ts';

/** The sender of a request that was not refused. */
export interface Caller {
  /** For the log. */
  readonly name: string;
  readonly role: Role;
  /** Who it is, for services that are about the callers themselves. */
  readonly principal: Principal;
  /** The address of the client, not of a proxy; null for a caller on this machine. */
  readonly address: string | null;
  /** A header for the answer, when the session was renewed. */
  readonly setCookie: string | null;
  /** Whether a project exists as far as this caller is concerned: for lists over all projects. */
  sees(projectId: number): boolean;
  /** Whether they may also change it. */
  mayChange(projectId: number): boolean;
  /** As `sees`, by name and with the current rights: rights may change while events are sent. */
  seesNow(project: string): Promise<boolean>;
}

/** A request, as far as it says who is calling. */
export interface AccessRequest {
  readonly method: string;
  /** The name of the endpoint, and who may call it. */
  readonly endpoint: string;
  readonly access: Access;
  /** The project that the path names; null when it names none. */
  readonly project: string | null;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The address of the other end of the connection. */
  readonly address: string;
}

/**
 * Decides about every request, also about those that need no log-in, before its body is read. What it throws is a failure of the
 * server; the request is not answered then.
 */
export type Gate = (request: AccessRequest) => Promise<Caller | Refusal>;

export function refused(refusal: Refusal, project: string | null): ApiError {
  switch (refusal) {
    case 'not logged in':
      return new ApiError('API_NOT_LOGGED_IN', 'Log in, or send a token: "Authorization: Bearer TOKEN".');
    case 'not allowed':
      return new ApiError('API_NOT_ALLOWED', 'Your role, or your token, does not allow this.');
    case 'unknown host':
      return new ApiError(
        'API_NOT_ALLOWED',
        'This server does not answer to that name. If it is one of its names, its operator sets TIDEMARK_PUBLIC_URL.',
      );
    case 'other site':
      return new ApiError(
        'API_NOT_ALLOWED',
        'A page of another site must not do this. A program sends a token instead: "Authorization: Bearer TOKEN".',
      );
    case 'no such project':
      return notFound(`project "${project ?? ''}"`);
  }
}

/** A project that a request names anywhere, not only in its path, must be one that the caller may see. */
export async function requireSeen(given: { readonly project?: unknown }, caller: Caller): Promise<void> {
  const { project } = given;
  if (typeof project === 'string' && !(await caller.seesNow(project))) throw notFound(`project "${project}"`);
}
