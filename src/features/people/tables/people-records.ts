import type { ProjectAccess, TokenScope, UserRole } from '../../../http/people/may-do.ts';

export interface StoredUser {
  readonly id: number;
  /** In lower case. */
  readonly name: string;
  readonly role: UserRole;
  /** Hashed, with its parameters; null for users who cannot log in with a password. */
  readonly password: string | null;
  /** Who this is at an OpenID Connect provider or for the proxy; null for users who never came from one. */
  readonly external: ExternalIdentity | null;
  readonly createdAt: number;
  /** Rises with each new password, log-out everywhere and new identity elsewhere: what was checked before counts no longer. */
  readonly credentialVersion: number;
}

export interface ExternalIdentity {
  /** The address of the provider, or `proxy`. */
  readonly issuer: string;
  readonly subject: string;
}

/** Users whom the operator's proxy names in a header, as an issuer of identities. */
export const proxyIssuer = 'proxy';

export type NewUser = Omit<StoredUser, 'id' | 'credentialVersion'>;

/** A browser in which a user is logged in. `hash` is that of the cookie's value: the database cannot be used to log in. */
export interface UserSession {
  readonly hash: Uint8Array;
  readonly userId: number;
  readonly createdAt: number;
  /** When it was last used, give or take a few minutes. */
  readonly seenAt: number;
  readonly expiresAt: number;
  readonly address: string;
  readonly agent: string;
}

export interface ApiToken {
  readonly id: number;
  readonly userId: number;
  readonly name: string;
  /** The first characters of the token, to recognise it. */
  readonly hint: string;
  readonly scope: TokenScope;
  /** The only project it is for; null for all projects of its user. */
  readonly projectId: number | null;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly usedAt: number | null;
}

export type NewApiToken = Omit<ApiToken, 'id' | 'usedAt'> & { readonly hash: Uint8Array };

export interface ProjectShare {
  readonly projectId: number;
  readonly userId: number;
  readonly access: ProjectAccess;
}

/** How failed attempts slow down the next ones. */
export interface AttemptPace {
  /** This many are free; after them each one must wait, and twice as long as the one before. */
  readonly free: number;
  readonly firstWaitMs: number;
  readonly longestWaitMs: number;
  /** After this time without an attempt the count starts again. */
  readonly forgetAfterMs: number;
}

/** Something that attempts are counted for: an account, an address. */
export interface AttemptKey {
  /** A hash, so that the table holds neither names nor addresses. */
  readonly key: Uint8Array;
  readonly pace: AttemptPace;
  /** Who passes while the key is blocked; nobody when it is left out. */
  readonly newcomers?: NewcomerLane;
}

/** Lets those pass a block who did not cause it: one after the other, so that there is a limit for newcomers too. */
export interface NewcomerLane {
  /** Stands for where the attempt comes from. */
  readonly origin: Uint8Array;
  /** Newcomers who failed so often are none for a day: a user mistypes, too. Whoever failed before the block is none either. */
  readonly mostFailures: number;
  /** Counts the turns. */
  readonly key: Uint8Array;
  /** From one turn to the next. */
  readonly everyMs: number;
  /** Whoever would wait longer for a turn is refused. */
  readonly longestHoldMs: number;
}

/** Refused when `waitMs` is not 0; otherwise counted, and to be made after `holdMs`. */
export interface CountedAttempt {
  readonly waitMs: number;
  readonly holdMs: number;
  /** Whether it passes a block in the lane of newcomers; it is not counted for the key that is blocked. */
  readonly isNewcomer: boolean;
}
