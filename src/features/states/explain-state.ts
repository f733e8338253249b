import type { Store } from '../../database/store.ts';
import { actionsTo, waysToStates } from '../../explore/index.ts';
import type { FoundState } from './find-state.ts';
import type { StateSummary } from './state-graph/state-change.ts';
import type { StateLife } from './state-graph/state-life.ts';
import { stateSummary } from './state-summary.ts';
import { exploredSoFar } from './stored-record.ts';
import type { StoredExploration } from './tables/exploration-tables.ts';

type Kept = Pick<Store, 'explorations' | 'contents'>;

/** The actions that lead to a state, and what the explorations reported about it, newest first. */
export async function explainState(
  store: Kept,
  { project, exploration, number }: FoundState,
): Promise<StateLife> {
  const { states, tried } = await exploredSoFar(store, exploration.id);
  const seen = states[number];
  const transitions = tried.flatMap(({ transition }) => (transition === null ? [] : [transition]));
  const ways = waysToStates({ states: states.map(({ state }) => state), transitions });
  const all = await store.explorations.list(project.id);
  return {
    ...{ project: project.name, number, exploration: exploration.number },
    ...{ url: seen?.state.url ?? '', title: seen?.state.title ?? '' },
    way: actionsTo(ways, number),
    candidates: seen?.candidates.length ?? 0,
    avoided: (seen?.avoided ?? []).map(({ place, why }) => ({ label: place.label, why })),
    visits: [
      ...(await visitsAfter(store, all, exploration, number)).reverse(),
      ...(await visitsUpTo(store, all, exploration, number)),
    ],
  };
}

const visitOf = ({ later }: StateSummary, change: StateSummary['states'][number]) => ({
  ...{ exploration: later.number, at: later.startedAt },
  ...{ number: change.later, flag: change.flag, reason: change.reason },
});

/** From an exploration back to the one that found the state first. */
async function visitsUpTo(
  store: Kept,
  all: readonly StoredExploration[],
  exploration: StoredExploration,
  number: number,
): Promise<StateLife['visits']> {
  const summary = await stateSummary(store, exploration);
  const change = summary.states.find(({ later }) => later === number);
  if (change === undefined) return [];
  const before = all.find((each) => each.number === summary.earlier?.number);
  const earlier =
    before === undefined || change.earlier === null
      ? []
      : await visitsUpTo(store, all, before, change.earlier);
  return [visitOf(summary, change), ...earlier];
}

/** What later explorations said, as far as they were compared with each other. */
async function visitsAfter(
  store: Kept,
  all: readonly StoredExploration[],
  exploration: StoredExploration,
  number: number,
): Promise<StateLife['visits'][number][]> {
  const visits: StateLife['visits'][number][] = [];
  let [at, known] = [exploration.number, number];
  for (const next of all.toReversed().filter((each) => each.number > exploration.number)) {
    const summary = await stateSummary(store, next);
    if (summary.earlier?.number !== at) continue;
    const change = summary.states.find(({ earlier }) => earlier === known);
    if (change === undefined) break;
    visits.push(visitOf(summary, change));
    if (change.later === null) break;
    [at, known] = [next.number, change.later];
  }
  return visits;
}
