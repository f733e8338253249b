import { createHash, randomBytes } from 'node:crypto';
import type { Store } from '../../database/store.ts';
import type { PasswordHasher } from '../feature.ts';

/** What everything about users needs. */
export interface PeopleParts {
  readonly store: Pick<Store, 'people' | 'projects'>;
  readonly passwords: PasswordHasher;
  readonly now: () => number;
  /** Lets a log-in wait for its turn, in milliseconds; a timer when it is left out. */
  readonly hold?: (ms: number) => Promise<void>;
}

/** The hash under which a session, a link or a token is stored. They are random and long: a slow hash would add nothing. */
export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** For cookies and links. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

const tokenPrefix = 'tdm_';

/** `tdm_` and 60 hexadecimal digits: programs that look for leaked secrets can tell what it is. */
export const newToken = (): string => `${tokenPrefix}${randomBytes(30).toString('hex')}`;

/** What is stored in plain text, so that people recognise their tokens. */
export const hintOf = (token: string): string => token.slice(0, tokenPrefix.length + 6);
