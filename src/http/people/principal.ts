import type { UserRole } from '../../crawl/tables/user-role.ts';

export type { ProjectAccess, UserRole } from '../../crawl/tables/user-role.ts';

/** What a token may do, whatever its user may. */
export type TokenScope = 'read' | 'write' | 'admin';

/** A user, as far as permissions go. */
export interface KnownUser {
  readonly id: number;
  readonly name: string;
  readonly role: UserRole;
  /** As it was when the request was let in; null for the operator, who is no stored user. */
  readonly credentialVersion: number | null;
}

/** Who asks. A token acts for its user, and never does more than that user may do at the moment. */
export type Principal =
  | { readonly kind: 'anonymous' }
  | {
      readonly kind: 'user';
      readonly user: KnownUser;
      /** The hash of the session; null for a user whom a trusted proxy named. */
      readonly session: Uint8Array | null;
    }
  | {
      readonly kind: 'token';
      readonly user: KnownUser;
      readonly tokenId: number;
      readonly scope: TokenScope;
      /** The only project that the token is for; null for all projects of its user. */
      readonly projectId: number | null;
      readonly expiresAt: number;
    };

export const anonymous: Principal = { kind: 'anonymous' };

/** For the audit log. */
export const nameOfPrincipal = (principal: Principal): string =>
  principal.kind === 'anonymous' ? 'nobody' : principal.user.name;
