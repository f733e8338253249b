import type { Store } from '../../database/store.ts';
import { type FileReader, hasWords } from '../list/compare-files.ts';
import type { PageVisit } from '../tables/visit.ts';
import { PageVersion } from '../track/page-version.ts';

/** What is needed to read a version: its content, and how its server described it. */
interface ReadableVersion {
  readonly visit: Pick<PageVisit, 'url' | 'finalUrl' | 'headers' | 'type' | 'bytes'> &
    Partial<Pick<PageVisit, 'at'>>;
  readonly sha256: Uint8Array;
}

/** Larger bodies are compared by hash only. */
const mostBytes = 64 * 1024 * 1024;

/** A stored version, as the tracker saw it. Throws what `contents.read` throws. */
export async function readVersion(
  store: Pick<Store, 'contents'>,
  files: FileReader,
  { visit, sha256 }: ReadableVersion,
): Promise<PageVersion> {
  const headers = new Map(visit.headers.map(([name, value]) => [name.toLowerCase(), value]));
  // Files from FTP or a folder have no headers.
  if (!headers.has('content-type') && visit.type !== null) headers.set('content-type', visit.type);
  const url = visit.finalUrl ?? visit.url;
  const nothing = new Uint8Array();
  if ((visit.bytes ?? 0) > mostBytes) return files.version(url, nothing, 'application/octet-stream');
  if (visit.type !== null && !hasWords(visit.type, nothing)) return files.version(url, nothing, visit.type);
  const body = await store.contents.read(sha256);
  if (visit.type === 'application/pdf') return files.version(url, body, visit.type);
  const dated = { get: (name: string) => headers.get(name) ?? null };
  return new PageVersion(url, body, dated, null, false, visit.at);
}
