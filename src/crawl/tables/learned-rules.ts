import type { AuditNote } from './records.ts';

/** What a learned rule is about: the address of a page, its content, or how the site behaves. */
export type LearnedKind = 'url' | 'page' | 'site';

export type LearnedState = 'on' | 'off' | 'withdrawn';

/**
 * A learned rule as it is stored. `rule` is JSON, written by `url` (IdentityRule), `track` (VolatileRule) or `crawl`
 * (SiteFact).
 */
export interface LearnedRule {
  readonly id: string;
  readonly kind: LearnedKind;
  readonly host: string;
  readonly rule: string;
  readonly state: LearnedState;
  /** Why it was withdrawn. */
  readonly note: string | null;
  readonly sinceRunId: number;
  readonly changedRunId: number;
}

/** Rules that Tidemark learned about the sites of a project. */
export interface LearnedRules {
  /** Includes those that are off or withdrawn, in the order in which they were learned. */
  list(projectId: number): Promise<readonly LearnedRule[]>;
  /** Switches one on or off, and writes the lines of the audit log; false, and nothing noted, when there is no such rule. */
  switch(projectId: number, id: string, state: 'on' | 'off', notes?: readonly AuditNote[]): Promise<boolean>;
}

declare module '../../database/store.ts' {
  interface Store {
    readonly learned: LearnedRules;
  }
}
