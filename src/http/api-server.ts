import { randomUUID } from 'node:crypto';
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify';
import { visitorNeighbourhood } from '../fetch/index.ts';
import { type AnswerParts, admitted, answerRequest } from './answer-request.ts';
import { type EndpointTable, everywhere } from './contract/endpoint.ts';
import { ApiError, problemOf } from './errors.ts';
import type { Caller, Gate } from './gate.ts';
import type { RequestMeter } from './metrics/request-meter.ts';
import { RequestTurns } from './request-turns.ts';
import { type AnswerMemory, BodiesUnderWay, OpenStreams } from './send-answer.ts';
import type { ServicesOf } from './services.ts';
import { sendWeb, type WebFiles } from './web/send-web.ts';

interface ApiServerParts<T extends EndpointTable> {
  readonly endpoints: T;
  readonly services: ServicesOf<T>;
  readonly gate: Gate;
  /** Where the log goes, one JSON object per line; null for none. */
  readonly log: { write(line: string): void } | null;
  /** The least important level that is logged. Default: info. */
  readonly logLevel?: LogLevel;
  /** The web interface; null where it is not built. */
  readonly web: WebFiles | null;
  /** Writes a line of the audit log. */
  readonly note: AnswerParts['note'];
  readonly meter: RequestMeter;
  /** Whether this process also has runs to do. */
  readonly hasRuns: () => boolean;
  /** Endpoints that everybody may call, because the operator says so. */
  readonly open?: readonly (keyof T)[];
  /** How long a request may take to arrive, with its body. */
  readonly requestTimeoutMs?: number | undefined;
}

/** 4 MiB at 35 kB/s. Without a limit, a client that sends one byte now and then keeps a connection for ever. */
const REQUEST_MS = 120_000;
const HEADERS_MS = 60_000;
/** Timeout of a connection on which nothing moves in either direction. Event streams send something every 20 seconds; every answer begins sooner. */
const SILENCE_MS = 600_000;

/** Project files with long lists of rules and addresses are some hundred kilobytes. */
const MOST_BODY = 4 * 1024 * 1024;
/** Limit for what strangers may send: names, passwords, one-time links. */
const MOST_BODY_OF_STRANGERS = 16 * 1024;
/** In seconds. The full queue of a stranger is answered in about this time. */
const RETRY_AFTER = 5;
/** Names of projects in an address may be this long. */
const LONGEST_PARAMETER = 2000;

/** Headers of every answer. A page of ours that needs more sets it in its own answer. */
const securityHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
} as const;

