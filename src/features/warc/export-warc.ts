import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StoreError } from '../../database/errors.ts';
import type { Store } from '../../database/store.ts';

interface WarcOptions {
  /** Written into the file as the program that made it. */
  readonly software: string;
  /** Compress each record on its own, as `.warc.gz` files are. Default: true. */
  readonly gzip?: boolean;
  /** The name of the file, for the record in which the archive describes itself. */
  readonly filename?: string;
}

const visitsPerPart = 100;

/** Writes the visits of a run as WARC 1.1, for replay tools, and ends the output. */
export async function exportWarc(
  store: Pick<Store, 'visits' | 'contents'>,
  runId: number,
  output: Writable,
  options: WarcOptions,
): Promise<void> {
  await pipeline(serialized(store, runId, options), output);
}

async function* serialized(
  store: Pick<Store, 'visits' | 'contents'>,
  runId: number,
  { software, gzip = true, filename }: WarcOptions,
): AsyncGenerator<Uint8Array> {
  // Loaded here because only one command needs it.
  const { WARCSerializer } = await import('warcio');
  const { aboutRecord, recordsOf } = await import('./warc-records.ts');
  yield* new WARCSerializer(aboutRecord(software, filename), { gzip });
  let after = 0;
  for (;;) {
    const visits = await store.visits.ofRun(runId, { after, limit: visitsPerPart });
    for (const visit of visits) {
      const body = await bodyOf(store, visit.sha256);
      for (const record of recordsOf(visit, body)) yield* new WARCSerializer(record, { gzip });
    }
    const last = visits.at(-1);
    if (last === undefined) return;
    after = last.pageId;
  }
}

/** A damaged body is exported as missing: one bad sector must not stop the export of the rest. */
async function bodyOf({ contents }: Pick<Store, 'contents'>, sha256: Uint8Array | null) {
  if (sha256 === null) return null;
  try {
    return await contents.read(sha256);
  } catch (cause) {
    if (cause instanceof StoreError && cause.decision === 'skip') return null;
    throw cause;
  }
}
