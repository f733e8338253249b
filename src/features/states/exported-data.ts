import type { StateGraphView } from './graph-view/graph-view.ts';

/** What the exported file of an exploration shows; the picture and the document of each state are blocks of their own. */
export interface ExportedStates {
  readonly url: string;
  /** The address as people read it. */
  readonly address: string;
  /** Says when it was explored, and what was found. */
  readonly says: string;
  readonly graph: Omit<StateGraphView, 'removed' | 'pictured'>;
}
