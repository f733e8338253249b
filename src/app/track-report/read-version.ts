import { type FileReader, hasWords, PageVersion } from '../../crawl/index.ts';
import type { Store } from '../../store/index.ts';
import type { StoredVersion } from './page-versions.ts';

/** Larger bodies are told apart by their hash: nobody reads the words of so many bytes. */
const mostBytes = 64 * 1024 * 1024;

/** A stored version, as the tracker saw it when it came. Throws what `contents.read` throws. */
export async function readVersion(
  store: Pick<Store, 'contents'>,
  files: FileReader,
  { visit, sha256 }: StoredVersion,
): Promise<PageVersion> {
  const headers = new Map(visit.headers.map(([name, value]) => [name.toLowerCase(), value]));
  // What came over FTP or from a folder has no headers.
  if (!headers.has('content-type') && visit.type !== null) headers.set('content-type', visit.type);
  const url = visit.finalUrl ?? visit.url;
  const nothing = new Uint8Array();
  if ((visit.bytes ?? 0) > mostBytes) return files.version(url, nothing, 'application/octet-stream');
  if (visit.type !== null && !hasWords(visit.type, nothing)) return files.version(url, nothing, visit.type);
  const body = await store.contents.read(sha256);
  if (visit.type === 'application/pdf') return files.version(url, body, visit.type);
  return new PageVersion(url, body, { get: (name) => headers.get(name) ?? null });
}
