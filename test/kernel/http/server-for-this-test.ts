import { onTestFinished } from 'vitest';
import { type StartedServer, startedServer } from './started-server.ts';

/** A server that is closed when the test ends. */
export async function serverForThisTest(...given: Parameters<typeof startedServer>): Promise<StartedServer> {
  const server = await startedServer(...given);
  onTestFinished(() => server.close());
  return server;
}
