import type { PageView } from './page-view.ts';
import type { ComparisonPlugIn } from './plug-in.ts';

/** How two versions of a page are compared (A7). */
export type Equality =
  /** Bitwise, as in the paper: every other byte is a change, and no second fetch is asked. */
  | { readonly by: 'bytes' }
  /** By what a view shows of the page; what differs between two fetches of one moment is noise. */
  | { readonly by: 'view'; readonly view: PageView }
  /** By the user's own program, whose word is final. */
  | { readonly by: 'plug-in'; readonly plugIn: ComparisonPlugIn };
