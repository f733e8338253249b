// The thread that writes: opens the store and does the calls it is sent.
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { CommitPoint } from '../../crawl/tables/crawl-commit.ts';
import { StoreError } from '../errors.ts';
import { openSqliteStore } from '../sqlite/open-sqlite.ts';
import {
  type AnswerMessage,
  type CallFailure,
  type CallMessage,
  gateClosed,
  gateRefused,
  type ThreadStart,
  writerCalls,
} from './writer-calls.ts';

const port = parentPort as MessagePort;
const { options, gate } = workerData as ThreadStart;
const answer = (message: AnswerMessage) => port.postMessage(message);

const failureOf = (cause: unknown): CallFailure => ({
  code: cause instanceof StoreError ? cause.code : null,
  message: cause instanceof Error ? cause.message : String(cause),
});

/** Waits, inside the transaction, until the main thread has seen the point. */
function onPoint(point: CommitPoint): void {
  if (gate === null) return;
  answer({ kind: 'point', point });
  Atomics.wait(gate, 0, gateClosed);
  if (Atomics.exchange(gate, 0, gateClosed) === gateRefused) throw new Error(`stopped ${point}`);
}

try {
  const calls = writerCalls(await openSqliteStore({ ...options, onPoint }));
  port.on('message', async ({ id, name, parameters }: CallMessage) => {
    try {
      const call = calls[name] as (...given: readonly unknown[]) => Promise<unknown>;
      answer({ kind: 'done', id, result: await call(...parameters) });
      if (name === 'close') port.close();
    } catch (cause) {
      answer({ kind: 'failed', id, failure: failureOf(cause) });
    }
  });
  answer({ kind: 'open' });
} catch (cause) {
  answer({ kind: 'not open', failure: failureOf(cause) });
}
