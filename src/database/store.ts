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

/**
 * What is stored, by its parts. A folder that owns tables adds the part that works with them, by declaring it here:
 * `declare module '.../database/store.ts' { interface Store { readonly outbox: Outbox } }`.
 */
export interface Store {
  readonly contents: Contents;
  /** A way for another thread of this process to the thread that writes here; null where each thread opens connections of its own. */
  connect(): MessagePort | null;
  close(): Promise<void>;
}

/** How the store of a worker differs from that of a process by itself. A folder that owns tables declares here what its part takes. */
// biome-ignore lint/suspicious/noEmptyInterface: parts add to it
export interface StoreView {}
