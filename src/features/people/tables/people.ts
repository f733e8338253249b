import type { AuditEntry, AuditNote, AuditPart } from '../../../crawl/tables/records.ts';
import type { ProjectAccess, UserRole } from '../../../http/people/may-do.ts';
import type {
  ApiToken,
  AttemptKey,
  CountedAttempt,
  ExternalIdentity,
  NewApiToken,
  NewUser,
  ProjectShare,
  StoredUser,
  UserSession,
} from './people-records.ts';

/** What a session or a token stands for: itself and its user, as both are now. */
export interface SessionOwner {
  readonly session: UserSession;
  readonly user: StoredUser;
}

interface TokenOwner {
  readonly token: ApiToken;
  readonly user: StoredUser;
}

export interface PeopleReads {
  findUser(who: string | number | ExternalIdentity): Promise<StoredUser | null>;
  /** By name. */
  listUsers(): Promise<readonly StoredUser[]>;
  /** Null when there is none, or when it has expired. */
  findSession(hash: Uint8Array, now: number): Promise<SessionOwner | null>;
  /** Those that have not expired, newest first. */
  sessionsOf(userId: number, now: number): Promise<readonly UserSession[]>;
  /** Null when there is none, or when it has expired. */
  findToken(hash: Uint8Array, now: number): Promise<TokenOwner | null>;
  /** Of one user, or with null of all; expired ones too, newest first. */
  tokensOf(userId: number | null): Promise<readonly ApiToken[]>;
  /** The user whom a one-time link lets in; null when it was used, or has expired. */
  linkOwner(hash: Uint8Array, now: number): Promise<StoredUser | null>;
  /** Whether the user has a link that can still be used. */
  hasLink(userId: number, now: number): Promise<boolean>;
  sharesOf(projectId: number): Promise<readonly ProjectShare[]>;
  /** The projects that the user has a share of. */
  sharedWith(userId: number): Promise<readonly ProjectShare[]>;
  audit(part: AuditPart): Promise<readonly AuditEntry[]>;
}

/**
 * Changes. Each writes its line of the audit log in the same transaction, so that neither is ever without the other. Where the note has a
 * `standing`, the change happens only while that holds: otherwise each throws STORE_ACCOUNT_CHANGED.
 */
export interface PeopleWrites {
  /** Throws STORE_NAME_TAKEN. */
  createUser(user: NewUser, note: AuditNote): Promise<StoredUser>;
  /**
   * A new password, role, or identity elsewhere. A new password ends all sessions, and all tokens unless they are to be kept. Throws
   * STORE_LAST_ADMINISTRATOR, STORE_NAME_TAKEN for an identity that another user has, and STORE_ACCOUNT_CHANGED for a user who is gone. Returns
   * the user as changed.
   */
  changeUser(
    userId: number,
    change: {
      readonly role?: UserRole;
      readonly password?: string;
      readonly keepTokens?: boolean;
      readonly external?: ExternalIdentity;
    },
    note: AuditNote,
  ): Promise<StoredUser>;
  /** The same password with stronger parameters: nothing that the user did. */
  rehashPassword(userId: number, from: string, to: string): Promise<void>;
  /** With sessions, tokens and shares. Throws STORE_LAST_ADMINISTRATOR. */
  removeUser(userId: number, note: AuditNote): Promise<void>;
  startSession(session: UserSession, note: AuditNote): Promise<void>;
  renewSession(hash: Uint8Array, seenAt: number, expiresAt: number): Promise<void>;
  endSession(hash: Uint8Array, note: AuditNote): Promise<void>;
  /** Everywhere; with the tokens of the user, unless they are to be kept. */
  endSessionsOf(userId: number, keepTokens: boolean, note: AuditNote): Promise<void>;
  /** Replaces older links of the user. */
  keepLink(link: { hash: Uint8Array; userId: number; expiresAt: number }, note: AuditNote): Promise<void>;
  /** Uses the link up, sets the password and ends all sessions; all tokens too, when there was a password. Null when the link is not valid any more. */
  redeemLink(
    hash: Uint8Array,
    password: string,
    note: Omit<AuditNote, 'actor' | 'subject'>,
  ): Promise<StoredUser | null>;
  createToken(token: NewApiToken, note: AuditNote): Promise<ApiToken>;
  noteTokenUse(tokenId: number, at: number): Promise<void>;
  removeToken(tokenId: number, note: AuditNote): Promise<void>;
  /** Null takes the share away. */
  shareProject(
    projectId: number,
    userId: number,
    access: ProjectAccess | null,
    note: AuditNote,
  ): Promise<void>;
  /** Counts one attempt for every key, or none when it is refused. */
  countAttempt(keys: readonly AttemptKey[], at: number): Promise<CountedAttempt>;
  forgetAttempts(key: Uint8Array): Promise<void>;
  /** One attempt less: it was none. */
  takeBackAttempt(key: Uint8Array): Promise<void>;
  /** A line of the audit log about something that changes nothing here. */
  note(note: AuditNote): Promise<void>;
}

/** Users, and who may do what with which project. */
export interface People extends PeopleReads, PeopleWrites {}

declare module '../../../database/store.ts' {
  interface Store {
    readonly people: People;
  }
}
