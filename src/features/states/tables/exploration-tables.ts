import {
  bytes,
  integer,
  namesContent,
  orNull,
  type RowOf,
  table,
  text,
  textOf,
} from '../../../database/table.ts';
import type { ExploredPart } from './explorations.ts';

/** Ids grow with time over all projects. */
export const explorationTable = table(
  'exploration',
  {
    id: integer,
    project_id: integer,
    number: integer,
    url: text,
    settings: text,
    started_at: integer,
    ended_at: orNull(integer),
    ending: orNull(text),
  },
  {
    key: ['id'],
    indexes: ['UNIQUE INDEX exploration_number ON exploration (project_id, number)'],
    takesIds: true,
  },
);
export type ExplorationTable = RowOf<typeof explorationTable>;

export const exploredStateTable = table(
  'explored_state',
  {
    exploration_id: integer,
    number: integer,
    url: text,
    title: text,
    hash: text,
    depth: integer,
    /** 8 bytes each, little-endian. */
    distances: bytes,
  },
  { key: ['exploration_id', 'number'] },
);

/** Which content is which part of a state. */
export const exploredContentTable = table(
  'explored_content',
  {
    exploration_id: integer,
    state_number: integer,
    part: textOf<ExploredPart>(),
    sha256: namesContent(bytes),
  },
  { key: ['exploration_id', 'state_number', 'part'] },
);

/** The key is the fence: an action that was tried is not tried again. */
export const triedActionTable = table(
  'tried_action',
  {
    exploration_id: integer,
    place: integer,
    from_state: integer,
    candidate: integer,
    /** `Transition` as JSON. */
    transition: orNull(text),
    failure: text,
  },
  {
    key: ['exploration_id', 'place'],
    indexes: ['UNIQUE INDEX tried_action_once ON tried_action (exploration_id, from_state, candidate)'],
  },
);

/** What was told at the end, for good. */
export const exploredNewsTable = table(
  'explored_news',
  {
    exploration_id: integer,
    /** JSON, compressed. */
    news: bytes,
    results: orNull(bytes),
  },
  { key: ['exploration_id'] },
);

export interface ExplorationTables {
  readonly exploration: RowOf<typeof explorationTable>;
  readonly explored_state: RowOf<typeof exploredStateTable>;
  readonly explored_content: RowOf<typeof exploredContentTable>;
  readonly tried_action: RowOf<typeof triedActionTable>;
  readonly explored_news: RowOf<typeof exploredNewsTable>;
}

declare module '../../../database/schema.ts' {
  interface Tables extends ExplorationTables {}
}
