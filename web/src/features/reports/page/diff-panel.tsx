import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyNote, ProblemNote, Waiting } from '../../../shared/ui/notes.tsx';
import { Select } from '../../../shared/ui/select.tsx';
import { Switch } from '../../../shared/ui/switch.tsx';
import { counted } from '../../../shared/words/counted.ts';
import { exactTime } from '../../../shared/words/moment.ts';
import { ChangedSegment } from './changed-segment.tsx';
import './diff-panel.css';
import { NoiseRules } from './noise-rules.tsx';
import { diffQuery, type PageDiff, type PageLife, type PageName, type PageVersion } from './page-queries.ts';
import { ThisIsNoise } from './this-is-noise.tsx';

/** What changed between two versions, as the runs reported it. */
export function DiffPanel({
  page,
  from,
  to,
  versions,
  rules,
  look,
  onChoose,
}: {
  readonly page: PageName;
  readonly from: number;
  readonly to: number;
  readonly versions: readonly PageVersion[];
  readonly rules: PageLife['rules'];
  readonly look: 'inline' | 'sides';
  readonly onChoose: (next: { readonly from?: number; readonly to?: number }) => void;
}) {
  const [isNoiseShown, setNoiseShown] = useState(false);
  const { data, error, refetch } = useQuery(diffQuery(page, from, to));
  const options = versions.map(({ run, at }) => ({ id: String(run), name: `Run ${run}, ${exactTime(at)}` }));
  return (
    <section className="card" aria-label="Changes">
      <div className="diff-head">
        <Select
          label="Before"
          value={String(from)}
          options={options.filter(({ id }) => Number(id) < to)}
          onChange={(run) => onChoose({ from: Number(run) })}
        />
        <Select
          label="After"
          value={String(to)}
          options={options.filter(({ id }) => Number(id) > from || Number(id) === to)}
          onChange={(run) => onChoose({ to: Number(run) })}
        />
        {data !== undefined && data.noise > 0 && (
          <Switch isOn={isNoiseShown} onChange={setNoiseShown}>
            Show {counted(data.noise, 'change')} known as noise
          </Switch>
        )}
      </div>
      {error !== null && <ProblemNote error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && (
        <div className="diff-body">
          <Waiting what="the changes" />
        </div>
      )}
      {data !== undefined && <Segments {...{ diff: data, rules, look, isNoiseShown }} />}
    </section>
  );
}

function Segments({
  diff,
  rules,
  look,
  isNoiseShown,
}: {
  readonly diff: PageDiff;
  readonly rules: PageLife['rules'];
  readonly look: 'inline' | 'sides';
  readonly isNoiseShown: boolean;
}) {
  const shown = diff.changes.filter(({ isNoise }) => isNoiseShown || !isNoise);
  if (shown.length === 0)
    return (
      <EmptyNote
        icon="check"
        title={diff.isSame ? 'Both versions are the same' : 'Nothing changed for readers'}
      >
        <p>
          {diff.hasText
            ? 'What differs is known as noise, or is not compared.'
            : 'Its content changed, but it has no words to compare.'}
        </p>
      </EmptyNote>
    );
  return (
    <>
      <ol className="diff-body">
        {shown.map((change) => (
          <li key={`${change.flag} ${change.path} ${change.words.map(({ text }) => text).join('')}`}>
            <ChangedSegment
              change={change}
              look={look}
              tools={!change.isNoise && change.area !== 'head' && <ThisIsNoise diff={diff} change={change} />}
            >
              {change.rules.length > 0 && (
                <NoiseRules project={diff.project} ids={change.rules} rules={rules} />
              )}
            </ChangedSegment>
          </li>
        ))}
      </ol>
      {diff.more > 0 && (
        <p className="diff-more quiet">{counted(diff.more, 'further change')} that are only counted.</p>
      )}
    </>
  );
}
