import { PageVersion } from '../../crawl/index.ts';
import type { Store } from '../../store/index.ts';
import type { StoredVersion } from './page-versions.ts';

/** A stored version, as the tracker saw it when it came. Throws what `contents.read` throws. */
export async function readVersion(
  store: Pick<Store, 'contents'>,
  { visit, sha256 }: StoredVersion,
): Promise<PageVersion> {
  const headers = new Map(visit.headers.map(([name, value]) => [name.toLowerCase(), value]));
  // What came over FTP or from a folder has no headers.
  if (!headers.has('content-type') && visit.type !== null) headers.set('content-type', visit.type);
  const body = await store.contents.read(sha256);
  return new PageVersion(visit.finalUrl ?? visit.url, body, { get: (name) => headers.get(name) ?? null });
}
