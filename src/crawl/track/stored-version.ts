import type { Store } from '../../store/index.ts';
import { PageVersion } from './page-version.ts';

/** The version of a page as it was fetched: its body, and the headers that say how to read it. */
export async function storedVersion(
  { visits, contents }: Pick<Store, 'visits' | 'contents'>,
  page: {
    readonly pageId: number;
    readonly url: string;
    readonly sha256: Uint8Array | null;
    readonly versionRunId: number;
  },
): Promise<PageVersion> {
  const visit = await visits.find(page.versionRunId, page.pageId);
  const headers = new Map(visit?.headers.map(([name, value]) => [name.toLowerCase(), value]));
  const body = page.sha256 === null ? new Uint8Array() : await contents.read(page.sha256);
  return new PageVersion(visit?.finalUrl ?? page.url, body, { get: (name) => headers.get(name) ?? null });
}
