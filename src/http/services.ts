import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint, EndpointTable, GivenTo, ResultOf } from './contract/endpoint.ts';
import type { Caller } from './gate.ts';

/** The caller of a service, and the circumstances of the call. */
export interface Asking {
  readonly caller: Caller;
  /** Aborted when the connection is closed. */
  readonly signal: AbortSignal;
  /** The last event that the caller got before the connection broke; null at first. */
  readonly lastEventId: string | null;
  /** The `User-Agent` of the browser or program. */
  readonly agent: string;
  /** The cookies that came with the request. */
  readonly cookies: string | undefined;
  /** Sets a cookie with the answer: `header` is the value of a `Set-Cookie` header. */
  setCookie(header: string): void;
}

/** `data`: no policy. `page`: a page of Tidemark, with its own scripts. `foreign`: a page of another site, whose scripts must not run. */
type BytesPolicy = 'data' | 'page' | 'foreign';

/** Bytes to send. */
export interface SentBytes {
  /** The media type, with its parameters. */
  readonly type: string;
  /** A function is called only when the bytes are needed; `length` then says how many there are. */
  readonly body: Uint8Array | AsyncIterable<string | Uint8Array> | (() => Promise<Uint8Array>);
  /** Default: the length of `body`. */
  readonly length?: number;
  /** Without quotes; null when the bytes are generated for each request. */
  readonly etag: string | null;
  /** Milliseconds since 1970. */
  readonly lastModified: number | null;
  /** What a browser may do with them. */
  readonly policy: BytesPolicy;
}

export interface SentEvent {
  readonly id: string;
  readonly event: string;
  readonly data: unknown;
}

type Sent<E extends Endpoint> = E['answer']['kind'] extends 'json'
  ? ResultOf<E>
  : E['answer']['kind'] extends 'bytes'
    ? SentBytes
    : E['answer']['kind'] extends 'events'
      ? AsyncIterable<SentEvent>
      : E['answer']['kind'] extends 'redirect'
        ? string
        : undefined;

/** What an endpoint does. May throw any TidemarkError: its code decides the status of the answer. */
type Service<E extends Endpoint> = E['answer']['kind'] extends 'protocol'
  ? ProtocolService
  : (given: GivenTo<E>, asking: Asking) => Promise<Sent<E>>;

/** Answers on the connection itself. Only such services know HTTP. */
export type ProtocolService = (connection: ProtocolConnection, asking: Asking) => Promise<void>;

interface ProtocolConnection {
  readonly request: FastifyRequest['raw'];
  readonly response: FastifyReply['raw'];
  /** Parsed, but not validated. */
  readonly body: unknown;
}

/** One function for every endpoint of a table. */
export type ServicesOf<T extends EndpointTable> = { readonly [K in keyof T]: Service<T[K]> };
