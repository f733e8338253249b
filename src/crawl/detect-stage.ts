import type { FoundVisit } from '../features/detectors/tables/found-matches.ts';
import type { NewOutboxRow } from '../features/notifications/tables/outbox.ts';
import type { SeenMemory } from '../track/index.ts';
import type { CrawlCommit } from './tables/crawl-commit.ts';
import type { NewVisit, QueuedPage } from './tables/records.ts';
import type { PageNews } from './track/page-news.ts';
import type { PageVersion } from './track/page-version.ts';

/** A visit as the stages before leave it. */
export interface JudgedVisit {
  readonly page: QueuedPage;
  readonly visit: NewVisit;
  /** Null when the visit brought no page. */
  readonly version: PageVersion | null;
  readonly news: PageNews | null;
  /** What the page had shown at all visits before; null when nothing on it is new. */
  readonly seen: SeenMemory | null;
}

/** What is committed with the visit. */
export interface VisitFindings {
  /** Null when no detector looked at it. */
  readonly found: FoundVisit | null;
  /** What is told about it. */
  readonly outbox: readonly NewOutboxRow[];
}

/** The last stage: what the project looks for in a visit, and whom it tells. Called once for each visited page. */
export interface DetectStage {
  /** Null when nothing happened to the page. */
  detect(judged: JudgedVisit): Promise<VisitFindings | null>;
}

/** What is committed with a batch of visits. */
export async function findingsOf(
  detect: DetectStage | null,
  visits: readonly JudgedVisit[],
): Promise<Pick<CrawlCommit, 'found' | 'outbox'>> {
  if (detect === null) return {};
  const found: FoundVisit[] = [];
  const outbox: NewOutboxRow[] = [];
  for (const judged of visits) {
    const findings = await detect.detect(judged);
    if (findings === null) continue;
    if (findings.found !== null) found.push(findings.found);
    outbox.push(...findings.outbox);
  }
  return { found, outbox };
}
