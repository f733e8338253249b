import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AssistantServices } from '../mcp/assistant-server.ts';
import { type Caller, requireSeen } from './gate.ts';
import type { ApiServices, Asking } from './services.ts';

/** The tools name projects in their messages, where no gate has looked. */
function seenBy(caller: Caller, services: AssistantServices): AssistantServices {
  const guarded = Object.entries(services).map(([name, service]) => [
    name,
    async (given: object, asking: Asking) => {
      await requireSeen(given, caller);
      return (service as (given: object, asking: Asking) => Promise<unknown>)(given, asking);
    },
  ]);
  return Object.fromEntries(guarded) as AssistantServices;
}

/** Answers one message of an assistant. Nothing is kept between two messages, so that any server may answer the next one. */
export async function answerAssistant(
  services: ApiServices,
  asking: Asking,
  version: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { StreamableHTTPServerTransport } = await import(
    '@modelcontextprotocol/sdk/server/streamableHttp.js'
  );
  const { assistantServer } = await import('../mcp/assistant-server.ts');
  const server = assistantServer(seenBy(asking.caller, services), asking, version);
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
  reply.hijack();
  reply.raw.once('close', () => void server.close());
  // The types of the package do not fit together where undefined and left out are told apart.
  await server.connect(transport as Parameters<typeof server.connect>[0]);
  await transport.handleRequest(request.raw, reply.raw, request.body);
  return reply;
}
