import type { ListedFile, QueuedPage } from '../../store/index.ts';
import type { KnownFile } from '../../track/index.ts';

/** A file of the frontier, with what is known of it. */
export interface FileToVisit {
  readonly page: QueuedPage;
  readonly known: KnownFile;
}

/** `listed` is how its good version was listed; null when that is not known. */
export function fileToVisit(page: QueuedPage, listed: ListedFile | null): FileToVisit {
  const { url, lastGood, lastFlag } = page;
  const content = lastGood?.sha256 ?? null;
  return {
    page,
    known: {
      url,
      history: { hasGoodVersion: lastGood !== null, lastFlag },
      good:
        content === null
          ? null
          : {
              facts: listed,
              listedAt: listed?.listedAt ?? 0,
              content: Buffer.from(content).toString('hex'),
            },
    },
  };
}
