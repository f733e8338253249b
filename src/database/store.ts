import type { MessagePort } from 'node:worker_threads';

/** The right to write one project. It ends with `release`, with the connection, or with the process. */
export interface ProjectClaim {
  release(): Promise<void>;
}

export interface Contents {
  /** The original bytes. Throws STORE_CONTENT_UNKNOWN, or STORE_CONTENT_DAMAGED when they are not what was stored. */
  read(sha256: Uint8Array): Promise<Uint8Array>;
  has(sha256: Uint8Array): Promise<boolean>;
}

/** One of the items that a method of the store returns. */
export type ItemOf<Method extends (...given: never[]) => Promise<readonly unknown[]>> = Awaited<
  ReturnType<Method>
>[number];

/**
 * The stored data, by its parts. A folder that owns tables adds the part that works with them, by declaring it here: `declare module
 * '.../database/store.ts' { interface Store { readonly outbox: Outbox } }`.
 */
export interface Store {
  readonly contents: Contents;
  /** A port for another thread of this process to the writer thread; null where each thread opens its own connections. */
  connect(): MessagePort | null;
  close(): Promise<void>;
}

/** How the store of a worker differs from that of a single process. A folder that owns tables declares here what its part needs. */
// biome-ignore lint/suspicious/noEmptyInterface: parts add to it
export interface StoreView {}
