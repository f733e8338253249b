import type { BodyFile } from '../../database/content/bodies.ts';
import type { PackedContent } from '../../database/content/packed-content.ts';
import type { RowWriting } from '../../database/database.ts';
import type { CommitPart } from '../../database/store-part.ts';
import type { AliasChanges } from './alias.ts';
import type { NewLearnedRule } from './learned-rule.ts';
import type { ListedFile, QueuedFile } from './listed-file.ts';
import type { Offer } from './offer.ts';
import type { DiscoveredPage, RenamedPage } from './page.ts';
import type { PageMemory } from './page-memory.ts';
import type { Picture, ShownPictures } from './picture.ts';
import type { VisitRendering } from './rendering.ts';
import type { ReportedVisit } from './reported-change.ts';
import type { KnownPageCounts, LeftOut, RunChange } from './run.ts';
import type { SettledVisits } from './settled-visits.ts';
import type { NewVisit, UnchangedPages } from './visit.ts';

/** The body that a visit brought. */
export interface VisitBody {
  readonly pageId: number;
  readonly body: Uint8Array;
  /** The media type, when known. */
  readonly type: string | null;
}

/**
 * Rows of features that are written in the transaction of the rows they belong to, by the name of the part that writes them: `found`, `outbox`. A feature
 * declares its own here by declaration merging, as an optional list.
 */
// biome-ignore lint/suspicious/noEmptyInterface: features add to it
export interface FeatureRows {}

/** Called in the transaction of the rows they belong to: neither is ever stored without the other. */
export async function writeFeatureRows(
  parts: readonly CommitPart[],
  writing: RowWriting,
  ids: { readonly projectId: number; readonly runId: number },
  rows: FeatureRows,
): Promise<void> {
  const byName = rows as Readonly<Record<string, readonly unknown[] | undefined>>;
  for (const part of parts) {
    const own = byName[part.name] ?? [];
    if (own.length > 0) await part.write(writing, ids, own);
  }
}

/** The results of one batch of visits. */
export interface CrawlCommit extends FeatureRows {
  readonly projectId: number;
  readonly runId: number;
  readonly visits: readonly NewVisit[];
  /** Further visits, which found nothing new. */
  readonly settled?: SettledVisits;
  /** Further visits, of pages that need not have been queued. */
  readonly unchanged?: readonly UnchangedPages[];
  /** What the run reports about the updated pages among them. */
  readonly reported?: readonly ReportedVisit[];
  /** How a browser rendered some of them. */
  readonly renderings?: readonly VisitRendering[];
  /** Bodies that the store packs; it sets their hashes in the visits. Their buffers are detached afterwards. */
  readonly bodies?: readonly VisitBody[];
  /** Bodies that are packed already. */
  readonly contents: readonly PackedContent[];
  /** Bodies too large for memory; their visits have the hashes. */
  readonly files?: readonly BodyFile[];
  readonly listed?: readonly ListedFile[];
  /** How queued files are listed now. */
  readonly queuedFiles?: readonly QueuedFile[];
  readonly discovered: readonly DiscoveredPage[];
  /** Pages of hosts that other jobs visit: they are offered to those jobs. */
  readonly offers?: readonly DiscoveredPage[];
  /** Offers of other jobs that were processed. */
  readonly takenOffers?: readonly Pick<Offer, 'host' | 'url'>[];
  readonly leftOut: readonly LeftOut[];
  /** Pages of earlier runs that this one visits again, by id. */
  readonly revisits?: readonly number[];
  readonly renamed?: readonly RenamedPage[];
  /** A host whose 304s of this run do not count: their visits are removed, and their pages queued again. */
  readonly untrue304?: string;
  /** Rules learned or changed; a rule with the same id is replaced. */
  readonly learned?: readonly NewLearnedRule[];
  readonly memories?: readonly PageMemory[];
  /** Pictures that were asked for, and the pages that show pictures. */
  readonly pictures?: { readonly pictures: readonly Picture[]; readonly shown: readonly ShownPictures[] };
  readonly aliases?: AliasChanges;
  readonly knownPages?: KnownPageCounts;
  /** Replaces what the run saved before. */
  readonly savedState?: string;
  /** Finishes or pauses the run together with its last batch. */
  readonly run?: RunChange;
}
