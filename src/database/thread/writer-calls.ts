import type { CommitPoint } from '../../crawl/tables/crawl-commit.ts';
import type { LearnedRules } from '../../crawl/tables/learned-rules.ts';
import type { PageChanges } from '../../crawl/tables/page-changes.ts';
import type { Calibrations } from '../../features/calibration/tables/calibrations.ts';
import type { FeedReaders } from '../../features/change-feed/tables/feed-readers.ts';
import type { Outbox } from '../../features/notifications/tables/outbox.ts';
import type { PeopleWrites } from '../../features/people/tables/people.ts';
import { peopleWrites } from '../../features/people/tables/people-writes.ts';
import type { ReadMarks } from '../../features/reports/tables/read-marks.ts';
import type { Upkeep } from '../../features/retention/tables/upkeep.ts';
import type { Search } from '../../features/search/tables/version-search.ts';
import type { Explorations } from '../../features/states/tables/explorations.ts';
import type { StoreErrorCode } from '../errors.ts';
import type { Projects, Runs, Secrets, Store } from '../store.ts';
import type { SqliteOptions } from '../store-options.ts';

/** Everything a store writes, as calls that can be sent to another thread. */
export interface WriterCalls extends PeopleWrites {
  readonly createProject: Projects['create'];
  readonly changeProject: Projects['change'];
  readonly removeProject: Projects['remove'];
  readonly beginRun: Runs['begin'];
  readonly changeRun: Runs['change'];
  readonly confirmRun: Runs['confirm'];
  readonly keepSecret: Secrets['keep'];
  readonly replaceSecrets: Secrets['replace'];
  readonly removeSecret: Secrets['remove'];
  readonly switchRule: LearnedRules['switch'];
  readonly addToSearch: Search['add'];
  readonly noteSearchComplete: Search['noteComplete'];
  readonly addToOutbox: Outbox['add'];
  readonly claimFromOutbox: Outbox['claim'];
  readonly nameMessages: Outbox['nameMessages'];
  readonly settleMessage: Outbox['settle'];
  readonly retryMessages: Outbox['retry'];
  readonly removeSentMessages: Outbox['removeSent'];
  readonly setReadMarks: ReadMarks['set'];
  readonly orderChanges: PageChanges['order'];
  readonly beginExploration: Explorations['begin'];
  readonly keepExplored: Explorations['keep'];
  readonly endExploration: Explorations['end'];
  readonly createCalibrationSet: Calibrations['create'];
  readonly removeCalibrationSet: Calibrations['remove'];
  readonly recommendSetting: Calibrations['recommend'];
  readonly beginRecording: Calibrations['begin'];
  readonly keepRecorded: Calibrations['keep'];
  readonly endRecording: Calibrations['end'];
  readonly judgeStates: Calibrations['judge'];
  readonly undoVerdict: Calibrations['undo'];
  readonly keepPoints: Calibrations['keepPoints'];
  readonly takeBatches: Calibrations['takeBatches'];
  readonly renewBatches: Calibrations['renewBatches'];
  readonly giveBackBatch: Calibrations['giveBackBatch'];
  readonly wantGrid: Calibrations['wantGrid'];
  readonly forgetGrid: Calibrations['forgetGrid'];
  readonly allowJudges: Calibrations['allowJudges'];
  readonly noteReader: FeedReaders['note'];
  readonly tidy: Upkeep['tidy'];
  readonly surveyUpkeep: Upkeep['survey'];
  readonly countHoldings: Upkeep['holdings'];
  readonly removeUnused: Upkeep['removeUnused'];
  readonly compact: Upkeep['compact'];
  readonly commit: Store['commit'];
  readonly close: Store['close'];
}

export const writerCalls = (store: Store): WriterCalls => ({
  createProject: store.projects.create,
  changeProject: store.projects.change,
  removeProject: store.projects.remove,
  beginRun: store.runs.begin,
  changeRun: store.runs.change,
  confirmRun: store.runs.confirm,
  keepSecret: store.secrets.keep,
  replaceSecrets: store.secrets.replace,
  removeSecret: store.secrets.remove,
  setReadMarks: store.readMarks.set,
  switchRule: store.learned.switch,
  addToSearch: store.search.add,
  noteSearchComplete: store.search.noteComplete,
  addToOutbox: store.outbox.add,
  claimFromOutbox: store.outbox.claim,
  nameMessages: store.outbox.nameMessages,
  settleMessage: store.outbox.settle,
  retryMessages: store.outbox.retry,
  removeSentMessages: store.outbox.removeSent,
  ...peopleWrites((name) => store.people[name]),
  orderChanges: store.changes.order,
  beginExploration: store.explorations.begin,
  keepExplored: store.explorations.keep,
  endExploration: store.explorations.end,
  createCalibrationSet: store.calibrations.create,
  removeCalibrationSet: store.calibrations.remove,
  recommendSetting: store.calibrations.recommend,
  beginRecording: store.calibrations.begin,
  keepRecorded: store.calibrations.keep,
  endRecording: store.calibrations.end,
  judgeStates: store.calibrations.judge,
  undoVerdict: store.calibrations.undo,
  keepPoints: store.calibrations.keepPoints,
  takeBatches: store.calibrations.takeBatches,
  renewBatches: store.calibrations.renewBatches,
  giveBackBatch: store.calibrations.giveBackBatch,
  wantGrid: store.calibrations.wantGrid,
  forgetGrid: store.calibrations.forgetGrid,
  allowJudges: store.calibrations.allowJudges,
  noteReader: store.readers.note,
  tidy: store.upkeep.tidy,
  // It only reads, but for so long that the main thread must not wait for it; so does the next one.
  surveyUpkeep: store.upkeep.survey,
  countHoldings: store.upkeep.holdings,
  removeUnused: store.upkeep.removeUnused,
  compact: store.upkeep.compact,
  commit: store.commit,
  close: store.close,
});

export interface CallMessage {
  readonly id: number;
  readonly name: keyof WriterCalls;
  readonly parameters: readonly unknown[];
}

/** An error that crosses threads loses its class, so its code and message are sent instead. */
export interface CallFailure {
  readonly code: StoreErrorCode | null;
  readonly message: string;
}

export type AnswerMessage =
  | { readonly kind: 'open' }
  | { readonly kind: 'not open'; readonly failure: CallFailure }
  | { readonly kind: 'done'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly failure: CallFailure }
  | { readonly kind: 'point'; readonly point: CommitPoint };

/** What the thread is started with. `gate` holds a commit at a point until the main thread has seen it. */
export interface ThreadStart {
  readonly options: Omit<SqliteOptions, 'onPoint'>;
  readonly gate: Int32Array<SharedArrayBuffer> | null;
}

export const gateClosed = 0;
export const gateOpen = 1;
export const gateRefused = 2;
