import type { RowWriting } from '../../database/database.ts';
import type { FeatureRows } from './crawl-commit.ts';

/** What rows belong to. */
interface CommitPlace {
  readonly projectId: number;
  /** 0 for an exploration, which is no run. */
  readonly runId: number;
}

/** Writes the rows of one feature. */
export interface CommitPart {
  readonly name: keyof FeatureRows;
  write(writing: RowWriting, place: CommitPlace, rows: readonly unknown[]): Promise<void>;
}

/** In the transaction of what they belong to: neither is ever without the other. */
export async function writeFeatureRows(
  parts: readonly CommitPart[],
  writing: RowWriting,
  place: CommitPlace,
  rows: FeatureRows,
): Promise<void> {
  for (const part of parts) {
    const own = rows[part.name];
    if (own !== undefined && own.length > 0) await part.write(writing, place, own);
  }
}
