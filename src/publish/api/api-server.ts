import { randomUUID } from 'node:crypto';
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify';
import { type Endpoint, everywhere } from '../contract/endpoint.ts';
import type { EndpointName } from '../contract/endpoints.ts';
import { endpoints } from '../contract/endpoints.ts';
import { ApiError } from '../errors.ts';
import type { RequestMeter } from '../metrics/index.ts';
import { sendWeb } from '../web/send-web.ts';
import type { WebFiles } from '../web/web-files.ts';
import { type AnswerParts, answerRequest } from './answer-request.ts';
import type { Gate } from './gate.ts';
import { problemOf } from './problems.ts';
import { RequestTurns } from './request-turns.ts';
import type { ApiServices } from './services.ts';

export interface ApiServerParts {
  readonly services: ApiServices;
  readonly gate: Gate;
  /** Of the program. */
  readonly version: string;
  /** Where the log goes, one JSON object per line; null for none. */
  readonly log: { write(line: string): void } | null;
  /** The web interface; null for a server that has only the API. */
  readonly web: WebFiles | null;
  /** Writes a line of the audit log. */
  readonly note: AnswerParts['note'];
  readonly meter: RequestMeter;
  /** Whether this process also has runs to do. */
  readonly hasRuns: () => boolean;
  /** Endpoints that everybody may call, because the operator says so. */
  readonly open?: readonly EndpointName[];
}

/** Project files with long lists of rules and addresses are some hundred kilobytes. */
const MOST_BODY = 4 * 1024 * 1024;
/** Names of projects in an address. */
const LONGEST_PARAMETER = 2000;

/** Of every answer. What a page of ours needs more, its own answer says. */
const securityHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
} as const;

const streams: ReadonlySet<string> = new Set(
  Object.values(endpoints).flatMap(({ path, answer }) => (answer.kind === 'events' ? [path] : [])),
);

/** Plain pages that stand in for views of the web interface where it was not built. */
const viewsOfTheWeb: ReadonlySet<string> = new Set<EndpointName>(['showHomePage', 'showWelcomePage']);

/** Whoever asks for these thinks that a server which answers late is broken. */
const signsOfLife: ReadonlySet<string> = new Set<EndpointName>(['isAlive', 'isReady']);

/** The server, not listening yet. */
export function apiServer({
  services,
  gate,
  version,
  log,
  note,
  web,
  meter,
  hasRuns,
  open = [],
}: ApiServerParts): FastifyInstance {
  const app = Fastify({
    logger: log === null ? false : { stream: log, level: 'info', redact: ['req.headers'] },
    genReqId: () => randomUUID(),
    bodyLimit: MOST_BODY,
    routerOptions: { maxParamLength: LONGEST_PARAMETER },
    // Streams of events would keep it open for ever.
    forceCloseConnections: true,
    // An address that cannot be read reaches no hook.
    frameworkErrors: (error, request, reply) => {
      reply.headers(securityHeaders).header('x-request-id', request.id);
      sendProblem(error, request, reply);
    },
    clientErrorHandler: refuseUnreadable,
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(securityHeaders).header('x-request-id', request.id);
  });
  app.addHook('onResponse', async ({ method, routeOptions: { url: route = '' } }, reply) => {
    const seconds = streams.has(route) ? null : reply.elapsedTime / 1000;
    meter.note({ method, route, status: reply.statusCode, seconds });
  });
  app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply));
  app.setNotFoundHandler(async (request, reply) => {
    const sent = web === null ? null : await sendWeb(web, request, reply);
    const nothing = new ApiError('API_NOT_FOUND', 'There is nothing at this address.');
    return sent ?? sendProblem(nothing, request, reply);
  });
  const turns = new RequestTurns(hasRuns);
  for (const [name, written] of Object.entries(endpoints) as [EndpointName, Endpoint][]) {
    const endpoint = open.includes(name) ? { ...written, access: everywhere('anonymous', 'read') } : written;
    const parts = { name, endpoint, services, gate, version, note };
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      handler: async (request, reply) => {
        if (!signsOfLife.has(name)) reply.raw.once('close', await turns.take(name));
        const sent = web !== null && viewsOfTheWeb.has(name) ? await sendWeb(web, request, reply) : null;
        return sent ?? answerRequest(parts, request, reply);
      },
    });
  }
  return app;
}

/** What is no HTTP, or has more headers than fit, reaches nothing of the above: it is answered on the bare connection. */
const refuseUnreadable: NonNullable<FastifyServerOptions['clientErrorHandler']> = (error, socket) => {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const isLong = error.code === 'HPE_HEADER_OVERFLOW';
  const status = isLong ? '431 Request Header Fields Too Large' : '400 Bad Request';
  const detail = isLong ? 'The address and the headers are too long.' : 'This is no HTTP request.';
  const { status: _, ...problem } = problemOf(new ApiError('API_REQUEST_INVALID', detail), randomUUID());
  const body = JSON.stringify({ ...problem, status: Number.parseInt(status, 10) });
  const headers = {
    ...securityHeaders,
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`);
};

function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = problemOf(error, request.id);
  if (problem.status >= 500) request.log.error(error);
  if (problem.status === 401) reply.header('www-authenticate', 'Bearer');
  return reply
    .code(problem.status)
    .type('application/problem+json')
    .header('cache-control', 'no-store')
    .send(problem);
}
