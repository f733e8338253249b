import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { EmptyNote, ProblemNote, Waiting } from '../../../../shared/ui/notes.tsx';
import { Switch } from '../../../../shared/ui/switch.tsx';
import { counted } from '../../../../shared/words/counted.ts';
import { exactTime } from '../../../../shared/words/moment.ts';
import { diffQuery, type PageName, type PageVersion, type SegmentChange } from '../page-queries.ts';
import { harmless } from './harmless.ts';
import { markChanges, type Side } from './mark-changes.ts';
import { PageFrame } from './page-frame.tsx';
import './page-sides.css';
import { storedHtmlQuery } from './stored-html.ts';

/** The page before and after, with the changes marked in place. */
export function PageSides({
  page,
  older,
  newer,
}: {
  readonly page: PageName;
  readonly older: PageVersion;
  readonly newer: PageVersion;
}) {
  const [isNoiseShown, setNoiseShown] = useState(true);
  const diff = useQuery(diffQuery(page, older.run, newer.run));
  if (diff.error !== null && diff.data === undefined)
    return <ProblemNote error={diff.error} onRetry={() => void diff.refetch()} />;
  if (diff.data === undefined) return <Waiting what="the changes" lines={5} />;
  const shown = diff.data.changes.filter(({ isNoise }) => isNoiseShown || !isNoise);
  return (
    <section className="card padded stack" aria-label="Changes in place">
      <div className="row spread">
        <p className="small quiet">As it was stored, without its styles, pictures and scripts.</p>
        {diff.data.noise > 0 && (
          <Switch isOn={isNoiseShown} onChange={setNoiseShown}>
            Mark {counted(diff.data.noise, 'change')} known as noise
          </Switch>
        )}
      </div>
      <div className="page-sides">
        <RenderedSide
          page={page}
          version={older}
          changes={shown.filter(({ flag }) => flag !== 'new')}
          side="before"
        />
        <RenderedSide
          page={page}
          version={newer}
          changes={shown.filter(({ flag }) => flag !== 'gone')}
          side="after"
        />
      </div>
    </section>
  );
}

function RenderedSide({
  page,
  version,
  changes,
  side,
}: {
  readonly page: PageName;
  readonly version: PageVersion;
  readonly changes: readonly SegmentChange[];
  readonly side: Side;
}) {
  const { data, error, refetch } = useQuery(storedHtmlQuery(page, version.run));
  const marked = useMemo(() => {
    if (data === undefined || data === null) return null;
    const shown = harmless(data);
    return { shown, unplaced: markChanges(shown, changes, side) };
  }, [data, changes, side]);
  const title = side === 'before' ? 'Before' : 'After';
  return (
    <section className="stack tight" aria-label={title}>
      <h3>
        {title}{' '}
        <span className="small quiet">
          run {version.run}, {exactTime(version.at)}
        </span>
      </h3>
      {error !== null && <ProblemNote error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Waiting what="the page" lines={6} />}
      {data === null && (
        <EmptyNote icon="page" title="This is not HTML">
          <p>Its changes are under Changes.</p>
        </EmptyNote>
      )}
      {marked !== null && (
        <>
          <PageFrame
            page={marked.shown}
            title={`${title}, with the changes marked`}
            firstInView="[data-change]:not([data-change=noise])"
          />
          {marked.unplaced.length > 0 && (
            <p className="small quiet">
              {counted(marked.unplaced.length, 'change')} not marked here, such as in its title or its links.
            </p>
          )}
        </>
      )}
    </section>
  );
}
