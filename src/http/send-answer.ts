import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from './errors.ts';
import type { SentBytes, SentEvent } from './services.ts';

/** In a browser, foreign bytes run no scripts, load nothing and have no origin. */
const foreignPolicy = "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'";

const ownPolicy = (nonce: string): string =>
  `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** Values of `Sec-Fetch-Dest` that show bytes. Some browsers do not send the header; on plain HTTP and from programs it is absent, too. */
const shown: ReadonlySet<string> = new Set(['document', 'iframe', 'image', 'audio', 'video', 'empty']);

/** Media types that a browser runs or applies; with `nosniff`, it runs no others. */
const runs = /^(?:[^;]*(?:java|ecma|j|live)script|text\/css|text\/xsl|application\/(?:wasm|xslt\+xml))/i;

/**
 * Foreign bytes are served from our own origin: none of its pages may load them as a script, a style or a worker. A browser with a cookie gets such types as
 * text; a program with a token gets them as they are.
 */
function foreignType({ headers }: FastifyRequest, type: string): string {
  const wanted = headers['sec-fetch-dest'];
  if (typeof wanted === 'string' && !shown.has(wanted))
    throw new ApiError('API_NOT_ALLOWED', `Stored files are shown, not loaded as ${wanted.slice(0, 20)}.`);
  if (headers.authorization !== undefined || !runs.test(type)) return type;
  const charset = /;\s*charset=[\w.:-]+/i.exec(type)?.[0] ?? '';
  return `text/plain${charset}`;
}

/** Sends bytes with their validators: all of them, a range, or 304 Not Modified (RFC 9110). */
export async function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  sent: SentBytes,
  memory: AnswerMemory,
): Promise<FastifyReply> {
  if (sent.policy === 'page' && sent.type.startsWith('text/html')) return sendPage(reply, sent);
  const { etag, lastModified } = sent;
  const isForeign = sent.policy === 'foreign';
  reply.type(isForeign ? foreignType(request, sent.type) : sent.type);
  if (isForeign) reply.header('content-security-policy', foreignPolicy).header('vary', 'authorization');
  if (etag !== null) reply.header('etag', `"${etag}"`).header('cache-control', 'private, no-cache');
  if (lastModified !== null) reply.header('last-modified', new Date(lastModified).toUTCString());
  if (isUnmodified(request, sent)) return reply.code(304).removeHeader('content-type').send();
  const ofStream = typeof sent.body === 'function' ? 0 : STREAM_BYTES;
  const length = sent.body instanceof Uint8Array ? sent.body.length : ofStream;
  memory.take(sent.length ?? length);
  const body = typeof sent.body === 'function' ? await sent.body() : sent.body;
  if (!(body instanceof Uint8Array)) return sendPaced(reply, body, memory);
  reply.header('accept-ranges', 'bytes');
  const range = rangeIn(request, sent, body.length);
  if (range === null) return sendWhole(reply, body, memory);
  if (range === 'outside')
    return reply
      .code(416)
      .header('content-range', `bytes */${body.length}`)
      .removeHeader('content-type')
      .send();
  const [from, to] = range;
  reply.code(206).header('content-range', `bytes ${from}-${to}/${body.length}`);
  return sendWhole(reply, body.subarray(from, to + 1), memory);
}

/** A body up to this size is given to the connection at once. */
const MOST_AT_ONCE = 2 ** 20;

function sendWhole(reply: FastifyReply, body: Uint8Array, memory: AnswerMemory): FastifyReply {
  if (body.length <= MOST_AT_ONCE)
    return reply.send(Buffer.from(body.buffer, body.byteOffset, body.byteLength));
  return sendPaced(reply.header('content-length', body.length), [body], memory);
}

const sendPaced = (reply: FastifyReply, body: MadeBody, { atLeastRate }: AnswerMemory): FastifyReply =>
  reply.send(Readable.from(atLeastRate(body), { objectMode: false }));

/** A page of ours. A nonce identifies its scripts and styles; each answer has a new nonce. */
function sendPage(reply: FastifyReply, { type, body }: SentBytes): FastifyReply {
  const nonce = randomBytes(16).toString('base64url');
  const text = Buffer.from(body as Uint8Array).toString();
  return reply
    .type(type)
    .header('content-security-policy', ownPolicy(nonce))
    .header('cache-control', 'no-store')
    .send(text.replaceAll(/<(?:script|link rel="stylesheet") /g, `$&nonce="${nonce}" `));
}

/** The date is compared only if the client sent no ETag. */
function isUnmodified({ headers }: FastifyRequest, { etag, lastModified }: SentBytes): boolean {
  const tags = headers['if-none-match'];
  if (tags !== undefined) return etag !== null && hasTag(tags, etag);
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return lastModified !== null && Math.floor(lastModified / 1000) * 1000 <= since;
}

function hasTag(tags: string, etag: string): boolean {
  return tags.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === `"${etag}"`);
}

/** The first and last byte; null for the whole. A request for several ranges gets the whole, as RFC 9110 allows. */
function rangeIn(
  { headers }: FastifyRequest,
  { etag, lastModified }: SentBytes,
  length: number,
): readonly [number, number] | 'outside' | null {
  const condition = headers['if-range'];
  if (typeof condition === 'string') {
    const isSame = condition.startsWith('"')
      ? etag !== null && condition === `"${etag}"`
      : lastModified !== null && Date.parse(condition) === Math.floor(lastModified / 1000) * 1000;
    if (!isSame) return null;
  }
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.range ?? '') ?? [];
  if (first === '' && last === '') return null;
  const from = first === '' ? Math.max(length - Number(last), 0) : Number(first);
  const to = first === '' || last === '' ? length - 1 : Math.min(Number(last), length - 1);
  if (first !== '' && last !== '' && Number(last) < from) return null;
  return from >= length || to < from ? 'outside' : [from, to];
}

/**
 * What an answer counts whose bytes are made while they are sent: the export of a run holds a page, its record, and what is compressed of it. 60 downloads
 * whose clients did not read took 2 GB. So a user has three of them at a time.
 */
const STREAM_BYTES = 20 * 2 ** 20;
/** Bytes of bodies that one user may have under way, requests and answers together. A single body may be larger. */
const MOST_OF_USER = 64 * 2 ** 20;
/** The same for all users together. */
const MOST_OF_ALL = 512 * 2 ** 20;

/** Bytes that are made while they are sent: the next ones when the connection has room for them. */
type MadeBody = Iterable<Uint8Array> | AsyncIterable<string | Uint8Array>;

/** What a client must take of a body in so much time, not counting the time in which the next bytes are made. */
interface LeastRate {
  readonly bytes: number;
  readonly ms: number;
}

/** 1 KiB/s, a tenth of a bad mobile connection. The time is that long because operating systems take bytes in lumps of some hundred kilobytes. */
const leastRate: LeastRate = { bytes: 120 * 1024, ms: 120_000 };

/** A piece of a body: small, so that what a slow client has taken is known soon. */
const PIECE_BYTES = 16 * 1024;

/** Counts the bytes of one request and of its answer until the connection has them. */
export interface AnswerMemory {
  /** Throws API_TOO_MANY. */
  readonly take: (bytes: number) => void;
  /** The same body in pieces. A client that takes them too slowly loses its connection: otherwise it would keep memory, and a place, for ever. */
  readonly atLeastRate: (body: MadeBody) => AsyncIterable<Uint8Array>;
}

async function* atRate(
  body: MadeBody,
  { raw }: FastifyReply,
  { bytes, ms }: LeastRate,
): AsyncGenerator<Uint8Array> {
  let taken = 0;
  let waitedMs = 0;
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  raw.once('close', () => {
    isOver = true;
    clearTimeout(timer);
  });
  const waitForClient = (): void => {
    if (!isOver) timer = setTimeout(() => raw.destroy(), Math.max(ms - waitedMs, 0)).unref();
  };
  for await (const piece of inPieces(body)) {
    const since = performance.now();
    waitForClient();
    yield piece;
    clearTimeout(timer);
    waitedMs += performance.now() - since;
    taken += piece.length;
    if (taken < bytes) continue;
    taken = 0;
    waitedMs = 0;
  }
  // The last pieces are in buffers of the connection.
  waitedMs = 0;
  waitForClient();
}

async function* inPieces(body: MadeBody): AsyncGenerator<Uint8Array> {
  for await (const made of body) {
    const bytes = typeof made === 'string' ? Buffer.from(made) : made;
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
  }
}

/** Limits the memory of bodies: a client that reads slowly keeps its answer here, and one that sends slowly its request. */
export class BodiesUnderWay {
  readonly #byUser = new Map<string, number>();
  readonly #rate: LeastRate;
  #all = 0;

  constructor(rate: LeastRate = leastRate) {
    this.#rate = rate;
  }

  of(user: string, reply: FastifyReply): AnswerMemory {
    let own = 0;
    reply.raw.once('close', () => {
      this.#all -= own;
      const left = (this.#byUser.get(user) ?? 0) - own;
      if (left <= 0) this.#byUser.delete(user);
      else this.#byUser.set(user, left);
      own = 0;
    });
    return {
      take: (bytes) => {
        const before = this.#byUser.get(user) ?? 0;
        const isTooMuch = (before > own && before + bytes > MOST_OF_USER) || this.#all + bytes > MOST_OF_ALL;
        if (isTooMuch)
          throw new ApiError(
            'API_TOO_MANY',
            'Large requests or answers are still under way: read them to their end, then ask again.',
          );
        if (reply.raw.destroyed) return;
        own += bytes;
        this.#all += bytes;
        this.#byUser.set(user, before + bytes);
      },
      atLeastRate: (body) => atRate(body, reply, this.#rate),
    };
  }
}

/** Proxies close idle connections, many of them after a minute. */
const HEARTBEAT_MS = 20_000;

/** Event streams that one user may have open on one server: a browser opens one per tab. */
const MOST_STREAMS = 20;

/** Counts the open streams of each user. Each stream costs memory, and one database query per event. */
export class OpenStreams {
  readonly #open = new Map<string, number>();

  /** Counts one more until the answer is closed. Throws API_TOO_MANY_STREAMS. */
  add(user: string, reply: FastifyReply): void {
    const open = this.#open.get(user) ?? 0;
    if (open >= MOST_STREAMS)
      throw new ApiError(
        'API_TOO_MANY_STREAMS',
        `You have ${MOST_STREAMS} streams of events open: close one of them, or ask again later.`,
      );
    this.#open.set(user, open + 1);
    reply.raw.once('close', () => {
      const left = (this.#open.get(user) ?? 1) - 1;
      if (left === 0) this.#open.delete(user);
      else this.#open.set(user, left);
    });
  }
}

/** Sends events as they come (server-sent events). A client that loses the connection reconnects by itself. */
export function sendEvents(reply: FastifyReply, events: AsyncIterable<SentEvent>): FastifyReply {
  const stream = Readable.from(written(events));
  const heartbeat = setInterval(() => stream.push(': still here\n\n'), HEARTBEAT_MS);
  stream.on('close', () => clearInterval(heartbeat));
  return reply
    .type('text/event-stream')
    .header('cache-control', 'no-store')
    .header('x-accel-buffering', 'no')
    .send(stream);
}

async function* written(events: AsyncIterable<SentEvent>): AsyncGenerator<string> {
  yield 'retry: 1000\n\n';
  for await (const { id, event, data } of events)
    yield `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
