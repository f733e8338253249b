import { useObserved } from '../../../shared/api/observed-value.ts';
import { liveRuns } from '../../../shared/live/live-runs.ts';
import { ProjectLink, RunLink } from '../../../shared/ui/quick-links.tsx';
import { When } from '../../../shared/ui/when.tsx';
import { counted } from '../../../shared/words/counted.ts';
import type { HomeSummary } from './home-query.ts';
import { HomeSection } from './home-section.tsx';

/** What runs now, and what runs next. */
export function DueRuns({ due }: { readonly due: HomeSummary['due'] }) {
  const live = [...useObserved(liveRuns).values()].filter(({ state }) => state === 'running');
  const isLive = new Set(live.map(({ project }) => project));
  return (
    <HomeSection title="Next">
      {[
        ...live.map(({ project, run, progress }) => (
          <li key={project}>
            <div className="home-section-words">
              <RunLink project={project} run={run}>
                {project}
              </RunLink>
            </div>
            <span className="small home-section-end numbers">
              runs now, {counted(progress.pages, 'page')}
            </span>
          </li>
        )),
        ...due
          .filter(({ project }) => !isLive.has(project))
          .map((run) => <DueRun key={run.project} {...run} />),
      ]}
    </HomeSection>
  );
}

function DueRun({ project, at, waitsForConfirmation }: HomeSummary['due'][number]) {
  return (
    <li>
      <div className="home-section-words">
        <ProjectLink project={project}>{project}</ProjectLink>
      </div>
      <span className="quiet small home-section-end">
        {waitsForConfirmation ? (
          'waits until you confirm its last run'
        ) : at === null ? (
          'when you start it'
        ) : (
          <Due at={at} />
        )}
      </span>
    </li>
  );
}

/** A due run has not happened yet, so it is not “just now”. */
function Due({ at }: { readonly at: string }) {
  return new Date(at).getTime() <= Date.now() ? 'now' : <When at={at} />;
}
