import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { api } from '../../../../shared/api/api.ts';
import { ProblemNote, Waiting } from '../../../../shared/ui/notes.tsx';
import '../../../../shared/ui/rows.css';
import { When } from '../../../../shared/ui/when.tsx';
import { counted } from '../../../../shared/words/counted.ts';
import type { PageName } from '../page-queries.ts';

/** What a selector matches now, and matched in earlier versions. */
export function RegionMatches({
  page: { project, file },
  selector,
}: {
  readonly page: PageName;
  readonly selector: string;
}) {
  const asked = useDeferredValue(selector);
  const { data, error } = useQuery({
    queryKey: ['project', project, 'page', file, 'regions', asked],
    queryFn: () => api.showRegions({ project, file, selector: asked, limit: 10 }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  if (error !== null) return <ProblemNote error={error} />;
  if (data === undefined) return <Waiting what="what it matches" />;
  return (
    <table className="rows region-matches">
      <caption className="visually-hidden">What {asked} matches in each version</caption>
      <thead>
        <tr>
          <th scope="col" className="narrow">
            Version
          </th>
          <th scope="col" className="narrow">
            Matches
          </th>
          <th scope="col">What it says there</th>
        </tr>
      </thead>
      <tbody>
        {data.items.map(({ run, at, count, regions }, place) => (
          <tr key={run}>
            <td className="narrow">
              {place === 0 ? 'Now' : <When at={at} />} <span className="quiet small">run {run}</span>
            </td>
            <td className="narrow">{count === null ? 'not known' : counted(count, 'part')}</td>
            <td>
              <p className="region-text">
                {regions.length === 0 ? 'Nothing' : regions.map(({ text }) => text).join(' · ')}
              </p>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
