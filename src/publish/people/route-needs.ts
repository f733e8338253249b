import type { ProjectAccess, TokenScope, UserRole } from '../../store/index.ts';

/**
 * What a route asks of whoever calls it. Every route has one; there is no default, so that a new route is closed until
 * somebody has decided.
 */
export interface RouteNeeds {
  /** The least role; `anyone` needs no log-in. */
  readonly role: 'anyone' | UserRole;
  /** What is done with the project that the request names; null when it names none. */
  readonly project: ProjectAccess | null;
  /** The least scope of a token; `none` is for people only: no token may change passwords or make other tokens. */
  readonly scope: TokenScope | 'none';
}