/** The server, not listening yet. */
export function apiServer<T extends EndpointTable>({
  endpoints,
  services,
  gate,
  log,
  logLevel = 'info',
  note,
  web,
  meter,
  hasRuns,
  open = [],
  requestTimeoutMs = REQUEST_MS,
}: ApiServerParts<T>): FastifyInstance {
  const all = Object.values(endpoints);
  const streams = new Set(all.flatMap(({ path, answer }) => (answer.kind === 'events' ? [path] : [])));
  const probes = new Set(
    all.flatMap(({ path, purpose }) => (purpose === 'liveness' || purpose === 'monitoring' ? [path] : [])),
  );
  const isProbe = (route: string): boolean => probes.has(route);
  const fail = (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
    sendProblem(error, request, reply, isProbe);
  const app = Fastify({
    logger: log === null ? false : { stream: log, level: logLevel, serializers: { req: loggedRequest } },
    logController: new RequestLog(isProbe),
    genReqId: () => randomUUID(),
    bodyLimit: MOST_BODY,
    requestTimeout: requestTimeoutMs,
    connectionTimeout: SILENCE_MS,
    http: {
      // Node looks for late bodies only after the time for headers.
      headersTimeout: Math.min(HEADERS_MS, requestTimeoutMs),
      connectionsCheckingInterval: Math.min(10_000, requestTimeoutMs),
    },
    routerOptions: { maxParamLength: LONGEST_PARAMETER },
    // Streams of events would keep it open for ever.
    forceCloseConnections: true,
    // A request with an unreadable address reaches no hook.
    frameworkErrors: (error, request, reply) => {
      reply.headers(securityHeaders).header('x-request-id', request.id);
      fail(error, request, reply);
    },
    clientErrorHandler: refuseUnreadable,
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(securityHeaders).header('x-request-id', request.id);
    // RFC 9112, section 3.2. A proxy may look at the other one, so what is allowed for one name would be done under another.
    if ((request.raw.headersDistinct['host']?.length ?? 0) > 1)
      throw new ApiError('API_REQUEST_INVALID', 'The request has more than one Host header.');
  });
  app.addHook('onResponse', async ({ method, routeOptions: { url: route = '' } }, reply) => {
    const seconds = streams.has(route) ? null : reply.elapsedTime / 1000;
    meter.note({ method, route, status: reply.statusCode, seconds });
  });
  app.addHook('preValidation', async ({ body }) => requireFewParts(body));
  app.setErrorHandler(fail);
  app.setNotFoundHandler(async (request, reply) => {
    if (await sendWeb(web, request, reply)) return reply;
    return fail(new ApiError('API_NOT_FOUND', 'There is nothing at this address.'), request, reply);
  });
  const turns = new RequestTurns(hasRuns);
  const openStreams = new OpenStreams();
  const bodies = new BodiesUnderWay();
  const callers = new WeakMap<FastifyRequest, Caller>();
  const memories = new WeakMap<FastifyRequest, AnswerMemory>();
  for (const [name, written] of Object.entries(endpoints)) {
    const isOpen = open.includes(name);
    const endpoint = isOpen ? { ...written, access: everywhere('anonymous', 'read') } : written;
    const asksWho = !isOpen && endpoint.purpose !== 'liveness';
    const parts = { name, endpoint, service: services[name], gate, streams: openStreams, note, asksWho };
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      bodyLimit: endpoint.access.role === 'anonymous' ? MOST_BODY_OF_STRANGERS : MOST_BODY,
      // Before the body is read: strangers must not fill the memory with bodies, nor the queue with requests that are refused anyway.
      onRequest: async (request, reply) => {
        const caller = await admitted(parts, request);
        callers.set(request, caller);
        const memory = bodies.of(callerKey(caller), reply);
        memories.set(request, memory);
        memory.take(bytesToCome(request));
        if (endpoint.purpose !== 'liveness') await takeTurn(turns, name, caller, reply);
      },
      handler: async (request, reply) => {
        const caller = await callerNow(parts, callers.get(request), request);
        const memory = memories.get(request) ?? bodies.of(callerKey(caller), reply);
        return answerRequest(parts, caller, request, reply, memory);
      },
    });
  }
  return app;
}

/**
 * Checks the caller again when the body has arrived, which may take a minute: a caller who has lost the session, token, role or access meanwhile
 * changes nothing.
 */
async function callerNow(
  parts: AnswerParts,
  before: Caller | undefined,
  request: FastifyRequest,
): Promise<Caller> {
  const { access, method } = parts.endpoint;
  if (before !== undefined && (method === 'GET' || access.role === 'anonymous')) return before;
  const caller = await admitted(parts, request);
  // A session that was renewed the first time is not renewed again.
  return { ...caller, setCookie: caller.setCookie ?? before?.setCookie ?? null };
}

/** The user, or the neighbourhood of a stranger, who chooses among many addresses. */
const callerKey = ({ principal, address }: Caller): string =>
  principal.kind === 'anonymous' ? visitorNeighbourhood(address ?? '') : String(principal.user.id);

/** How large the body of a request may become; small ones do not count. */
function bytesToCome({ headers }: FastifyRequest): number {
  if (headers['transfer-encoding'] !== undefined) return MOST_BODY;
  const length = Number(headers['content-length'] ?? 0);
  return length > MOST_BODY_OF_STRANGERS ? Math.min(length, MOST_BODY) : 0;
}

async function takeTurn(
  turns: RequestTurns,
  kind: string,
  caller: Caller,
  { raw }: FastifyReply,
): Promise<void> {
  const isStranger = caller.principal.kind === 'anonymous';
  const from = callerKey(caller);
  const end = await turns.take({ kind, isStranger, from, isGone: () => raw.destroyed });
  if (raw.destroyed) end();
  else raw.once('close', end);
}

/** Values in one JSON body. Texts such as project files are one value; 300,000 keys took two seconds to be refused. */
const MOST_PARTS = 20_000;

