import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { StoreError, storeFailureFrom } from '../errors.ts';
import type { ProjectClaim, Store } from '../store.ts';
import type { CommitPoint, SqliteOptions } from '../store-options.ts';
import { type StorePart, storeParts } from '../store-part.ts';
import {
  type AnswerMessage,
  gateOpen,
  gateRefused,
  refusedAt,
  type ThreadStart,
  type WriterMessage,
  writerCalls,
} from './store-calls.ts';

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (cause: unknown) => void;
}

/** The connection to the writer thread: the thread itself, or a port to it. */
type WriterChannel = Pick<MessagePort, 'postMessage' | 'ref' | 'unref'>;

/** Starts the writer thread, which loads its code and waits for a store to open. It does not keep the process alive. */
export function startWriterThread(): Worker {
  const worker = new Worker(storeParts.required.writerThread, {
    // Batches are short-lived: a small young generation keeps the thread small and still collects them.
    resourceLimits: { maxYoungGenerationSizeMb: 16 },
  });
  worker.unref();
  return worker;
}

/** Calls that the writer thread runs for this thread. */
export class RemoteWriter {
  readonly #channel: WriterChannel;
  readonly #waiting = new Map<number, Waiting>();
  readonly #close: () => Promise<void>;
  #ended: unknown = null;
  #calls = 0;

  private constructor(channel: WriterChannel, close: (writer: RemoteWriter) => Promise<void>) {
    this.#channel = channel;
    this.#close = () => close(this);
  }

  /** Returns when the store is open in the thread. Throws the errors of opening it. */
  static async start(
    { onPoint, ...options }: SqliteOptions,
    worker = startWriterThread(),
  ): Promise<RemoteWriter> {
    const gate = onPoint === undefined ? null : new Int32Array(new SharedArrayBuffer(4));
    worker.ref();
    worker.postMessage({ options, gate } satisfies ThreadStart);
    const writer = new RemoteWriter(worker, async ({ call }) => {
      await call(null, 'close', []);
    });
    let refused: { readonly point: CommitPoint; readonly cause: unknown } | null = null;
    const pass = (point: CommitPoint): void => {
      if (gate === null) return;
      try {
        onPoint?.(point);
        Atomics.store(gate, 0, gateOpen);
      } catch (cause) {
        refused = { point, cause };
        Atomics.store(gate, 0, gateRefused);
      }
      Atomics.notify(gate, 0);
    };
    const opening = Promise.withResolvers<void>();
    const end = (cause: unknown) => {
      opening.reject(cause);
      writer.#end(cause);
    };
    worker.on('message', (message: AnswerMessage) => {
      if (message.kind === 'open') opening.resolve();
      else if (message.kind === 'not open') opening.reject(storeFailureFrom(message.failure));
      else if (message.kind === 'point') pass(message.point);
      else if (
        message.kind === 'failed' &&
        refused !== null &&
        message.failure.message === refusedAt(refused.point)
      ) {
        const { cause } = refused;
        refused = null;
        writer.#settle(message.id, ({ reject }) => reject(cause));
      } else writer.#take(message);
    });
    worker.on('error', (cause) =>
      end(new StoreError('STORE_FAILED', 'The writer thread has failed.', cause)),
    );
    worker.on('exit', () => end(threadEnded()));
    await opening.promise;
    worker.unref();
    return writer;
  }

  /** For another thread: writes through the port that a store of this process returned. */
  static at(port: MessagePort): RemoteWriter {
    const writer = new RemoteWriter(port, async () => port.close());
    port.on('message', (message: AnswerMessage) => writer.#take(message));
    port.on('close', () => writer.#end(threadEnded()));
    port.unref();
    return writer;
  }

  /** `part` is null for the store itself. */
  readonly call = (
    part: string | null,
    method: string,
    parameters: readonly unknown[],
    isClaim = false,
  ): Promise<unknown> =>
    this.#send(
      (id) => ({ kind: 'call', id, part, method, parameters, isClaim }),
      transferable(parameters[0]),
    );

  async claim(part: string | null, method: string, parameters: readonly unknown[]): Promise<ProjectClaim> {
    const claim = (await this.call(part, method, parameters, true)) as number;
    return {
      release: async () => {
        // Claims of the thread ended with it.
        if (this.#ended === null) await this.#send((id) => ({ kind: 'release', id, claim }));
      },
    };
  }

  /** A port over which another thread of the process writes. */
  connect(): MessagePort {
    const { port1, port2 } = new MessageChannel();
    this.#channel.postMessage({ kind: 'client', port: port2 } satisfies WriterMessage, [port2]);
    return port1;
  }

  close(): Promise<void> {
    return this.#close();
  }

  async #send(messageWith: (id: number) => WriterMessage, transferred: ArrayBuffer[] = []): Promise<unknown> {
    if (this.#ended !== null) throw this.#ended;
    this.#calls++;
    const id = this.#calls;
    const answer = Promise.withResolvers<unknown>();
    this.#waiting.set(id, answer);
    this.#channel.ref();
    this.#channel.postMessage(messageWith(id), transferred);
    return answer.promise;
  }

  #take(message: AnswerMessage): void {
    if (message.kind === 'done') this.#settle(message.id, ({ resolve }) => resolve(message.result));
    if (message.kind === 'failed')
      this.#settle(message.id, ({ reject }) => reject(storeFailureFrom(message.failure)));
  }

  #settle(id: number, done: (call: Waiting) => void): void {
    const call = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (call !== undefined) done(call);
    // A thread without calls must not keep the process alive.
    if (this.#waiting.size === 0) this.#channel.unref();
  }

  #end(cause: unknown): void {
    this.#ended ??= cause;
    for (const { reject } of this.#waiting.values()) reject(cause);
    this.#waiting.clear();
  }
}

const threadEnded = () => new StoreError('STORE_FAILED', 'The writer thread has ended.');

/** A store that reads on a connection of this thread, and sends all other calls to the writer. */
export function storeOver(reader: Store, writer: RemoteWriter, parts: readonly StorePart[]): Store {
  const store: Record<string, unknown> = { ...reader };
  for (const { part, method, isClaim } of writerCalls(parts)) {
    const call = isClaim
      ? (...parameters: readonly unknown[]) => writer.claim(part, method, parameters)
      : (...parameters: readonly unknown[]) => writer.call(part, method, parameters);
    if (part === null) store[method] = call;
    else store[part] = { ...(store[part] as object), [method]: call };
  }
  return {
    ...(store as unknown as Store),
    connect: () => writer.connect(),
    async close() {
      await writer.close();
      await reader.close();
    },
  };
}

/** Bodies are transferred to the thread instead of copied, unless a body shares its buffer with something else. */
function transferable(parameter: unknown): ArrayBuffer[] {
  const { bodies = [] } = (parameter ?? {}) as { readonly bodies?: readonly { readonly body: Uint8Array }[] };
  const buffers = new Set<ArrayBuffer>();
  for (const { body } of bodies) {
    const { buffer } = body;
    if (buffer instanceof ArrayBuffer && body.byteLength === buffer.byteLength && buffer.byteLength > 0)
      buffers.add(buffer);
  }
  return [...buffers];
}
