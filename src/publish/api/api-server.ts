import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { EndpointName } from '../contract/endpoints.ts';
import { endpoints } from '../contract/endpoints.ts';
import { ApiError } from '../errors.ts';
import { sendWeb } from '../web/send-web.ts';
import type { WebFiles } from '../web/web-files.ts';
import { type AnswerParts, answerRequest } from './answer-request.ts';
import type { Gate } from './gate.ts';
import { problemOf } from './problems.ts';
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

/** Plain pages that stand in for views of the web interface where it was not built. */
const viewsOfTheWeb: ReadonlySet<string> = new Set<EndpointName>(['showHomePage', 'showWelcomePage']);

/** The server, not listening yet. */
export function apiServer(given: ApiServerParts): FastifyInstance {
  const { services, gate, version, log, note, web } = given;
  const app = Fastify({
    logger: log === null ? false : { stream: log, level: 'info', redact: ['req.headers'] },
    genReqId: () => randomUUID(),
    bodyLimit: MOST_BODY,
    routerOptions: { maxParamLength: LONGEST_PARAMETER },
    // Streams of events would keep it open for ever.
    forceCloseConnections: true,
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(securityHeaders).header('x-request-id', request.id);
  });
  app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply));
  app.setNotFoundHandler(async (request, reply) => {
    const sent = web === null ? null : await sendWeb(web, request, reply);
    const nothing = new ApiError('API_NOT_FOUND', 'There is nothing at this address.');
    return sent ?? sendProblem(nothing, request, reply);
  });
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const parts = { name: name as EndpointName, endpoint, services, gate, version, note };
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      handler: async (request, reply) => {
        const sent = web !== null && viewsOfTheWeb.has(name) ? await sendWeb(web, request, reply) : null;
        return sent ?? answerRequest(parts, request, reply);
      },
    });
  }
  return app;
}

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
