import type { Store } from '../../database/store.ts';
import type { Passwords } from './passwords.ts';

/** What everything about users needs. */
export interface PeopleParts {
  readonly store: Pick<Store, 'people' | 'projects'>;
  readonly passwords: Passwords;
  readonly now: () => number;
  /** Lets a log-in wait for its turn, in milliseconds; a timer when it is left out. */
  readonly hold?: (ms: number) => Promise<void>;
}
