import type { Flag } from '../../test/track/site/truth.ts';

/** What a monitor says about a page; null when it says nothing. */
export type Told = 'same' | 'changed' | 'new' | 'missing' | 'failed' | null;

/** A program that watches pages for a user. */
export interface Monitor {
  readonly name: string;
  /**
   * Looks at the site. The addresses are those that a user would have noted down at the first visit: every page, without
   * any session. A crawler needs the first of them only.
   */
  look(origin: string, addresses: readonly string[]): Promise<void>;
  /** What the last look found, by the key of the page. */
  told(keyOf: (target: string) => string): ReadonlyMap<string, Told>;
  close(): Promise<void>;
}

export const toldOf: Readonly<Record<Flag, Told>> = {
  NEW: 'new',
  SAM: 'same',
  UPD: 'changed',
  MIS: 'missing',
  ERR: 'failed',
};
