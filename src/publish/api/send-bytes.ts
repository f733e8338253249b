import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BytesPolicy, SentBytes } from './services.ts';

/** Shown in a browser, foreign bytes run nothing, load nothing and belong to no site. */
const policies: Readonly<Record<BytesPolicy, string | null>> = {
  data: null,
  page: "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  foreign: "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'",
};

/** Sends bytes with their validators: the whole, a range of them, or that they are not modified (RFC 9110). */
export function sendBytes(request: FastifyRequest, reply: FastifyReply, sent: SentBytes): FastifyReply {
  const { type, body, etag, lastModified } = sent;
  const policy = policies[sent.policy];
  reply.type(type);
  if (policy !== null) reply.header('content-security-policy', policy);
  if (etag !== null) reply.header('etag', `"${etag}"`).header('cache-control', 'private, no-cache');
  if (lastModified !== null) reply.header('last-modified', new Date(lastModified).toUTCString());
  if (isUnmodified(request, sent)) return reply.code(304).removeHeader('content-type').send();
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

/** A date is only looked at where no tag was sent. */
function isUnmodified({ headers }: FastifyRequest, { etag, lastModified }: SentBytes): boolean {
  const tags = headers['if-none-match'];
  if (tags !== undefined) return etag !== null && hasTag(tags, etag);
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return lastModified !== null && Math.floor(lastModified / 1000) * 1000 <= since;
}

function hasTag(tags: string, etag: string): boolean {
  return tags.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === `"${etag}"`);
}

/** The first and last byte; null for the whole. Several ranges at once are answered with the whole, as is allowed. */
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
