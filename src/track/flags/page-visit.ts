import type { PageProblem } from './page-problem.ts';

/** The first level that says "same" ends the work; see `decideFlag`. */
export type Comparison =
  | { readonly level: 'same bytes' | 'same signature' | 'same segments' }
  /** They agree in all that the user's choice of comparison looks at (A7); `reason` says in what. */
  | { readonly level: 'same as chosen'; readonly reason: string }
  /** They differ, but only in noise; `noise` says in what. */
  | { readonly level: 'only noise'; readonly noise: string }
  /** `summary` says what is other, for people. */
  | { readonly level: 'changed'; readonly summary: string };

/** What a visit of one page brought. */
export type PageVisit =
  /** 304: the server says that nothing changed. `reason` when something else says so. */
  | { readonly outcome: 'not modified'; readonly reason?: string }
  /** A whole page. `comparison` is null when there is no version to compare with. */
  | {
      readonly outcome: 'content';
      readonly problem: PageProblem | null;
      readonly comparison: Comparison | null;
    }
  /** The page is now elsewhere: its redirect leads to another page. */
  | { readonly outcome: 'redirect'; readonly to: string; readonly problem: PageProblem | null }
  /** Any other status than success, 304 or a redirect. */
  | { readonly outcome: 'status'; readonly status: number }
  /** A listing (FTP, a folder, a feed) that should name it no longer does. */
  | { readonly outcome: 'not listed'; readonly listing: string }
  /** Nothing whole came: network, time, an incomplete body. `message` says what happened. */
  | { readonly outcome: 'failure'; readonly code: string; readonly message: string };

/** What is known of the page from earlier visits. */
export interface PageHistory {
  readonly hasGoodVersion: boolean;
  /** Of the visit before this one; null at the first. */
  readonly lastFlag: 'NEW' | 'SAM' | 'UPD' | 'MIS' | 'ERR' | null;
}
