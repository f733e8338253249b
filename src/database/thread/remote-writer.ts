import { Worker } from 'node:worker_threads';
import type { CommitPoint, CrawlCommit } from '../../crawl/tables/crawl-commit.ts';
import { peopleWrites } from '../../features/people/tables/people-writes.ts';
import { StoreError } from '../errors.ts';
import type { SqliteOptions } from '../store-options.ts';
import {
  type AnswerMessage,
  type CallFailure,
  gateOpen,
  gateRefused,
  type ThreadStart,
  type WriterCalls,
} from './writer-calls.ts';

interface Waiting {
  readonly resolve: (result: never) => void;
  readonly reject: (cause: unknown) => void;
}

const failureFrom = ({ code, message }: CallFailure): Error =>
  code === null ? new Error(message) : new StoreError(code, message);

/** The build turns both files into JavaScript, but it does not see the name that is put together below. */
const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';

/** Starts the thread that writes, and returns its calls once the store is open there. */
export async function remoteWriter({ onPoint, ...options }: SqliteOptions): Promise<WriterCalls> {
  const gate = onPoint === undefined ? null : new Int32Array(new SharedArrayBuffer(4));
  const start: ThreadStart = { options, gate };
  const worker = new Worker(new URL(`./writer-thread.${extension}`, import.meta.url), {
    workerData: start,
    // Batches are short-lived: a small young generation keeps the thread small and still collects them.
    resourceLimits: { maxYoungGenerationSizeMb: 16 },
  });
  const waiting = new Map<number, Waiting>();
  let refusal: unknown = null;
  let ended: unknown = null;
  let calls = 0;

  function pass(point: CommitPoint): void {
    if (gate === null) return;
    try {
      onPoint?.(point);
      Atomics.store(gate, 0, gateOpen);
    } catch (cause) {
      refusal = cause;
      Atomics.store(gate, 0, gateRefused);
    }
    Atomics.notify(gate, 0);
  }

  function settle(id: number, done: (call: Waiting) => void): void {
    const call = waiting.get(id);
    waiting.delete(id);
    if (call !== undefined) done(call);
    // A thread that nobody waits for must not keep the process alive.
    if (waiting.size === 0) worker.unref();
  }

  const opening = Promise.withResolvers<void>();
  worker.on('message', (message: AnswerMessage) => {
    switch (message.kind) {
      case 'open':
        return opening.resolve();
      case 'not open':
        return opening.reject(failureFrom(message.failure));
      case 'point':
        return pass(message.point);
      case 'done':
        return settle(message.id, ({ resolve }) => resolve(message.result as never));
      case 'failed':
        return settle(message.id, ({ reject }) => {
          const cause = refusal ?? failureFrom(message.failure);
          refusal = null;
          reject(cause);
        });
    }
  });
  const end = (cause: unknown) => {
    ended ??= cause;
    opening.reject(cause);
    for (const { reject } of waiting.values()) reject(cause);
    waiting.clear();
  };
  worker.on('error', (cause) =>
    end(new StoreError('STORE_FAILED', 'The thread that writes has failed.', cause)),
  );
  worker.on('exit', () => end(new StoreError('STORE_FAILED', 'The thread that writes has ended.')));
  await opening.promise;
  worker.unref();

  const call =
    (name: keyof WriterCalls) =>
    async (...parameters: readonly unknown[]): Promise<never> => {
      if (ended !== null) throw ended;
      calls += 1;
      const id = calls;
      const answer = Promise.withResolvers<never>();
      waiting.set(id, answer);
      worker.ref();
      worker.postMessage({ id, name, parameters }, transferable(parameters[0]));
      return answer.promise;
    };
  return {
    createProject: call('createProject'),
    changeProject: call('changeProject'),
    removeProject: call('removeProject'),
    beginRun: call('beginRun'),
    changeRun: call('changeRun'),
    confirmRun: call('confirmRun'),
    keepSecret: call('keepSecret'),
    setReadMarks: call('setReadMarks'),
    replaceSecrets: call('replaceSecrets'),
    removeSecret: call('removeSecret'),
    switchRule: call('switchRule'),
    addToSearch: call('addToSearch'),
    noteSearchComplete: call('noteSearchComplete'),
    addToOutbox: call('addToOutbox'),
    claimFromOutbox: call('claimFromOutbox'),
    nameMessages: call('nameMessages'),
    settleMessage: call('settleMessage'),
    retryMessages: call('retryMessages'),
    removeSentMessages: call('removeSentMessages'),
    ...peopleWrites(call),
    orderChanges: call('orderChanges'),
    createCalibrationSet: call('createCalibrationSet'),
    removeCalibrationSet: call('removeCalibrationSet'),
    recommendSetting: call('recommendSetting'),
    beginRecording: call('beginRecording'),
    keepRecorded: call('keepRecorded'),
    endRecording: call('endRecording'),
    judgeStates: call('judgeStates'),
    undoVerdict: call('undoVerdict'),
    keepPoints: call('keepPoints'),
    takeBatches: call('takeBatches'),
    renewBatches: call('renewBatches'),
    giveBackBatch: call('giveBackBatch'),
    wantGrid: call('wantGrid'),
    forgetGrid: call('forgetGrid'),
    allowJudges: call('allowJudges'),
    beginExploration: call('beginExploration'),
    keepExplored: call('keepExplored'),
    endExploration: call('endExploration'),
    noteReader: call('noteReader'),
    tidy: call('tidy'),
    surveyUpkeep: call('surveyUpkeep'),
    countHoldings: call('countHoldings'),
    removeUnused: call('removeUnused'),
    compact: call('compact'),
    commit: call('commit'),
    close: call('close'),
  };
}

/** Bodies are transferred to the thread instead of copied, unless a body shares its buffer with something else. */
function transferable(parameter: unknown): ArrayBuffer[] {
  const { bodies = [] } = (parameter ?? {}) as Partial<CrawlCommit>;
  const buffers = new Set<ArrayBuffer>();
  for (const { body } of bodies) {
    const { buffer } = body;
    if (buffer instanceof ArrayBuffer && body.byteLength === buffer.byteLength && buffer.byteLength > 0)
      buffers.add(buffer);
  }
  return [...buffers];
}
