import { Label, ProgressBar } from 'react-aria-components';
import type { RunUpdate } from '../../../shared/live/live-runs.ts';
import { When } from '../../../shared/ui/when.tsx';
import { duration, number, size } from '../../../shared/words/counted.ts';
import './live-progress.css';

/** The progress of a run. Its size is fixed, so the layout does not shift while numbers arrive. */
export function LiveProgress({ update: { progress, until } }: { readonly update: RunUpdate }) {
  const { pages, queued, inFlight, errors, hosts, bytes, ms } = progress;
  const known = pages + queued + inFlight;
  const facts = [
    ['Pages', number(pages)],
    ['Waiting', number(queued)],
    ['Errors', number(errors)],
    ['Hosts', number(hosts)],
    ['Fetched', size(bytes)],
    ['Time', duration(ms)],
  ] as const;
  return (
    <section className="card live-progress" aria-label="Progress">
      <ProgressBar
        value={pages}
        maxValue={Math.max(known, 1)}
        valueLabel={`${number(pages)} of ${number(known)}`}
      >
        {({ percentage, valueText }) => (
          <>
            <div className="row spread small">
              <Label>Pages visited, of those known so far</Label>
              <span className="numbers">{valueText}</span>
            </div>
            <div className="live-progress-track">
              <div className="live-progress-bar" style={{ width: `${percentage ?? 0}%` }} />
            </div>
          </>
        )}
      </ProgressBar>
      <dl className="live-progress-facts">
        {facts.map(([what, value]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd className="numbers">{value}</dd>
          </div>
        ))}
      </dl>
      {until !== null && (
        <p className="quiet small">
          The site asks for a pause; requests go on <When at={until} />.
        </p>
      )}
    </section>
  );
}
