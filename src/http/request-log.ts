import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';

/** From the most important on: `error` alone, or everything. */
export type LogLevel = 'error' | 'warn' | 'info' | 'debug';

/**
 * One line for each request, when it was answered. Those of programs that ask all day long whether the server is well are only of interest to
 * whoever looks for a fault of the probes.
 */
export class RequestLog extends LogController {
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

/** Whoever closes a stream of events, or a browser that is closed, is no fault. */
const hasLeft = (error: Error & { readonly code?: string }): boolean =>
  error.code === 'ERR_STREAM_PREMATURE_CLOSE' || error.code === 'ECONNRESET';

/** What is known of a request without its headers and without the values of its query: those are log-in codes, and what people search for. */
export const loggedRequest = ({ method, url, ip }: FastifyRequest) => ({
  method,
  url: withoutValues(url),
  remoteAddress: ip,
});

/** `/api/search?q&limit` of `/api/search?q=secret&limit=5`. What has no name is a value. */
function withoutValues(url: string): string {
  const [path = '', query] = url.split(/\?(.*)/s);
  if (query === undefined) return path;
  const names = query.split('&').flatMap((pair) => /^([A-Za-z][\w-]{0,30})=/.exec(pair)?.[1] ?? []);
  return names.length === 0 ? path : `${path}?${names.join('&')}`;
}
