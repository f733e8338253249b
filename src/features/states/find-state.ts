import { AppError } from '../../crawl/run/errors.ts';
import type { Project } from '../../crawl/tables/project.ts';
import type { Store } from '../../database/store.ts';
import { endsEarly } from '../../explore/index.ts';
import type { StoredExploration } from './tables/exploration-tables.ts';

/** A state as people write it: `state:3`, or `state:3@2` of exploration 2. */
const written = /^state:(\d+)(?:@(\d+))?$/;

export interface FoundState {
  readonly project: Project;
  readonly exploration: StoredExploration;
  readonly number: number;
}

/** The exploration with this number, or the newest that has ended. Throws APP_EXPLORATION_UNKNOWN. */
export async function explorationOf(
  store: Pick<Store, 'explorations'>,
  project: Project,
  number?: number,
): Promise<StoredExploration> {
  const all = await store.explorations.list(project.id);
  const found =
    number === undefined
      ? (all.find((each) => !endsEarly(each)) ?? all[0])
      : all.find((each) => each.number === number);
  if (found !== undefined) return found;
  throw new AppError(
    'APP_EXPLORATION_UNKNOWN',
    all.length === 0
      ? `the project "${project.name}" has no states: explore its application with "tidemark states".`
      : `the project "${project.name}" has no exploration ${number}; its newest is ${all[0]?.number}.`,
  );
}

/** The state of that name in the only project that has been explored. Throws APP_EXPLORATION_UNKNOWN and APP_STATE_UNKNOWN. */
export async function findState(
  store: Pick<Store, 'explorations'>,
  projects: readonly Project[],
  name: string,
): Promise<FoundState> {
  const [, number, exploration] = written.exec(name) ?? [];
  if (number === undefined)
    throw new AppError(
      'APP_STATE_UNKNOWN',
      `"${name}" is no state: write state:3, or state:3@2 of exploration 2.`,
    );
  const explored: Project[] = [];
  for (const project of projects)
    if ((await store.explorations.list(project.id)).length > 0) explored.push(project);
  const [project, ...others] = explored;
  if (project === undefined)
    throw new AppError(
      'APP_EXPLORATION_UNKNOWN',
      'no application was explored yet: see "tidemark states --help".',
    );
  if (others.length > 0) {
    const names = explored.map((each) => each.name).join(', ');
    throw new AppError('APP_STATE_UNKNOWN', `say of which project ${name} is, with --project: ${names}.`);
  }
  const found = await explorationOf(
    store,
    project,
    exploration === undefined ? undefined : Number(exploration),
  );
  const states = await store.explorations.states(found.id);
  if (states.some((state) => state.number === Number(number)))
    return { project, exploration: found, number: Number(number) };
  throw new AppError(
    'APP_STATE_UNKNOWN',
    `exploration ${found.number} of "${project.name}" has no state ${number}: its states are 0 to ${states.length - 1}.`,
  );
}
