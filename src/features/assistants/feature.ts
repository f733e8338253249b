import type { Feature } from '../feature.ts';
import { mcpCommand } from './mcp-command.ts';

export const assistants: Feature = {
  name: 'assistants',
  commands: [mcpCommand],
  serve: async (server) => (await import('./serve-assistants.ts')).serveAssistants(server),
};
