import { packContent } from '../../database/content/packed-content.ts';
import type { Store } from '../../database/store.ts';
import type {
  ExplorationRecord,
  ExplorationSoFar,
  SeenState,
  Transition,
  TriedAction,
} from '../../explore/index.ts';
import type { ExploredPart, StoredExploration } from './tables/exploration-tables.ts';
import type { ExploredState } from './tables/stored-explorations.ts';

type Kept = Pick<Store, 'explorations' | 'contents'>;

/**
 * Keeps an exploration in the database while it goes on: each action in one transaction with the state that it found. `redact` takes secrets out of texts.
 */
export function storedRecord(
  store: Kept,
  { id, projectId }: StoredExploration,
  redact: (text: string) => string,
): ExplorationRecord {
  /** The number of actions tried so far; null until this process stores something. */
  let count: number | null = null;

  async function keep(found: SeenState | null, action: TriedAction | null): Promise<void> {
    count ??= (await store.explorations.tried(id)).length;
    const place = count;
    if (action !== null) count += 1;
    const { state, contents } = found === null ? { state: null, contents: [] } : toStore(found, redact);
    await store.explorations.keep({
      projectId,
      explorationId: id,
      state,
      contents,
      tried: action === null ? null : { ...toStoredTry(action, redact), place },
    });
  }

  return {
    soFar: () => exploredSoFar(store, id),
    index: (found) => keep(found, null),
    tried: (action, found) => keep(found, action),
  };
}

/** Everything that an exploration has found and tried, from the database. */
export async function exploredSoFar(store: Kept, explorationId: number): Promise<ExplorationSoFar> {
  const states = await store.explorations.states(explorationId);
  const tried = await store.explorations.tried(explorationId);
  return {
    states: await Promise.all(states.map((state) => fromStore(store, state))),
    tried: tried.map(({ transition, details, ...action }) => ({
      ...action,
      ...(details === null ? {} : (JSON.parse(details) as Pick<TriedAction, 'held' | 'unsteady'>)),
      transition: transition === null ? null : (JSON.parse(transition) as Transition),
    })),
  };
}

function toStoredTry(
  { held = [], unsteady, transition, ...action }: TriedAction,
  redact: (text: string) => string,
) {
  const details = { held: held.length === 0 ? undefined : held, unsteady };
  const isPlain = details.held === undefined && unsteady === undefined;
  return {
    ...action,
    transition: toJson(transition),
    details: isPlain ? null : redact(JSON.stringify(details)),
  };
}

const types: Readonly<Record<ExploredPart, string>> = {
  html: 'text/html',
  stripped: 'text/html',
  details: 'application/json',
  screenshot: 'image/png',
};

function toStore(
  { state, html, stripped, screenshot, distances, candidates, avoided, held }: SeenState,
  redact: (text: string) => string,
) {
  const bodies: Partial<Record<ExploredPart, Uint8Array>> = {
    html: Buffer.from(redact(html)),
    stripped: Buffer.from(redact(stripped)),
    details: Buffer.from(JSON.stringify({ candidates, avoided, held: held?.map(redact) })),
    ...(screenshot === null ? {} : { screenshot }),
  };
  const packed = Object.entries(bodies).map(
    ([part, body]) => [part, packContent(body, types[part as ExploredPart])] as const,
  );
  const names = Object.fromEntries(packed.map(([part, { sha256 }]) => [part, sha256]));
  return { state: { ...state, distances, contents: names }, contents: packed.map(([, content]) => content) };
}

async function fromStore(store: Kept, { distances, contents, ...state }: ExploredState): Promise<SeenState> {
  const text = async (part: ExploredPart) => {
    const sha256 = contents[part];
    return sha256 === undefined ? '' : Buffer.from(await store.contents.read(sha256)).toString();
  };
  const details = JSON.parse(await text('details')) as Pick<SeenState, 'candidates' | 'avoided' | 'held'>;
  return {
    state,
    html: await text('html'),
    stripped: await text('stripped'),
    screenshot: contents.screenshot === undefined ? null : await store.contents.read(contents.screenshot),
    distances,
    ...details,
  };
}

/** JSON with the keys in a fixed order. */
function toJson(transition: Transition | null): string | null {
  if (transition === null) return null;
  const { from, to, action, distance } = transition;
  return JSON.stringify({ from, to, action, distance });
}
