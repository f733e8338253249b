import { packageFacts } from '../../config/index.ts';
import type { Served, ServerContext } from '../feature.ts';
import { assistantOverHttp } from './assistant-over-http.ts';
import type { AssistantServices } from './assistant-server.ts';

/** Answers assistants with the services of the server; one that is missing is a tool that fails. */
export function serveAssistants(server: ServerContext): Served {
  const services = () => server.services() as AssistantServices;
  return { services: assistantOverHttp(services, packageFacts().version) };
}
