import type { Store } from '../../database/store.ts';
import {
  actionInWords,
  type SeenState,
  type StateGraph,
  type Transition,
  type TriedAction,
} from '../../explore/index.ts';
import type { Overview } from './exported-states.ts';
import type { HeldInWords } from './graph-view/graph-view.ts';
import type { ExplorationSettings } from './open-exploration.ts';
import type { ExploredPart, StoredExploration } from './tables/exploration-tables.ts';

type Kept = Pick<Store, 'explorations' | 'contents'>;

/** The graph of an exploration from the database, with the contents of its states on demand. */
export interface StoredGraph {
  readonly exploration: StoredExploration;
  readonly graph: StateGraph;
  /** What would have been sent and may change something. */
  readonly held: readonly HeldInWords[];
  /** The states that have pictures. */
  readonly pictured: readonly number[];
  /** Null when the state has no such part. */
  readonly partOf: (number: number, part: ExploredPart) => Promise<Uint8Array | null>;
}

export async function storedGraph(store: Kept, exploration: StoredExploration): Promise<StoredGraph> {
  const states = await store.explorations.states(exploration.id);
  const tried = await store.explorations.tried(exploration.id);
  const { setting, threshold } = JSON.parse(exploration.settings) as ExplorationSettings;
  return {
    exploration,
    graph: {
      setting,
      threshold,
      states: states.map(({ number, url, title, hash, depth }) => ({ number, url, title, hash, depth })),
      transitions: tried.flatMap(({ transition }) =>
        transition === null ? [] : [JSON.parse(transition) as Transition],
      ),
      distances: states.map(({ distances }) => distances),
    },
    held: await heldIn(store, states, tried),
    pictured: states.filter(({ contents }) => contents.screenshot !== undefined).map(({ number }) => number),
    async partOf(number, part) {
      const sha256 = states[number]?.contents[part];
      return sha256 === undefined ? null : store.contents.read(sha256);
    },
  };
}

/** The actions are read only of states in which something was held. */
async function heldIn(
  store: Kept,
  states: Awaited<ReturnType<Kept['explorations']['states']>>,
  tried: Awaited<ReturnType<Kept['explorations']['tried']>>,
): Promise<readonly HeldInWords[]> {
  const held = tried.flatMap(({ details, ...each }) => {
    const { held: requests = [] } = JSON.parse(details ?? '{}') as Pick<TriedAction, 'held'>;
    return requests.length === 0 ? [] : [{ ...each, requests }];
  });
  const found: HeldInWords[] = [];
  for (const number of new Set([0, ...held.map(({ from }) => from)])) {
    const sha256 = states[number]?.contents.details;
    if (sha256 === undefined) continue;
    const details = JSON.parse(Buffer.from(await store.contents.read(sha256)).toString()) as SeenState;
    const { candidates, held: whileOpened = [] } = details;
    if (whileOpened.length > 0) found.push({ from: number, says: 'open the page', requests: whileOpened });
    for (const { from, candidate, requests } of held) {
      const action = candidates[candidate];
      if (from === number && action !== undefined)
        found.push({ from, says: actionInWords(action), requests });
    }
  }
  return found;
}

/** The exploration as its overview shows it. */
export function overviewOf({ exploration, graph, held, partOf }: StoredGraph): Overview {
  return {
    url: exploration.url,
    at: exploration.startedAt,
    ...{ graph, held },
    contentOf: async (number) => ({
      html: Buffer.from((await partOf(number, 'html')) ?? []).toString(),
      screenshot: await partOf(number, 'screenshot'),
    }),
  };
}
