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
  if (!(body instanceof Uint8Array)) return reply.send(Readable.from(body, { objectMode: false }));
  reply.header('accept-ranges', 'bytes');
  const range = rangeIn(request, sent, body.length);
  if (range === null) return reply.send(Buffer.from(body.buffer, body.byteOffset, body.byteLength));
  if (range === 'outside')
    return reply
      .code(416)
      .header('content-range', `bytes */${body.length}`)
      .removeHeader('content-type')
      .send();
  const [from, to] = range;
  return reply
    .code(206)
    .header('content-range', `bytes ${from}-${to}/${body.length}`)
    .send(Buffer.from(body.buffer, body.byteOffset + from, to - from + 1));
}

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

/** Counts the bytes of one request and of its answer until the connection has them. Throws API_TOO_MANY. */
export interface AnswerMemory {
  take(bytes: number): void;
}

/** Limits the memory of bodies: a client that reads slowly keeps its answer here, and one that sends slowly its request. */
export class BodiesUnderWay {
  readonly #byUser = new Map<string, number>();
  #all = 0;

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
