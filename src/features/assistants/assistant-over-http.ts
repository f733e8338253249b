import { type Caller, requireSeen } from '../../http/gate.ts';
import type { Asking, ServicesOf } from '../../http/services.ts';
import type { assistantEndpoints } from './assistant-endpoints.ts';
import type { AssistantServices } from './assistant-server.ts';

/** Answers one message of an assistant. Nothing is kept between two messages, so that any server may answer the next one. */
export function assistantOverHttp(
  services: () => AssistantServices,
  version: string,
): ServicesOf<typeof assistantEndpoints> {
  return {
    talkToAssistant: async ({ request, response, body }, asking) => {
      const { StreamableHTTPServerTransport } = await import(
        '@modelcontextprotocol/sdk/server/streamableHttp.js'
      );
      const { assistantServer } = await import('./assistant-server.ts');
      const server = assistantServer(seenBy(asking.caller, services()), asking, version);
      const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
      response.once('close', () => void server.close());
      // The types of the package do not fit together where undefined and left out are told apart.
      await server.connect(transport as Parameters<typeof server.connect>[0]);
      await transport.handleRequest(request, response, body);
    },
  };
}

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
