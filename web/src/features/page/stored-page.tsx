import { size } from '../../shared/words/counted.ts';
import { exactTime } from '../../shared/words/moment.ts';
import type { PageName, PageVersion } from './page-queries.ts';
import { storedAddress } from './rendered/stored-html.ts';
import './stored-page.css';

/** The page as it was fetched, in a frame in which nothing runs and nothing is loaded. */
export function StoredPage({
  page,
  version: { run, at, bytes, type },
}: {
  readonly page: PageName;
  readonly version: PageVersion;
}) {
  const src = storedAddress(page, run);
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
      <iframe
        key={src}
        src={src}
        sandbox=""
        title={`The page as run ${run} fetched it`}
        className="stored-page-frame"
      />
    </section>
  );
}
