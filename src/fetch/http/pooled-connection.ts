import type { FetchError } from '../errors.ts';
import type { Exchange } from './exchange.ts';
import type { HttpMessage, RequestBytes } from './request-text.ts';

/** A request with the exchange that waits for its answer. */
export interface Job {
  readonly message: HttpMessage;
  /** The same for HTTP/1.1. */
  readonly bytes: RequestBytes;
  readonly exchange: Exchange;
  /** True after a kept connection was lost: another one of that age is probably lost, too. */
  readonly wantsNew: boolean;
}

/** An open connection in a pool. */
export interface PooledConnection {
  /** Never opened again. */
  readonly isClosed: boolean;
  /** Carries no request. */
  readonly isIdle: boolean;
  /** Can take another request. */
  readonly hasRoom: boolean;
  /** Has carried a request. */
  readonly wasUsed: boolean;
  send(job: Job): void;
  /** Called when it is idle. */
  close(): void;
  /** Ends the exchanges that it carries with the reason. */
  destroy(reason: FetchError): void;
}

/** Called when there is room on a connection, and when it is closed: then with the request, if any, that it took and has not begun to send. */
export type ConnectionChanged = (connection: PooledConnection, unsent: Job | null) => void;
