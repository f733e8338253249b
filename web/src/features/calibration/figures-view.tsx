import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../shared/api/api.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ProblemNote, Waiting } from '../../shared/ui/notes.tsx';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import { Select } from '../../shared/ui/select.tsx';
import { counted } from '../../shared/words/counted.ts';
import { Figures } from './figures.tsx';
import { Mistakes } from './mistakes.tsx';
import { recordedPicture, StatePicture } from './recorded-state.tsx';

const weights = [
  { id: '0.33', name: 'rather miss a state than see one three times' },
  { id: '1', name: 'both count the same' },
  { id: '3', name: 'rather see three states twice than miss one' },
] as const;

/** Which setting fits, and why: figures 9 to 15 for these sites. */
export function CalibrationView() {
  const { set } = useParams({ from: '/calibration/$set' });
  const [weight, setWeight] = useState<(typeof weights)[number]['id']>('1');
  const client = useQueryClient();
  const { data, error } = useQuery({
    queryKey: ['calibration', set, 'figures', weight],
    queryFn: () => api.readCalibration({ set, weight: Number(weight) }),
    retry: false,
  });
  const use = useMutation({
    mutationFn: () => api.recommendSetting({ set, body: { weight: Number(weight) } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['calibration', 'sets'] }),
  });
  return (
    <>
      <PageHeader
        title={set}
        tabTitle={`Calibration of ${set}`}
        above={<Link to="/calibration">Calibration</Link>}
      >
        <Link className="button main" to="/calibration/$set/judge" params={{ set }}>
          Judge states
        </Link>
      </PageHeader>
      <Judges set={set} />
      {error !== null && <ProblemNote error={error} />}
      {error === null && data === undefined && <Waiting what="the figures" lines={8} />}
      {data !== undefined && (
        <Figures
          figures={data}
          tools={{
            button: (
              <Button icon="check" isPending={use.isPending} onPress={() => use.mutate()}>
                Use it for “{set}”
              </Button>
            ),
            below: (
              <>
                {use.data !== undefined && (
                  <p role="status">
                    <code>tidemark states URL --setting '{set}'</code> now takes {use.data.setting}.
                  </p>
                )}
                {use.error !== null && <ProblemNote error={use.error} />}
                <Select
                  label="Missed and duplicate states"
                  options={weights}
                  value={weight}
                  onChange={setWeight}
                />
              </>
            ),
          }}
          mistakesOf={(setting, urlOf) => <AskedMistakes set={set} setting={setting} urlOf={urlOf} />}
        />
      )}
    </>
  );
}

/** The mistakes of a setting, from the server. */
function AskedMistakes({
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
  if (error !== null) return <ProblemNote error={error} />;
  if (data === undefined) return <Waiting what="what it got wrong" />;
  const pictureOf = (site: number, state: number) => recordedPicture(set, site, state);
  return <Mistakes setting={setting} mistakes={data.mistakes} urlOf={urlOf} pictureOf={pictureOf} />;
}

/** The judges, how far they agree, and the states on which they disagree. */
function Judges({ set }: { readonly set: string }) {
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
                <StatePicture state={first} address={recordedPicture(set, site, first)} />
                <StatePicture state={second} address={recordedPicture(set, site, second)} />
              </div>
            </div>
          ))}
        </details>
      ))}
    </section>
  );
}
