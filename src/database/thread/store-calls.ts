import type { MessagePort } from 'node:worker_threads';
import type { SentFailure } from '../../base/index.ts';
import type { Store } from '../store.ts';
import type { CommitPoint, SqliteOptions } from '../store-options.ts';
import type { CallPlace, StorePart } from '../store-part.ts';

interface StoreCall {
  /** Null for a function of the store itself. */
  readonly part: string | null;
  readonly method: string;
  readonly place: CallPlace;
}

/** The functions and methods of all parts, with the place where each runs. */
export const storeCalls = (parts: readonly StorePart[]): readonly StoreCall[] =>
  parts.flatMap(({ calls = {} }) =>
    Object.entries(calls).flatMap(([name, places]): readonly StoreCall[] =>
      typeof places === 'string'
        ? [{ part: null, method: name, place: places }]
        : Object.entries(places).map(([method, place]) => ({ part: name, method, place })),
    ),
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

/** Start parameters of the thread. `gate` holds a commit at a point until the main thread has seen it. */
export interface ThreadStart {
  readonly options: Omit<SqliteOptions, 'onPoint' | 'writer'>;
  readonly gate: Int32Array<SharedArrayBuffer> | null;
}

export const gateClosed = 0;
export const gateOpen = 1;
export const gateRefused = 2;
/** The message of a commit that was refused at a point. */
export const refusedAt = (point: CommitPoint): string => `stopped ${point}`;
