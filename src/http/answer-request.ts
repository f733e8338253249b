import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Endpoint } from './contract/endpoint.ts';
import { ApiError } from './errors.ts';
import { type Caller, type Gate, refused, requireSeen } from './gate.ts';
import { type AnswerMemory, type OpenStreams, sendBytes, sendEvents } from './send-answer.ts';
import type { Asking, ProtocolService, SentBytes, SentEvent } from './services.ts';

export interface AnswerParts {
  readonly name: string;
  readonly endpoint: Endpoint;
  /** Of the type that the endpoint asks for (`ServicesOf`). */
  readonly service: unknown;
  readonly gate: Gate;
  readonly streams: OpenStreams;
  /** Whether the caller matters. If not, credentials are not checked: a monitoring system whose token has expired must still get its answer. */
  readonly asksWho: boolean;
  /** Writes a line of the audit log. */
  readonly note: (line: NotedRequest) => Promise<void>;
}

/** An action of a caller, for the audit log. */
interface NotedRequest {
  readonly actor: string;
  readonly address: string | null;
  readonly action: string;
  /** The project, or whatever else it was done to. */
  readonly subject: string;
  readonly detail: string;
}

/** Messages of a protocol in one request. Each takes milliseconds, one after the other. */
const MOST_MESSAGES = 10;

/** Answers a request of a caller that the gate admitted: reads the input, then calls the service. */
export async function answerRequest(
  { endpoint, service, streams, note }: AnswerParts,
  caller: Caller,
  request: FastifyRequest,
  reply: FastifyReply,
  memory: AnswerMemory,
): Promise<FastifyReply> {
  const { answer } = endpoint;
  const asking = askingOf(request, reply, caller);
  if (caller.setCookie !== null) asking.setCookie(caller.setCookie);
  if (answer.kind === 'protocol') {
    if (Array.isArray(request.body) && request.body.length > MOST_MESSAGES)
      throw new ApiError('API_REQUEST_INVALID', `Send at most ${MOST_MESSAGES} messages in one request.`);
    reply.hijack();
    const connection = { request: request.raw, response: reply.raw, body: request.body };
    await (service as ProtocolService)(connection, asking);
    return reply;
  }
  const given = givenBy(endpoint, request);
  // The gate has checked the project of the path.
  if (endpoint.access.project === 'none') await requireSeen(given, caller);
  if (answer.kind === 'events') streams.add(caller.name, reply);
  const result = await (service as (given: object, asking: Asking) => Promise<unknown>)(given, asking);
  if (endpoint.noted !== undefined) await note(lineAbout(endpoint.noted, caller, request.params, result));
  switch (answer.kind) {
    case 'json':
      return reply.code(answer.status).header('cache-control', 'no-store').send(answer.schema.parse(result));
    case 'nothing':
      return reply.code(204).send();
    case 'bytes':
      return sendBytes(request, reply, result as SentBytes, memory);
    case 'events':
      return sendEvents(reply, result as AsyncIterable<SentEvent>);
    case 'redirect':
      return reply.header('cache-control', 'no-store').redirect(result as string, 303);
  }
}

function lineAbout(
  action: string,
  { name, address }: Caller,
  params: unknown,
  result: unknown,
): NotedRequest {
  const { project, ...others } = params as Readonly<Record<string, string>>;
  const named = Object.entries(others).map(([what, which]) => `${what} ${which}`);
  const made = (result as { readonly name?: string } | undefined)?.name;
  const [subject = '', ...detail] =
    project === undefined && named.length === 0 ? [made] : [project, ...named];
  return { actor: name, address, action, subject: subject ?? '', detail: detail.join(', ') };
}

/** Who asks. This is decided before anything else is checked, so that strangers learn nothing about what is valid. */
export async function admitted(
  {
    name,
    endpoint: { access, method },
    gate,
    asksWho,
  }: Pick<AnswerParts, 'name' | 'endpoint' | 'gate' | 'asksWho'>,
  { params, headers: sent, socket }: FastifyRequest,
): Promise<Caller> {
  const headers = asksWho ? sent : { ...(sent.host !== undefined && { host: sent.host }) };
  const { project = null } = params as { readonly project?: string };
  const admission = await gate({
    method,
    endpoint: name,
    access,
    project,
    headers,
    address: socket.remoteAddress ?? '',
  });
  if (typeof admission === 'string') throw refused(admission, project);
  return admission;
}

function askingOf({ headers }: FastifyRequest, reply: FastifyReply, caller: Caller): Asking {
  const closing = new AbortController();
  // The connection of the answer: that of the request counts as closed once its body is read.
  reply.raw.once('close', () => closing.abort());
  const lastEventId = headers['last-event-id'];
  return {
    caller,
    signal: closing.signal,
    lastEventId: typeof lastEventId === 'string' ? lastEventId : null,
    agent: headers['user-agent'] ?? '',
    cookies: headers.cookie,
    // Fastify adds a second header to the first, as browsers expect it.
    setCookie: (header) => void reply.header('set-cookie', header),
  };
}

/** The whole input, checked. */
function givenBy({ params, query, body }: Endpoint, request: FastifyRequest): object {
  return {
    ...(params !== undefined && checked(params, request.params, 'the path')),
    ...(query !== undefined && checked(query, request.query, 'the query')),
    ...(body !== undefined && { body: checked(body, notTooDeep(request.body ?? {}), 'the body') }),
  };
}

/** Deepest nesting of a body. No honest client nests values deeper; recursive programs run out of stack on them. */
const DEEPEST_BODY = 50;

function notTooDeep(body: unknown): unknown {
  let level: readonly unknown[] = [body];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST_BODY)
      throw new ApiError('API_REQUEST_INVALID', `the body: values are nested more than ${DEEPEST_BODY} deep`);
    level = level.flatMap((value) =>
      typeof value === 'object' && value !== null ? (Object.values(value) as unknown[]) : [],
    );
  }
  return body;
}

function checked<T extends z.ZodType>(schema: T, value: unknown, where: string): z.output<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const { path, message } = parsed.error.issues[0] ?? { path: [], message: 'it cannot be used' };
  const place = path.length === 0 ? where : `${path.join('.')} in ${where}`;
  throw new ApiError('API_REQUEST_INVALID', `${place}: ${message}`);
}
