import type { LearnedState } from '../../../crawl/tables/learned-rule.ts';
import type { ChangeRate, Flag, SuggestedInterval } from '../../../track/index.ts';
import type { RemovedPart } from '../../../url/index.ts';

/** One visit of a page. */
export interface LifeVisit {
  readonly run: number;
  readonly at: number;
  readonly status: number | null;
  /** Null when the page had no good version yet. */
  readonly flag: Flag | null;
  readonly reason: string;
  /** The content of the page from this visit on; null when the visit brought none. */
  readonly sha256: string | null;
}

/** The life of a page, as `tidemark explain` shows it. */
export interface PageLife {
  readonly project: string;
  readonly file: string;
  readonly url: string;
  readonly identity: string;
  /** The parts of the URL that its identity leaves out, and why. */
  readonly removed: readonly RemovedPart[];
  /** How the newest run found it. */
  readonly found: {
    readonly depth: number;
    readonly linkKind: string;
    /** Null for a start URL. */
    readonly on: { readonly file: string; readonly url: string } | null;
  };
  readonly aliasOf: { readonly file: string; readonly url: string; readonly agreements: number } | null;
  readonly aliases: readonly { readonly file: string; readonly url: string }[];
  /** Which parts of the page the project compares, in words; null when it compares everything that readers see. */
  readonly compares: string | null;
  /** How many times a browser rendered it at its newest visit; 0 when it is read as the server sends it. */
  readonly renderings: number;
  /** The oldest first. */
  readonly visits: readonly LifeVisit[];
  readonly changeRate: ChangeRate;
  readonly interval: SuggestedInterval;
  /** Learned rules that concern the page. */
  readonly rules: readonly { readonly id: string; readonly state: LearnedState; readonly says: string }[];
}

/** The life of a page for programs. */
export function lifeJson({ visits, ...life }: PageLife) {
  return { ...life, visits: visits.map((visit) => ({ ...visit, at: new Date(visit.at).toISOString() })) };
}
