import { createHash, randomBytes } from 'node:crypto';
import type { Store } from '../../database/store.ts';
import type { PasswordHasher } from '../feature.ts';

/** The dependencies of all code about users. */
export interface PeopleContext {
  readonly store: Pick<Store, 'people' | 'projects'>;
  readonly passwords: PasswordHasher;
  readonly now: () => number;
  /** Delays a log-in by this many milliseconds. Default: a timer. */
  readonly hold?: (ms: number) => Promise<void>;
}

/** The hash under which a session, a link or a token is stored. They are random and long: a slow hash would add nothing. */
export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** For cookies and links. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

const tokenPrefix = 'tdm_';

/** `tdm_` and 60 hexadecimal digits, so that programs that look for leaked secrets recognise it. */
export const newToken = (): string => `${tokenPrefix}${randomBytes(30).toString('hex')}`;

/** The part that is stored in plain text, so that people recognise their tokens. */
export const hintOf = (token: string): string => token.slice(0, tokenPrefix.length + 6);
