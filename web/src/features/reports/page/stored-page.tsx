import { lazy, Suspense } from 'react';
import { Waiting } from '../../../shared/ui/notes.tsx';
import { size } from '../../../shared/words/counted.ts';
import { exactTime } from '../../../shared/words/moment.ts';
import { storedAddress } from './before-and-after/stored-html.ts';
import type { PageName, PageVersion } from './page-queries.ts';
import './stored-page.css';

/** It loads the parser of pages. */
const StoredHtml = lazy(async () => ({
  default: (await import('./before-and-after/stored-html-frame.tsx')).StoredHtmlFrame,
}));

/** The page as it was fetched, in a frame in which nothing runs and nothing is loaded. */
export function StoredPage({
  page,
  version: { run, at, bytes, type },
}: {
  readonly page: PageName;
  readonly version: PageVersion;
}) {
  const src = storedAddress(page, run);
  const title = `The page as run ${run} fetched it`;
  return (
    <section className="card stored-page" aria-label="Stored page">
      <p className="stored-page-head small quiet">
        As run {run} fetched it, {exactTime(at)}
        {bytes !== null && `, ${size(bytes)}`}
        {type !== null && `, ${type}`}. Scripts, pictures and styles of the site are not loaded.{' '}
        <a href={src} target="_blank" rel="noreferrer noopener">
          Open it alone
        </a>
      </p>
      {type !== null && /html/i.test(type) ? (
        <Suspense fallback={<Waiting what="the page" lines={6} />}>
          <StoredHtml page={page} run={run} title={title} />
        </Suspense>
      ) : (
        <iframe key={src} src={src} sandbox="" title={title} className="stored-page-frame" />
      )}
    </section>
  );
}