/** Throws API_REQUEST_INVALID. */
function requireFewParts(body: unknown): void {
  const waiting = [body];
  let parts = 0;
  for (let each = waiting.pop(); waiting.length > 0 || each !== undefined; each = waiting.pop()) {
    if (typeof each !== 'object' || each === null) continue;
    const values: readonly unknown[] = Array.isArray(each) ? each : Object.values(each);
    parts += values.length;
    if (parts > MOST_PARTS)
      throw new ApiError('API_REQUEST_INVALID', `The body has more than ${MOST_PARTS} values.`);
    for (const value of values) if (typeof value === 'object') waiting.push(value);
  }
}

const unreadable: Readonly<Record<string, readonly [status: string, detail: string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The address and the headers are too long.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request did not arrive in time.'],
};

/** Input that is not HTTP, arrives too slowly or has too many headers does not reach the code above: it is answered on the bare connection. */
const refuseUnreadable: NonNullable<FastifyServerOptions['clientErrorHandler']> = (error, socket) => {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, detail] = unreadable[error.code] ?? ['400 Bad Request', 'This is no HTTP request.'];
  const { status: _, ...problem } = problemOf(new ApiError('API_REQUEST_INVALID', detail), randomUUID());
  const body = JSON.stringify({ ...problem, status: Number.parseInt(status, 10) });
  const headers = {
    ...securityHeaders,
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`, () => {
    // A client that goes on sending would keep its half of the connection open.
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') socket.destroy();
  });
};

function sendProblem(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  isProbe: (route: string) => boolean,
): FastifyReply {
  const problem = problemOf(error, request.id);
  if (problem.status >= 500 && problem.code !== 'API_BUSY') logFailure(error, request, isProbe);
  if (problem.status === 401) reply.header('www-authenticate', 'Bearer');
  if (problem.code === 'API_TOO_MANY') reply.header('retry-after', RETRY_AFTER);
  return reply
    .code(problem.status)
    .type('application/problem+json')
    .header('cache-control', 'no-store')
    .send(problem);
}

/** A probe that fails does so again and again: equal lines without the id of the request are logged once and counted. */
function logFailure(
  err: unknown,
  { log, server, routeOptions: { url: what = '' } }: FastifyRequest,
  isProbe: (route: string) => boolean,
): void {
  if (isProbe(what)) server.log.error({ what, err });
  else log.error(err);
}

/** From the most important on: `error` alone, or everything. */
type LogLevel = 'error' | 'warn' | 'info' | 'debug';

/**
 * Logs one line for each request, when it is answered. Probes check all day long whether the server is well; their requests
 * matter only to find a fault of the probes.
 */
class RequestLog extends LogController {
  readonly #isProbe: (route: string) => boolean;

  constructor(isProbe: (route: string) => boolean) {
    super();
    this.#isProbe = isProbe;
  }

  override incomingRequest(request: FastifyRequest): void {
    request.log.debug({ req: request }, 'incoming request');
  }

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    const line = { req: request, res: reply, responseTime: reply.elapsedTime };
    const isProbe = this.#isProbe(request.routeOptions.url ?? '');
    if (error !== null && error !== undefined && !hasLeft(error))
      reply.log.error({ ...line, err: error }, 'request errored');
    else if (isProbe && reply.statusCode < 400) reply.log.debug(line, 'request completed');
    else reply.log.info(line, 'request completed');
  }
}

/** Whether the client has closed a stream of events, or the browser was closed: that is not a fault. */
const hasLeft = (error: Error & { readonly code?: string }): boolean =>
  error.code === 'ERR_STREAM_PREMATURE_CLOSE' || error.code === 'ECONNRESET';

/** What is logged of a request: no headers, and no values of its query, which are log-in codes and what people search for. */
const loggedRequest = ({ method, url, ip }: FastifyRequest) => ({
  method,
  url: withoutValues(url),
  remoteAddress: ip,
});

/** `/api/search?q&limit` for `/api/search?q=secret&limit=5`. A parameter without a name is a value. */
function withoutValues(url: string): string {
  const [path = '', query] = url.split(/\?(.*)/s);
  if (query === undefined) return path;
  const names = query.split('&').flatMap((pair) => /^([A-Za-z][\w-]{0,30})=/.exec(pair)?.[1] ?? []);
  return names.length === 0 ? path : `${path}?${names.join('&')}`;
}
