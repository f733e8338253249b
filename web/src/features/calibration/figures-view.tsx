import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { AnswerOf } from '../../shared/api/answers.ts';
import { api } from '../../shared/api/api.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ProblemNote, Waiting } from '../../shared/ui/notes.tsx';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import { Select } from '../../shared/ui/select.tsx';
import { readableAddress } from '../../shared/words/address.ts';
import './calibration.css';
import { counted } from '../../shared/words/counted.ts';
import { ErrorLegend, ErrorMap } from './error-map.tsx';
import { Mistakes } from './mistakes.tsx';
import { StatePicture } from './recorded-state.tsx';

type Figures = AnswerOf<'readCalibration'>['recommended']['figures'];

const weights = [
  { id: '0.33', name: 'rather miss a state than see one three times' },
  { id: '1', name: 'both count the same' },
  { id: '3', name: 'rather see three states twice than miss one' },
] as const;

/** Which setting fits, and why: figures 9 to 15 for these sites (D9). */
export function CalibrationView() {
  const { set } = useParams({ from: '/calibration/$set' });
  const [weight, setWeight] = useState<(typeof weights)[number]['id']>('1');
  const [shown, setShown] = useState<string | null>(null);
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
  const urlOf = (site: number) => data?.sites.find((each) => each.site === site)?.url ?? `site ${site}`;
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
        <>
          <section className="card padded stack" aria-label="Recommended">
            <div className="row spread">
              <h2>
                Recommended: <code>{data.recommended.setting}</code>
              </h2>
              <Button icon="check" isPending={use.isPending} onPress={() => use.mutate()}>
                Use it for “{set}”
              </Button>
            </div>
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
            <FiguresTable
              rows={[
                ['On the sites it was chosen on', data.recommended.figures],
                ...(data.equality === null ? [] : [['Every change a state', data.equality] as const]),
              ]}
            />
          </section>
          {data.heldOut.length > 0 && (
            <section className="card padded stack" aria-label="On sites it was not chosen on">
              <h2>On sites it was not chosen on</h2>
              <p className="quiet">
                Each site in turn was left out, a setting was chosen on the others, and tried on it.
              </p>
              <FiguresTable
                rows={data.heldOut.map(
                  ({ site, setting, figures }) => [shortOf(urlOf(site)), figures, setting] as const,
                )}
              />
            </section>
          )}
          <section className="card padded stack" aria-label="What each trade gives">
            <h2>What each trade gives</h2>
            <p className="quiet">
              No other setting has both fewer missed and fewer duplicate states than one of these.
            </p>
            <FiguresTable rows={data.trades.map(({ setting, figures }) => [setting, figures] as const)} />
          </section>
          <section className="stack" aria-label="Errors">
            <h2>Total error over size and threshold</h2>
            <p className="quiet">
              Missed and duplicate states together. Point at a cell to see both; press it to see what it got
              wrong, with the pictures.
            </p>
            <ErrorLegend equality={data.equality?.error ?? null} />
            {data.surfaces.map((surface) => (
              <div key={`${surface.algorithm} ${surface.kind}`} className="card padded">
                <ErrorMap
                  surface={surface}
                  equality={data.equality?.error ?? null}
                  best={data.recommended.setting}
                  chosen={shown}
                  onChoose={setShown}
                />
                {surface.cells.some(({ setting }) => setting === shown) && shown !== null && (
                  <Mistakes set={set} setting={shown} urlOf={urlOf} />
                )}
              </div>
            ))}
          </section>
        </>
      )}
    </>
  );
}

/** Beside figures there is room for the host and the path. */
const shortOf = (url: string): string => {
  const { host, rest } = readableAddress(url);
  return host + rest;
};

/** Figures with a title each, and with the setting they are of where the title is something else. */
function FiguresTable({
  rows,
}: {
  readonly rows: readonly (readonly [title: string, figures: Figures, by?: string])[];
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without it, nobody could scroll it by keyboard.
    <section className="figures-scroll" aria-label="Figures" tabIndex={0}>
      <table className="figures-table">
        <thead>
          <tr>
            <th scope="col">Setting</th>
            <th scope="col">Missed</th>
            <th scope="col">Duplicates</th>
            <th scope="col">Error</th>
            <th scope="col">F1</th>
            <th scope="col">Actions saved</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([title, { missed, duplicates, error, f1, speed }, by]) => (
            <tr key={title}>
              <th scope="row">
                {title}
                {by !== undefined && <span className="figures-by small quiet">by {by}</span>}
              </th>
              <td>{missed}</td>
              <td>{duplicates}</td>
              <td>{error}</td>
              <td>{f1.toFixed(3)}</td>
              <td>{Math.round(100 * speed)} %</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Who has judged, how far they agree, and about which states they do not. */
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
