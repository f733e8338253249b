import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { ProjectFrame } from '../../shared/project/project-frame.tsx';
import { EmptyNote, ProblemNote, Waiting } from '../../shared/ui/notes.tsx';
import { Select } from '../../shared/ui/select.tsx';
import { counted } from '../../shared/words/counted.ts';
import { exactTime } from '../../shared/words/moment.ts';
import { ExplorationView } from './exploration-view.tsx';
import { ExploreButton } from './explore-button.tsx';
import { type Exploration, explorationsQuery } from './state-queries.ts';
import './states-view.css';

/** The states of an application, as explorations found them in a browser. */
export function StatesView() {
  const { project } = useParams({ from: '/projects/$project/states' });
  return (
    <ProjectFrame project={project} tabTitle="States">
      <Explorations project={project} />
    </ProjectFrame>
  );
}

function Explorations({ project }: { readonly project: string }) {
  const { exploration: wanted } = useSearch({ from: '/projects/$project/states' });
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery(explorationsQuery(project));
  if (error !== null && data === undefined)
    return <ProblemNote error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Waiting what="the explorations" lines={6} />;
  const newest = data.items[0];
  if (newest === undefined)
    return (
      <div className="card">
        <EmptyNote icon="states" title="Nothing was explored yet">
          <p>
            Applications that scripts build have states instead of pages. A browser presses what can be
            pressed, and keeps what it came to, with a picture of each state.
          </p>
          <ExploreButton project={project} newest={null} />
        </EmptyNote>
      </div>
    );
  const chosen = data.items.find(({ number }) => number === wanted) ?? newest;
  return (
    <section className="stack" aria-label="Exploration">
      <div className="exploration-head">
        <Select
          label="Exploration"
          options={data.items.map(({ number, startedAt }) => ({
            id: String(number),
            name: `${number}, ${exactTime(startedAt)}`,
          }))}
          value={String(chosen.number)}
          onChange={(number) =>
            void navigate({
              to: '/projects/$project/states',
              params: { project },
              search: { exploration: Number(number) },
            })
          }
        />
        <p className="quiet small">{howItEnded(chosen)}</p>
        <div className="exploration-start">
          <ExploreButton project={project} newest={newest} />
        </div>
      </div>
      <ExplorationView key={chosen.number} project={project} exploration={chosen.number} />
    </section>
  );
}

function howItEnded({ states, ending, endedAt, progress }: Exploration): string {
  const found = counted(states, 'state');
  if (progress !== null) return 'It is under way.';
  if (endedAt === null) return `${found} so far. It has not ended, or was cut off.`;
  return ending === null || ending === 'complete' ? `${found}.` : `${found}. ${endings[ending] ?? ending}.`;
}

const endings: Readonly<Record<string, string>> = {
  states: 'It ended early: as many states as the project allows',
  depth: 'It ended early: states that take more actions are left out',
  'states per address': 'It ended early: some addresses have more states than the project allows',
  time: 'It ended early: its time was up',
  stopped: 'It was stopped; the next one goes on from there',
  interrupted: 'It was cut off; the next one goes on from there',
};
