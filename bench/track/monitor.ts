import type { Flag } from '../../test/kernel/track/site/truth.ts';

/** What a monitor says about a page; null when it says nothing. */
export type Reported = 'same' | 'changed' | 'new' | 'missing' | 'failed' | null;

/** A program that watches pages for a user. */
export interface Monitor {
  readonly name: string;
  /**
   * Visits the site. The addresses are those that a user would have written down at the first visit: every page, without
   * session ids. A crawler needs only the first one.
   */
  look(origin: string, addresses: readonly string[]): Promise<void>;
  /** What the last visit found, by the key of the page. */
  reported(keyOf: (target: string) => string): ReadonlyMap<string, Reported>;
  close(): Promise<void>;
}

export const reportedOf: Readonly<Record<Flag, Reported>> = {
  NEW: 'new',
  SAM: 'same',
  UPD: 'changed',
  MIS: 'missing',
  ERR: 'failed',
};
