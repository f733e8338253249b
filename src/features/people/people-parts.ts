import type { Store } from '../../database/store.ts';
import type { Passwords } from './passwords.ts';

/** What everything about users needs. */
export interface PeopleParts {
  readonly store: Pick<Store, 'people' | 'projects'>;
  readonly passwords: Passwords;
  readonly now: () => number;
}
