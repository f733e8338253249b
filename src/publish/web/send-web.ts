import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { firstQuestions } from '../contract/first-questions.ts';
import type { Encoding, WebFile, WebFiles } from './web-files.ts';

/** A hash of the content is in the name, so a year is as good as for ever. */
const FOREVER = 'public, max-age=31536000, immutable';

/**
 * Only what the server itself serves. The component library adds two style elements (touch gestures, no scrolling behind dialogs), which
 * the nonce lets in; stored pages are shown in frames of this origin, under a policy of their own that runs nothing.
 */
const policy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "font-src 'self'",
    "manifest-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Sends a file of the web interface or, for every other address that a browser opens, its page. False: it is none of the interface's. */
export async function sendWeb(
  web: WebFiles,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | null> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return null;
  const [path = ''] = request.url.split('?');
  const file = web.find(path);
  if (file !== null) return sendFile(file, request, reply);
  if (!isView(path) || !wantsPage(request)) return null;
  const nonce = randomBytes(16).toString('base64url');
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', policy(nonce))
    .header('cache-control', 'no-store')
    .header('link', firstQuestions(path).map(askedAtOnce).join(', '))
    .send(await web.page(nonce));
}

/** In the words of a request by `fetch` without headers: only such a one gets the answer that came early. */
const askedAtOnce = (question: string): string => `<${question}>; rel=preload; as=fetch; crossorigin`;

/** Views are made in the browser. An address of the API or a file that does not exist must not look like one. */
const isView = (path: string): boolean => !/^\/(?:api|assets|mcp|page)(?:\/|$)/.test(path);

const wantsPage = ({ headers }: FastifyRequest): boolean =>
  /text\/html|application\/xhtml/.test(headers.accept ?? '');

async function sendFile(file: WebFile, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const encoding = acceptedBy(request, file);
  reply
    .type(file.type)
    .header('cache-control', file.isImmutable ? FOREVER : 'no-cache')
    .header('vary', 'accept-encoding');
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.send(await readFile(file.forms[encoding] ?? ''));
}

function acceptedBy({ headers }: FastifyRequest, { forms }: WebFile): Encoding {
  const accepted = String(headers['accept-encoding'] ?? '');
  const takes = (encoding: string) =>
    new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(?:\\.0*)?(?:,|$))`).test(accepted);
  for (const encoding of ['br', 'gzip'] as const)
    if (forms[encoding] !== undefined && takes(encoding)) return encoding;
  return 'identity';
}
