import { useQuery } from '@tanstack/react-query';
import { api } from '../../shared/api/api.ts';
import { counted } from '../../shared/words/counted.ts';
import { StatePicture } from './recorded-state.tsx';

/** Who has judged, how far they agree, and about which states they do not. */
export function Judges({ set }: { readonly set: string }) {
  const { data } = useQuery({
    queryKey: ['calibration', set, 'judges'],
    queryFn: () => api.compareJudges({ set }),
  });
  if (data === undefined || data.judges.length === 0) return null;
  return (
    <section className="card padded stack tight" aria-label="Judges">
      <p>{data.judges.map(({ name, verdicts }) => `${name}: ${counted(verdicts, 'verdict')}`).join(' · ')}</p>
      {data.agreements.map(({ judges: [one, other], both, agreed, kappa, disagreements }) => (
        <details key={`${one} ${other}`}>
          <summary>
            {one} and {other} agree on {agreed} of {both} pairs
            {kappa !== null && `, Cohen’s kappa ${kappa.toFixed(2)}`}
          </summary>
          {disagreements.map(({ site, one: first, other: second }) => (
            <div key={`${site} ${first} ${second}`} className="stack tight">
              <p>
                Site {site}: states {first} and {second}
              </p>
              <div className="state-pair">
                <StatePicture set={set} site={site} state={first} />
                <StatePicture set={set} site={site} state={second} />
              </div>
            </div>
          ))}
        </details>
      ))}
    </section>
  );
}
