import { packageFacts } from '../../config/index.ts';
import { type Caller, requireSeen } from '../../http/gate.ts';
import type { Asking, ServicesOf } from '../../http/services.ts';
import type { Served, ServerContext } from '../feature.ts';
import type { assistantEndpoints } from './assistant-endpoints.ts';
import type { AssistantServices } from './assistant-server.ts';

/** Answers assistants with the services of the server; a tool whose service is missing fails. */
export function serveAssistants(server: ServerContext): Served {
  const services: ServicesOf<typeof assistantEndpoints> = {
    // Nothing is kept between two messages, so that any server may answer the next one.
    talkToAssistant: async ({ request, response, body }, asking) => {
      const { StreamableHTTPServerTransport } = await import(
        '@modelcontextprotocol/sdk/server/streamableHttp.js'
      );
      const { assistantServer } = await import('./assistant-server.ts');
      const seen = seenBy(asking.caller, server.jsonServices() as AssistantServices);
      const assistant = assistantServer(seen, asking, packageFacts().version);
      const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
      response.once('close', () => void assistant.close());
      // The types of the package do not match with `exactOptionalPropertyTypes`, which distinguishes undefined from missing properties.
      await assistant.connect(transport as Parameters<typeof assistant.connect>[0]);
      await transport.handleRequest(request, response, body);
    },
  };
  return { services };
}

/** Checks access to projects: the tools name projects inside their messages, where the access check of the server does not look. */
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
