import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { Asking } from '../../http/services.ts';
import { type AssistantServices, assistantServer } from './assistant-server.ts';

/** Answers over standard input and output. Returns when the assistant has closed them, or at the signal. */
export async function assistantOverPipes(
  services: AssistantServices,
  asking: Asking,
  version: string,
): Promise<void> {
  const server = assistantServer(services, asking, version);
  const ended = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve).once('close', resolve);
    asking.signal.addEventListener('abort', () => resolve(), { once: true });
  });
  await server.connect(new StdioServerTransport());
  await ended;
  await server.close();
}
