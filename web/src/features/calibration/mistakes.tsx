import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api } from '../../shared/api/api.ts';
import { ProblemNote, Waiting } from '../../shared/ui/notes.tsx';
import { StatePicture } from './recorded-state.tsx';

/** What one setting got wrong, with the pictures of the two states. It comes into view: the cell that was pressed may be far above it. */
export function Mistakes({
  set,
  setting,
  urlOf,
}: {
  readonly set: string;
  readonly setting: string;
  readonly urlOf: (site: number) => string;
}) {
  const { data, error } = useQuery({
    queryKey: ['calibration', set, 'mistakes', setting],
    queryFn: () => api.listMistakes({ set, setting }),
  });
  const title = useRef<HTMLHeadingElement>(null);
  const isThere = data !== undefined;
  useEffect(() => {
    // Another setting has other mistakes under the same title.
    void setting;
    if (isThere) title.current?.scrollIntoView({ block: 'center' });
  }, [setting, isThere]);
  if (error !== null) return <ProblemNote error={error} />;
  if (data === undefined) return <Waiting what="what it got wrong" />;
  return (
    <section className="stack mistakes" aria-label={`What ${setting} gets wrong`}>
      <h3 ref={title}>
        What <code>{setting}</code> gets wrong
      </h3>
      {data.mistakes.length === 0 && <p>Nothing: it sees these sites as people do.</p>}
      {data.mistakes.map(({ kind, site, state, other }) => (
        <div key={`${kind} ${site} ${state}`} className="stack tight">
          <p>
            {urlOf(site)}:{' '}
            {kind === 'duplicate'
              ? `state ${state} is the same as state ${other} to people, and is kept beside it.`
              : other === null
                ? `state ${state} is missed: nothing leads to it any more.`
                : `state ${state} is missed: it is taken for state ${other}.`}
          </p>
          <div className="state-pair">
            {other !== null && <StatePicture set={set} site={site} state={other} />}
            <StatePicture set={set} site={site} state={state} />
          </div>
        </div>
      ))}
    </section>
  );
}
