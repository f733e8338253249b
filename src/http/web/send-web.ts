import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { firstQuestions } from '../contract/first-questions.ts';

/** The name contains a hash of the content, so the file never changes: a year means for ever. */
const FOREVER = 'public, max-age=31536000, immutable';

/**
 * Allows only what this server serves; scripts and styles only with the nonce of the page, and what those load. Not 'self': stored files of
 * foreign sites are served from this origin, too. Frames show them, under a separate policy that runs no scripts.
 */
const policy = (nonce: string): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "worker-src 'none'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "font-src 'self'",
    "manifest-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** What browsers get from a server without the built interface. */
const notBuilt = `The web interface of Tidemark is not built here.
"npm install" or "npm run build" in the folder of Tidemark builds it. Then start the server again.
Programs use the API: /api/openapi.json describes it.
`;

/**
 * Sends a file of the web interface (null: it is not built) or, for every other address that a browser opens, its page. False: the address does not belong to the interface.
 * Never returns the reply: it is a thenable that resolves to undefined, so a caller that awaits it would see no answer.
 */
export async function sendWeb(
  web: WebFiles | null,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  const [path = ''] = request.url.split('?');
  const file = web?.find(path) ?? null;
  if (file !== null) {
    await sendFile(file, request, reply);
    return true;
  }
  if (!isView(path) || !wantsPage(path, request)) return false;
  if (web === null) {
    reply.code(503).type('text/plain; charset=utf-8').header('cache-control', 'no-store').send(notBuilt);
    return true;
  }
  const nonce = randomBytes(16).toString('base64url');
  const page = await web.page(nonce);
  reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', policy(nonce))
    .header('cache-control', 'no-store')
    .header('link', firstQuestions(path).map(askedAtOnce).join(', '))
    .send(page);
  return true;
}

/** Must match a request by `fetch` without headers: only such a request uses the preloaded answer. */
const askedAtOnce = (question: string): string => `<${question}>; rel=preload; as=fetch; crossorigin`;

/** The browser renders views. An API address or a missing file must not be answered with a view. */
const isView = (path: string): boolean => !/^\/(?:api|assets|mcp|page)(?:\/|$)/.test(path);

/** The first page is also for programs that take anything, as crawlers do. */
const wantsPage = (path: string, { headers: { accept = '*/*' } }: FastifyRequest): boolean =>
  /text\/html|application\/xhtml/.test(accept) || (path === '/' && accept.includes('*/*'));

async function sendFile(file: WebFile, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const encoding = acceptedBy(request, file);
  reply
    .type(file.type)
    .header('cache-control', file.isImmutable ? FOREVER : 'no-cache')
    .header('vary', 'accept-encoding');
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  const bytes = await readFile(file.forms[encoding] ?? '');
  reply.send(bytes);
}

function acceptedBy({ headers }: FastifyRequest, { forms }: WebFile): Encoding {
  const accepted = String(headers['accept-encoding'] ?? '');
  const takes = (encoding: string) =>
    new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(?:\\.0*)?(?:,|$))`).test(accepted);
  for (const encoding of ['br', 'gzip'] as const)
    if (forms[encoding] !== undefined && takes(encoding)) return encoding;
  return 'identity';
}

/** A file of the web interface, as it can be sent. */
interface WebFile {
  readonly type: string;
  /** Whether its name has a hash of its content, so that it never changes. */
  readonly isImmutable: boolean;
  /** The file on disk for each encoding; `identity` is always present. */
  readonly forms: Readonly<Partial<Record<Encoding, string>>>;
}

type Encoding = 'br' | 'gzip' | 'identity';

/** The built web interface. Names are looked up in a list that is made at the start: the path of a request is never used as a path on disk. */
export interface WebFiles {
  /** By its path, such as `/assets/main-B1x.js`; null when there is no such file. */
  find(path: string): WebFile | null;
  /** The page itself, with this nonce for its scripts and styles, and the styles that its library adds. */
  page(nonce: string): Promise<string>;
}

const types: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  json: 'application/json; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  webmanifest: 'application/manifest+json; charset=utf-8',
};

/** The build writes them beside each file. */
const endings = { br: '.br', gzip: '.gz', identity: '' } as const;
const PAGE = 'index.html';
/** The placeholder for the nonce in the page. */
const NONCE_PLACE = '__NONCE__';

/** Null when the folder has no build: then the server has only the API. */
export function webFilesIn(folder: string): WebFiles | null {
  const names = filesIn(folder);
  if (!names.has(PAGE)) return null;
  const files = new Map<string, WebFile>();
  for (const name of names) {
    const type = types[/\.(\w+)$/.exec(name)?.[1] ?? ''];
    if (type === undefined) continue;
    const forms = Object.fromEntries(
      Object.entries(endings).flatMap(([encoding, ending]) =>
        names.has(name + ending) ? [[encoding, join(folder, name + ending)]] : [],
      ),
    );
    files.set(`/${name}`, { type, isImmutable: name.startsWith('assets/'), forms });
  }
  let page: Promise<string> | null = null;
  return {
    find: (path) => files.get(path) ?? null,
    async page(nonce) {
      page ??= readFile(join(folder, PAGE), 'utf8');
      return (await page).replaceAll(NONCE_PLACE, nonce);
    },
  };
}

function filesIn(folder: string): ReadonlySet<string> {
  try {
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    return new Set(names.map((name) => name.replaceAll('\\', '/')));
  } catch {
    return new Set();
  }
}
