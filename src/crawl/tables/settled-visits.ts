import type { BulkRow, RowWriting } from '../../database/database.ts';
import { leaveFrontier } from './frontier.ts';
import { insertVisit, type NewVisit } from './visit.ts';

/**
 * Visits that found pages as they were at their last visit: most visits of most runs. Sent to the writer as columns, because sending an object for
 * each takes longer than storing it.
 */
export interface SettledVisits {
  readonly pageIds: readonly number[];
  readonly dueAt: readonly (number | null)[];
  /** The cells of all rows of `visit`, one row after the other, but for hashes. */
  readonly cells: readonly (number | string | null)[];
  /** The hash of each content, then the samples of its page. */
  readonly bytes: Uint8Array;
  /** Where the bytes of each visit end. */
  readonly ends: readonly number[];
}

const columns = Object.keys(insertVisit.given);
const hashColumn = columns.indexOf('sha256');
const HASH_BYTES = 32;

/** Collects settled visits. */
export class SettledVisitRows {
  readonly #pageIds: number[] = [];
  readonly #dueAt: (number | null)[] = [];
  readonly #cells: (number | string | null)[] = [];
  readonly #bytes: Uint8Array[] = [];
  readonly #ends: number[] = [];
  #length = 0;

  add(visit: NewVisit, runId: number): void {
    this.#pageIds.push(visit.pageId);
    this.#dueAt.push(visit.dueAt);
    for (const cell of insertVisit.row(visit, { runId }))
      this.#cells.push(cell instanceof Uint8Array ? null : cell);
    this.#append(visit.sha256);
    this.#append(visit.samples);
    this.#ends.push(this.#length);
  }

  #append(bytes: Uint8Array | null): void {
    if (bytes === null) return;
    this.#bytes.push(bytes);
    this.#length += bytes.length;
  }

  get pageIds(): readonly number[] {
    return this.#pageIds;
  }

  get visits(): SettledVisits {
    return {
      pageIds: this.#pageIds,
      dueAt: this.#dueAt,
      cells: this.#cells,
      bytes: Buffer.concat(this.#bytes),
      ends: this.#ends,
    };
  }
}

/**
 * Whether a visit says nothing but that the page is as it was. A page that was missing or failing has returned, and that is a change which the database
 * has to note.
 */
export function isSettled(visit: NewVisit, lastFlag: NewVisit['flag']): boolean {
  const { flag, outcome, bringsVersion, sha256, signature, quietSignature } = visit;
  if (flag !== 'SAM' || lastFlag === null || lastFlag === 'MIS' || lastFlag === 'ERR') return false;
  const hasNews = bringsVersion || signature !== null || quietSignature !== null;
  return outcome === 'ok' && !hasNews && sha256?.length === HASH_BYTES;
}

/** Stores the visits, and removes their pages from the frontier. */
export async function keepSettled(
  writing: RowWriting,
  runId: number,
  { pageIds, dueAt, cells, bytes, ends }: SettledVisits,
): Promise<void> {
  const visits: BulkRow[] = [];
  const pages: BulkRow[] = [];
  for (const [number, pageId] of pageIds.entries()) {
    const start = ends[number - 1] ?? 0;
    const samplesAt = start + HASH_BYTES;
    const end = ends[number] ?? samplesAt;
    const row: BulkRow[number][] = cells.slice(number * columns.length, (number + 1) * columns.length);
    row[hashColumn] = bytes.subarray(start, samplesAt);
    visits.push(row);
    const samples = end > samplesAt ? bytes.subarray(samplesAt, end) : null;
    pages.push([pageId, runId, runId, null, 'SAM', samples, dueAt[number] ?? null]);
  }
  await writing.bulk(insertVisit, visits);
  await writing.bulk(leaveFrontier, pages);
}
