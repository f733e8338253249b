import type { Store } from '../../database/store.ts';
import { notFound } from '../../http/errors.ts';
import { numberAfter, partFrom } from '../../http/json-values.ts';
import { projectCalled } from '../../http/requested-resources.ts';
import type { ServiceContext } from '../../http/service-context.ts';
import type { SentBytes, ServicesOf } from '../../http/services.ts';
import { beginnerOf } from '../../http/shared-places.ts';
import { smallPicture } from '../../presentation/pictures/small-picture.ts';
import type { Served, ServerContext } from '../feature.ts';
import { ActiveExplorations } from './active-explorations.ts';
import { atThreshold } from './graph-view/at-threshold.ts';
import type { stateEndpoints } from './state-endpoints.ts';
import { storedGraph } from './stored-graph.ts';
import type { StoredExploration } from './tables/exploration-tables.ts';

export function stateServices({
  store,
  explorations,
}: ServiceContext & { readonly explorations?: ActiveExplorations }): ServicesOf<typeof stateEndpoints> {
  const shown = async (project: string, exploration: StoredExploration) => {
    const active = explorations?.find(project) ?? null;
    return {
      ...exploration,
      states: (await store.explorations.states(exploration.id)).length,
      progress: active?.number === exploration.number ? active.progress() : null,
    };
  };
  return {
    listExplorations: async ({ project, after, limit }) => {
      const { id } = await projectCalled(store, project);
      const before = numberAfter(after, Number.POSITIVE_INFINITY);
      const older = (await store.explorations.list(id)).filter(({ number }) => number < before);
      const { items, next } = partFrom(older.slice(0, limit + 1), limit, ({ number }) => number);
      return { items: await Promise.all(items.map((each) => shown(project, each))), next };
    },
    startExploration: async ({ project, body }, { caller }) => {
      await projectCalled(store, project);
      const { number } = await started(explorations, project, body, beginnerOf(caller));
      return shown(project, await explorationCalled(store, project, number));
    },
    stopExploration: async ({ project, exploration }) => {
      await explorationCalled(store, project, exploration);
      const active = explorations?.find(project) ?? null;
      if (active?.number === exploration) {
        active.stop('stopped');
        await active.ended.catch(() => undefined);
      }
      return shown(project, await explorationCalled(store, project, exploration));
    },
    readStateGraph: async ({ project, exploration, format }) => {
      const { graph, pictured, held } = await storedGraph(
        store,
        await explorationCalled(store, project, exploration),
      );
      const { graphDot } = await import('./state-graph/graph-dot.ts');
      const { graphJson } = await import('./state-graph/graph-json.ts');
      const { graphml } = await import('./state-graph/graphml.ts');
      const merged = atThreshold(graph, graph.threshold);
      const made = { etag: null, lastModified: null, policy: 'data' } as const;
      switch (format) {
        case 'json':
          return {
            ...made,
            type: 'application/json; charset=utf-8',
            body: Buffer.from(graphJson(graph, merged, { pictured, held })),
          };
        case 'graphml':
          return {
            ...made,
            type: 'application/graphml+xml; charset=utf-8',
            body: inPieces(graphml(graph, merged)),
          };
        case 'dot':
          return { ...made, type: 'text/vnd.graphviz; charset=utf-8', body: inPieces(graphDot(merged)) };
      }
    },
    showStateSummary: async ({ project, exploration }) => {
      const { stateSummary } = await import('./state-summary.ts');
      const { diffChanges } = await import('../../presentation/diff/page-diff.ts');
      const { stateSummaryJson } = await import('./state-graph/state-summary.ts');
      const summary = await stateSummary(store, await explorationCalled(store, project, exploration));
      const { exploration: reported, since, states } = stateSummaryJson(summary);
      return {
        exploration: reported,
        since,
        states: states.map((state) => ({ ...state, changes: diffChanges(state.changes) })),
      };
    },
    readState: async ({ project, exploration, state, part, width }): Promise<SentBytes> => {
      const { id, startedAt } = await explorationCalled(store, project, exploration);
      const found = (await store.explorations.states(id)).find(({ number }) => number === state);
      const sha256 = found?.contents[part];
      if (sha256 === undefined) throw notFound(`${part} of state ${state}`);
      const whole = await store.contents.read(sha256);
      const hash = Buffer.from(sha256).toString('hex');
      const isSmaller = part === 'screenshot' && width !== undefined;
      return {
        type: part === 'html' ? 'text/html; charset=utf-8' : 'image/png',
        body: isSmaller ? await smallPicture(whole, width) : whole,
        etag: isSmaller ? `${hash}-${width}` : hash,
        lastModified: startedAt,
        policy: 'foreign',
      };
    },
  };
}

/** Throws API_NOT_FOUND. */
async function explorationCalled(store: Store, name: string, number: number): Promise<StoredExploration> {
  const project = await projectCalled(store, name);
  const found = (await store.explorations.list(project.id)).find((one) => one.number === number);
  if (found === undefined) throw notFound(`exploration ${number} of the project "${name}"`);
  return found;
}

async function* inPieces(pieces: Iterable<string> | AsyncIterable<string>): AsyncGenerator<string> {
  yield* pieces;
}

/** Explorations are started in the main thread only. */
function started(
  explorations: ActiveExplorations | undefined,
  project: string,
  wanted: Parameters<ActiveExplorations['start']>[1],
  user: string | null,
): ReturnType<ActiveExplorations['start']> {
  if (explorations === undefined) throw new TypeError('only a server starts explorations');
  return explorations.start(project, wanted, user);
}

/** Explores applications that people start, in threads of the server. */
export function serveStates(server: ServerContext): Served {
  const { threads, stopping, onFailure } = server;
  const explorations = new ActiveExplorations({
    start: (request) => threads.startExploration({ signal: stopping, ...request }),
    onFailure,
    onBrokenOff: (project) => {
      for (const { schedules } of server.served()) schedules?.brokenOff(project);
    },
    afterExploration: async () => {
      await Promise.all(server.served().map((each) => each.afterExploration?.()));
    },
  });
  return {
    services: stateServices({ ...server, explorations }),
    explorations,
    pause: () => explorations.close(),
  };
}
