import type { MessagePort } from 'node:worker_threads';
import type { SentFailure } from '../../base/index.ts';
import type { Store } from '../store.ts';
import type { CommitPoint, SqliteOptions } from '../store-options.ts';

/** The parts of a store that have methods of their own. */
type StorePart = {
  [P in keyof Store]: Store[P] extends (...given: never[]) => unknown
    ? never
    : Store[P] extends object
      ? P
      : never;
}[keyof Store];

/**
 * Where a call is done: `here`, on a connection that only reads, or by the `writer`. A `claim` is held by the writer until it is released, because
 * two threads must not have one project.
 */
type CallPlace = 'here' | 'writer' | 'claim';

/** Every method of every part: one that is missing here does not compile. */
export const callPlaces = {
  projects: {
    create: 'writer',
    find: 'here',
    list: 'here',
    change: 'writer',
    claim: 'claim',
    remove: 'writer',
  },
  runs: {
    begin: 'writer',
    latest: 'here',
    latestOfAll: 'here',
    inTrouble: 'here',
    list: 'here',
    change: 'writer',
    confirm: 'writer',
    leftOut: 'here',
  },
  frontier: { next: 'here', hosts: 'here', count: 'here', identityHashes: 'here' },
  offers: { waiting: 'here' },
  pages: { list: 'here', known: 'here', find: 'here', firstDueAt: 'here', origin: 'here' },
  visits: {
    ofPage: 'here',
    ofRun: 'here',
    totals: 'here',
    find: 'here',
    flagged: 'here',
    flagTotals: 'here',
    lasting: 'here',
  },
  told: { find: 'here', findAmong: 'here', updated: 'here', updatedKeys: 'here' },
  changes: { order: 'writer', cursorKey: 'here', restores: 'here', after: 'here' },
  readers: { list: 'here', note: 'writer', remove: 'writer', firstUnread: 'here' },
  found: { ofRun: 'here', count: 'here', results: 'here' },
  renderings: { totals: 'here', urls: 'here', find: 'here' },
  statistics: { runs: 'here', matches: 'here' },
  contents: { read: 'here', has: 'here' },
  learned: { list: 'here', switch: 'writer' },
  aliases: { list: 'here', sharedTexts: 'here' },
  memories: { read: 'here' },
  listings: { find: 'here', stored: 'here' },
  secrets: { find: 'here', list: 'here', keep: 'writer', replace: 'writer', remove: 'writer' },
  readMarks: { of: 'here', set: 'writer' },
  search: { find: 'here', missing: 'here', add: 'writer', noteComplete: 'writer' },
  outbox: {
    add: 'writer',
    claim: 'writer',
    nameMessages: 'writer',
    settle: 'writer',
    list: 'here',
    retry: 'writer',
    removeSent: 'writer',
    unsent: 'here',
    instanceId: 'here',
  },
  people: {
    findUser: 'here',
    listUsers: 'here',
    findSession: 'here',
    sessionsOf: 'here',
    findToken: 'here',
    tokensOf: 'here',
    linkOwner: 'here',
    hasLink: 'here',
    sharesOf: 'here',
    sharedWith: 'here',
    audit: 'here',
    createUser: 'writer',
    changeUser: 'writer',
    rehashPassword: 'writer',
    removeUser: 'writer',
    startSession: 'writer',
    renewSession: 'writer',
    endSession: 'writer',
    endSessionsOf: 'writer',
    keepLink: 'writer',
    redeemLink: 'writer',
    createToken: 'writer',
    noteTokenUse: 'writer',
    removeToken: 'writer',
    shareProject: 'writer',
    countAttempt: 'writer',
    forgetAttempts: 'writer',
    takeBackAttempt: 'writer',
    note: 'writer',
  },
  explorations: {
    begin: 'writer',
    keep: 'writer',
    end: 'writer',
    list: 'here',
    states: 'here',
    told: 'here',
    tried: 'here',
  },
  calibrations: {
    create: 'writer',
    find: 'here',
    list: 'here',
    remove: 'writer',
    recommend: 'writer',
    begin: 'writer',
    keep: 'writer',
    end: 'writer',
    sites: 'here',
    states: 'here',
    stateCounts: 'here',
    tried: 'here',
    screenshot: 'here',
    verdicts: 'here',
    judge: 'writer',
    undo: 'writer',
    points: 'here',
    pointsDone: 'here',
    keepPoints: 'writer',
    takeBatches: 'writer',
    renewBatches: 'writer',
    giveBackBatch: 'writer',
    wantGrid: 'writer',
    forgetGrid: 'writer',
    wantedGrids: 'here',
    judges: 'here',
    allowJudges: 'writer',
  },
  upkeep: {
    databaseBytes: 'here',
    // These two only read, but for so long that the caller's thread must not wait for them.
    holdings: 'writer',
    survey: 'writer',
    tidy: 'writer',
    removeUnused: 'writer',
    sweepObjects: 'here',
    compact: 'writer',
  },
} as const satisfies { readonly [P in StorePart]: { readonly [M in keyof Store[P]]: CallPlace } };

/** The methods of all parts, with where each is done. */
export const storeCalls: readonly {
  readonly part: StorePart;
  readonly method: string;
  readonly place: CallPlace;
}[] = Object.entries(callPlaces).flatMap(([part, methods]) =>
  Object.entries(methods).map(([method, place]) => ({ part: part as StorePart, method, place })),
);

/** The method of a part, or of the store itself. */
export function methodOf(
  store: Store,
  part: StorePart | null,
  method: string,
): (...given: readonly unknown[]) => Promise<unknown> {
  const owner = (part === null ? store : store[part]) as unknown as Record<
    string,
    (...given: readonly unknown[]) => Promise<unknown>
  >;
  const found = owner[method];
  if (found === undefined) throw new TypeError(`a store has no ${part ?? ''} ${method}`);
  return found;
}

/** What is sent to the thread that writes. */
export type WriterMessage =
  /** `part` is null for the store itself. A call of `claim` is answered with the number of the claim. */
  | {
      readonly kind: 'call';
      readonly id: number;
      readonly part: StorePart | null;
      readonly method: string;
      readonly parameters: readonly unknown[];
    }
  | { readonly kind: 'release'; readonly id: number; readonly claim: number }
  /** Another thread of the process writes too. */
  | { readonly kind: 'client'; readonly port: MessagePort };

export type AnswerMessage =
  | { readonly kind: 'open' }
  | { readonly kind: 'not open'; readonly failure: SentFailure }
  | { readonly kind: 'done'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly failure: SentFailure }
  | { readonly kind: 'point'; readonly point: CommitPoint };

/** What the thread is started with. `gate` holds a commit at a point until the main thread has seen it. */
export interface ThreadStart {
  readonly options: Omit<SqliteOptions, 'onPoint' | 'writer'>;
  readonly gate: Int32Array<SharedArrayBuffer> | null;
}

export const gateClosed = 0;
export const gateOpen = 1;
export const gateRefused = 2;
/** What a commit fails with that was refused at a point. */
export const refusedAt = (point: CommitPoint): string => `stopped ${point}`;
