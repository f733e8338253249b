import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { EmptyNote, ProblemNote, Waiting } from '../../../../shared/ui/notes.tsx';
import { TextField } from '../../../../shared/ui/text-field.tsx';
import { harmless } from '../before-and-after/harmless.ts';
import { selectorOf } from '../before-and-after/selector-of.ts';
import { storedHtmlQuery } from '../before-and-after/stored-html.ts';
import type { PageName, PageVersion } from '../page-queries.ts';
import { PickedRegion } from './picked-region.tsx';
import { RegionMatches } from './region-matches.tsx';
import { RegionSteps } from './region-steps.tsx';
import './regions.css';
import { UseRegion } from './use-region.tsx';

/** Parts of the page, chosen by clicking, to watch only them or to ignore them. */
export function RegionsView({
  page,
  url,
  version,
}: {
  readonly page: PageName;
  readonly url: string;
  readonly version: PageVersion;
}) {
  const { data, error, refetch } = useQuery(storedHtmlQuery(page, version.run));
  const shown = useMemo(() => (data === undefined || data === null ? null : harmless(data)), [data]);
  const [selector, setSelector] = useState('');
  const choose = (element: Element) => setSelector(selectorOf(element));
  if (error !== null) return <ProblemNote error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Waiting what="the page" lines={8} />;
  if (shown === null)
    return (
      <div className="card">
        <EmptyNote icon="page" title="This is not HTML">
          <p>Documents other than HTML have no regions; they are compared as a whole.</p>
        </EmptyNote>
      </div>
    );
  return (
    <section className="card padded stack" aria-label="Regions">
      <p className="quiet">
        Click a part of the page, or write a CSS selector. Then watch only this part, or ignore it.
      </p>
      <PickedRegion page={shown} selector={selector} onPick={choose} />
      <div className="region-selector">
        <TextField label="Selector" value={selector} onChange={setSelector} placeholder="main" />
        <RegionSteps page={shown} selector={selector} onPick={choose} />
      </div>
      {selector.trim() !== '' && (
        <>
          <UseRegion project={page.project} url={url} selector={selector.trim()} />
          <RegionMatches page={page} selector={selector.trim()} />
        </>
      )}
    </section>
  );
}
