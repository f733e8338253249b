import {
  bytes,
  integer,
  namesContent,
  orNull,
  type RecordOf,
  since,
  table,
  text,
  textOf,
} from '../../../database/table.ts';

/** Ids grow with time over all projects. */
export const explorationTable = table(
  'exploration',
  {
    id: integer,
    project_id: integer,
    /** 1, 2, 3 ... in its project. */
    number: integer,
    url: text,
    /** What decides which states are found, as JSON. An exploration that was broken off is continued only with the same settings. */
    settings: text,
    started_at: integer,
    ended_at: orNull(integer),
    /** Why it ended; null while it runs, and permanently after a kill. */
    ending: orNull(text),
  },
  {
    key: ['id'],
    indexes: ['UNIQUE INDEX exploration_number ON exploration (project_id, number)'],
    takesIds: true,
  },
);
/** An exploration of an application in a browser. */
export type StoredExploration = RecordOf<typeof explorationTable>;

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

/** What is stored of a state beside its facts, each as content. `details` is JSON. */
export type ExploredPart = 'html' | 'stripped' | 'details' | 'screenshot';

/** Maps each part of a state to its content. */
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

/** The unique index refuses an action that was tried before. */
export const triedActionTable = table(
  'tried_action',
  {
    exploration_id: integer,
    /** The number of actions that were tried before this one. */
    place: integer,
    from_state: integer,
    /** Its number among the candidates of that state. */
    candidate: integer,
    /** `Transition` as JSON; null when it led nowhere. */
    transition: orNull(text),
    /** '' when it worked. */
    failure: text,
    /** Requests that were held, and why a first try failed, as JSON; null for neither. */
    details: since(2, orNull(text)),
  },
  {
    key: ['exploration_id', 'place'],
    indexes: ['UNIQUE INDEX tried_action_once ON tried_action (exploration_id, from_state, candidate)'],
  },
);

/** The final report. It is stored together with the end itself, so that nothing is lost or reported twice. */
export const explorationSummaryTable = table(
  'exploration_summary',
  {
    exploration_id: integer,
    /** `StateSummary` as JSON, compressed. */
    summary: bytes,
    /** Everything that detectors have reported about the application so far, packed; null when there is nothing. */
    results: orNull(bytes),
  },
  { key: ['exploration_id'] },
);
