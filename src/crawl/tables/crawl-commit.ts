import type { BodyFile } from '../../database/content/bodies.ts';
import type { PackedContent } from '../../database/content/packed-content.ts';
import type { RowWriting } from '../../database/database.ts';
import type { CommitPart } from '../../database/store-part.ts';
import type { AliasChanges } from './aliases.ts';
import type { LearnedRule } from './learned-rules.ts';
import type { ListedFile, UnchangedPages } from './listings.ts';
import type {
  DiscoveredPage,
  KnownPageCounts,
  LeftOut,
  NewVisit,
  Offer,
  RenamedPage,
  ReportedVisit,
  RunChange,
} from './records.ts';
import type { VisitRendering } from './renderings.ts';

/** The body that a visit brought. */
export interface VisitBody {
  readonly pageId: number;
  readonly body: Uint8Array;
  /** The media type, when known. */
  readonly type: string | null;
}

/**
 * Rows of features that are written in the transaction of what they belong to, by the name of the part that writes them: `found`, `outbox`. A feature
 * declares its own here by merging, as a list that may be left out.
 */
// biome-ignore lint/suspicious/noEmptyInterface: features add to it
export interface FeatureRows {}

/** In the transaction of what they belong to: neither is ever without the other. */
export async function writeFeatureRows(
  parts: readonly CommitPart[],
  writing: RowWriting,
  place: { readonly projectId: number; readonly runId: number },
  rows: FeatureRows,
): Promise<void> {
  const byName = rows as Readonly<Record<string, readonly unknown[] | undefined>>;
  for (const part of parts) {
    const own = byName[part.name] ?? [];
    if (own.length > 0) await part.write(writing, place, own);
  }
}

/** What one batch of visits found. */
export interface CrawlCommit extends FeatureRows {
  readonly projectId: number;
  readonly runId: number;
  readonly visits: readonly NewVisit[];
  /** Further visits, of pages that need not have been queued. */
  readonly unchanged?: readonly UnchangedPages[];
  /** What the run tells about those of them that were updated. */
  readonly reported?: readonly ReportedVisit[];
  /** How a browser showed some of them. */
  readonly renderings?: readonly VisitRendering[];
  /** Bodies that the store packs and names in the visits of their pages. Their buffers are gone afterwards. */
  readonly bodies?: readonly VisitBody[];
  /** Bodies that are packed already. */
  readonly contents: readonly PackedContent[];
  /** Bodies too large for memory, named by their visits. */
  readonly files?: readonly BodyFile[];
  readonly listed?: readonly ListedFile[];
  readonly discovered: readonly DiscoveredPage[];
  /** Pages of hosts that others visit: they are offered to them. */
  readonly offers?: readonly DiscoveredPage[];
  /** What others offered, and was looked at. */
  readonly takenOffers?: readonly Pick<Offer, 'host' | 'url'>[];
  readonly leftOut: readonly LeftOut[];
  /** Pages of earlier runs that this one visits again, by id. */
  readonly revisits?: readonly number[];
  readonly renamed?: readonly RenamedPage[];
  /** A host whose 304s of this run do not count: their visits are removed, and their pages queued again. */
  readonly untrue304?: string;
  /** Rules learned or changed; a rule with the same id is replaced. */
  readonly learned?: readonly Omit<LearnedRule, 'sinceRunId' | 'changedRunId'>[];
  readonly memories?: readonly { readonly pageId: number; readonly hashes: Uint8Array }[];
  readonly aliases?: AliasChanges;
  readonly knownPages?: KnownPageCounts;
  /** Replaces what the run saved before. */
  readonly savedState?: string;
  /** Finishes or pauses the run together with its last batch. */
  readonly run?: RunChange;
}

declare module '../../database/store.ts' {
  interface Store {
    /** Commits at multiples of this many milliseconds are written together with those of other runs; null where each is written by itself. */
    readonly commitsEvery: number | null;
    /** One transaction: on return all of it is on disk; when it throws, none of it. */
    commit(batch: CrawlCommit): Promise<void>;
  }
}
