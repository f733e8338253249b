import { once } from 'node:events';
import { type MessagePort, parentPort } from 'node:worker_threads';
import { sentFailure } from '../../base/index.ts';
import { openSqliteStore } from '../sqlite/open-sqlite.ts';
import type { ProjectClaim, Store } from '../store.ts';
import type { CommitPoint } from '../store-options.ts';
import { loadParts } from '../store-part.ts';
import {
  type AnswerMessage,
  gateClosed,
  gateRefused,
  methodOf,
  refusedAt,
  type ThreadStart,
  type WriterMessage,
} from './store-calls.ts';

const clients = new Set<MessagePort>();
/** Claims of clients that have ended, and are not released yet. */
const leaving = new Set<Promise<void>>();

/** Performs the calls of one thread. When the thread ends, its claims are released after its last calls. */
function serve(port: MessagePort, store: Store, main: MessagePort): void {
  const claims = new Map<number, ProjectClaim>();
  const calls = new Set<Promise<void>>();
  let lastClaim = 0;

  async function done(message: WriterMessage & { readonly id: number }): Promise<unknown> {
    if (message.kind === 'release') {
      const claim = claims.get(message.claim);
      claims.delete(message.claim);
      return claim?.release();
    }
    const { part, method, parameters, isClaim } = message as WriterMessage & { readonly kind: 'call' };
    // A thread that ended may hold the project for a moment longer. The thread that resumes its run must not be refused.
    if (isClaim) await Promise.all(leaving);
    const result = await methodOf(store, part, method)(...parameters);
    if (!isClaim) return result;
    lastClaim++;
    claims.set(lastClaim, result as ProjectClaim);
    return lastClaim;
  }

  async function answer(message: WriterMessage & { readonly id: number }): Promise<void> {
    const { id } = message;
    const send = (answered: AnswerMessage) => port.postMessage(answered);
    try {
      send({ kind: 'done', id, result: await done(message) });
    } catch (cause) {
      send({ kind: 'failed', id, failure: sentFailure(cause) });
    }
    if (message.kind === 'call' && message.method === 'close')
      for (const client of [main, ...clients]) client.close();
  }

  async function leave(): Promise<void> {
    await Promise.all(calls);
    for (const claim of claims.values()) await claim.release();
  }

  port.on('message', (message: WriterMessage) => {
    if (message.kind === 'client') {
      clients.add(message.port);
      return serve(message.port, store, main);
    }
    const call = answer(message).finally(() => calls.delete(call));
    calls.add(call);
  });
  port.on('close', () => {
    clients.delete(port);
    const left = leave().finally(() => leaving.delete(left));
    leaving.add(left);
  });
}

/** Runs the writer thread: waits for the store to open, opens it, and performs the calls that threads of the process send. */
export async function serveWrites(): Promise<void> {
  const main = parentPort as MessagePort;
  // The parts of the store are loaded while the other thread finds out which store to open.
  const [[{ options, gate }]] = (await Promise.all([once(main, 'message'), loadParts()])) as [
    [ThreadStart],
    unknown,
  ];
  /** Waits, inside the transaction, until the main thread has seen the point. */
  const onPoint = (point: CommitPoint): void => {
    if (gate === null) return;
    main.postMessage({ kind: 'point', point } satisfies AnswerMessage);
    Atomics.wait(gate, 0, gateClosed);
    if (Atomics.exchange(gate, 0, gateClosed) === gateRefused) throw new Error(refusedAt(point));
  };
  try {
    const store = await openSqliteStore({ ...options, onPoint });
    serve(main, store, main);
    main.postMessage({ kind: 'open' } satisfies AnswerMessage);
  } catch (cause) {
    main.postMessage({ kind: 'not open', failure: sentFailure(cause) } satisfies AnswerMessage);
  }
}
