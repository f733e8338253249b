import type { Store } from '../../database/store.ts';
import type { StateGraph, Transition } from '../../explore/index.ts';
import type { Overview } from './exported-states.ts';
import type { ExplorationSettings } from './open-exploration.ts';
import type { ExploredPart, StoredExploration } from './tables/exploration-tables.ts';

type Kept = Pick<Store, 'explorations' | 'contents'>;

/** The graph of an exploration from the database, with the contents of its states on demand. */
export interface StoredGraph {
  readonly exploration: StoredExploration;
  readonly graph: StateGraph;
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
    pictured: states.filter(({ contents }) => contents.screenshot !== undefined).map(({ number }) => number),
    async partOf(number, part) {
      const sha256 = states[number]?.contents[part];
      return sha256 === undefined ? null : store.contents.read(sha256);
    },
  };
}

/** The exploration as its overview shows it. */
export function overviewOf({ exploration, graph, partOf }: StoredGraph): Overview {
  return {
    url: exploration.url,
    at: exploration.startedAt,
    graph,
    contentOf: async (number) => ({
      html: Buffer.from((await partOf(number, 'html')) ?? []).toString(),
      screenshot: await partOf(number, 'screenshot'),
    }),
  };
}
