import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { StateGraphView } from '../../../../src/features/states/graph-view/graph-view.ts';
import { ProblemNote, Waiting } from '../../shared/ui/notes.tsx';
import { ExploredStates } from './explored-states.tsx';
import {
  documentAddress,
  type ExplorationName,
  graphQuery,
  pictureAddress,
  stateSummaryQuery,
} from './state-queries.ts';

/** The graph, its states, and the slider over it. */
export function ExplorationView(name: ExplorationName) {
  const { data: graph, error, refetch } = useQuery(graphQuery(name));
  if (error !== null && graph === undefined)
    return <ProblemNote error={error} onRetry={() => void refetch()} />;
  if (graph === undefined) return <Waiting what="the states" lines={8} />;
  return <Explored name={name} graph={graph} />;
}

/** The threshold and the state that is shown are in the address of the page. */
function Explored({ name, graph }: { readonly name: ExplorationName; readonly graph: StateGraphView }) {
  const { threshold, state } = useSearch({ from: '/projects/$project/states' });
  const { data: news } = useQuery({ ...stateSummaryQuery(name), placeholderData: keepPreviousData });
  const navigate = useNavigate();
  return (
    <ExploredStates
      graph={graph}
      news={news ?? null}
      threshold={threshold ?? graph.threshold}
      state={state ?? null}
      pictureOf={(wanted, width) => pictureAddress(name, wanted, width)}
      documentOf={(wanted) => (
        <p className="small">
          <a href={documentAddress(name, wanted)} target="_blank" rel="noreferrer noopener">
            Its document, as the browser had it
          </a>
        </p>
      )}
      onGo={(next) =>
        void navigate({
          to: '/projects/$project/states',
          params: { project: name.project },
          search: {
            exploration: name.exploration,
            ...(next.threshold > graph.threshold && { threshold: next.threshold }),
            ...(next.state !== null && { state: next.state }),
          },
          replace: next.state === (state ?? null),
          resetScroll: false,
        })
      }
    />
  );
}
