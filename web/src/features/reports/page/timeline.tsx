import { Button as AriaButton } from 'react-aria-components';
import { Flag } from '../../../shared/ui/flag.tsx';
import { When } from '../../../shared/ui/when.tsx';
import { counted } from '../../../shared/words/counted.ts';
import type { PageLife, PageVersion } from './page-queries.ts';
import './timeline.css';

type Visit = PageLife['visits'][number];

/** Every visit, the newest first. Runs of visits that found the same are one entry. */
export function Timeline({
  life,
  versions,
  shown,
  onShow,
}: {
  readonly life: PageLife;
  readonly versions: readonly PageVersion[];
  readonly shown: number | null;
  readonly onShow: (run: number) => void;
}) {
  const hasVersion = new Set(versions.map(({ run }) => run));
  const { changeRate, found, interval } = life;
  return (
    <section className="card timeline" aria-label="Visits">
      <h2>Visits</h2>
      <ol className="timeline-list">
        {joined(life.visits).map(({ visit, count }) => (
          <li key={visit.run} className={visit.run === shown ? 'shown' : ''}>
            <div className="row">
              {visit.flag !== null && <Flag flag={visit.flag} />}
              <span className="quiet small">
                {count > 1 && `${counted(count, 'visit')}, `}
                <When at={visit.at} />
              </span>
            </div>
            {count === 1 && visit.reason !== '' && <p className="small quiet">{visit.reason}</p>}
            {hasVersion.has(visit.run) && (
              <AriaButton
                className="timeline-show"
                aria-current={visit.run === shown}
                onPress={() => onShow(visit.run)}
              >
                {visit.run === shown ? 'Shown: the version of run' : 'Show the version of run'} {visit.run}
              </AriaButton>
            )}
          </li>
        ))}
      </ol>
      <dl className="timeline-facts small">
        <dt>Found</dt>
        <dd>
          {found.on === null
            ? 'where the project starts'
            : `in a link, ${counted(found.depth, 'step')} from the start`}
        </dd>
        <dt>Changes</dt>
        <dd>
          {changeRate.changes} in {counted(changeRate.visits, 'later visit')}
        </dd>
        <dt>Worth a visit</dt>
        <dd>
          after about{' '}
          {interval.days < 1
            ? counted(Math.max(Math.round(interval.days * 24), 1), 'hour')
            : counted(Math.round(interval.days), 'day')}
          , since {interval.reason}
        </dd>
      </dl>
    </section>
  );
}

/** The newest first; neighbours that found nothing new are counted together. */
function joined(visits: readonly Visit[]): readonly { readonly visit: Visit; readonly count: number }[] {
  const entries: { visit: Visit; count: number }[] = [];
  for (const visit of visits.toReversed()) {
    const last = entries.at(-1);
    if (visit.flag === 'SAM' && last?.visit.flag === 'SAM') last.count++;
    else entries.push({ visit, count: 1 });
  }
  return entries;
}
