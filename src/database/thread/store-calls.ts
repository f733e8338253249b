import type { MessagePort } from 'node:worker_threads';
import type { SentFailure } from '../../base/index.ts';
import type { Store } from '../store.ts';
import type { CommitPoint, SqliteOptions } from '../store-options.ts';
import type { StorePart } from '../store-part.ts';

interface WriterCall {
  /** Null for a function of the store itself. */
  readonly part: string | null;
  readonly method: string;
  readonly isClaim: boolean;
}

/** What the writer does for other threads. */
export const writerCalls = (parts: readonly StorePart[]): readonly WriterCall[] =>
  parts.flatMap(({ writes, claims }) => [...callsIn(writes, false), ...callsIn(claims, true)]);

const callsIn = (named: StorePart['writes'] = {}, isClaim: boolean): readonly WriterCall[] =>
  Object.entries(named).flatMap(([name, methods]): readonly WriterCall[] =>
    methods === true
      ? [{ part: null, method: name, isClaim }]
      : methods.map((method: string) => ({ part: name, method, isClaim })),
  );

type AnyMethod = (...given: readonly unknown[]) => Promise<unknown>;

/** The method of a part, or of the store itself. */
export function methodOf(store: Store, part: string | null, method: string): AnyMethod {
  const parts = store as unknown as Readonly<Record<string, Readonly<Record<string, AnyMethod>>>>;
  const owner = part === null ? (store as unknown as Readonly<Record<string, AnyMethod>>) : parts[part];
  const found = owner?.[method];
  if (found === undefined) throw new TypeError(`a store has no ${part ?? ''} ${method}`);
  return found;
}

/** Messages to the writer thread. */
export type WriterMessage =
  /** `part` is null for the store itself. A claim is answered with the number of the claim. */
  | {
      readonly kind: 'call';
      readonly id: number;
      readonly part: string | null;
      readonly method: string;
      readonly isClaim: boolean;
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

/** The first message to the thread. `gate` holds a commit at a point until the main thread has seen it. */
export interface ThreadStart {
  readonly options: Omit<SqliteOptions, 'onPoint' | 'writer'>;
  readonly gate: Int32Array<SharedArrayBuffer> | null;
}

export const gateClosed = 0;
export const gateOpen = 1;
export const gateRefused = 2;
/** The message of a commit that was refused at a point. */
export const refusedAt = (point: CommitPoint): string => `stopped ${point}`;
