import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { startServer } from '../../cli/of-other-features.ts';
import { readConfig } from '../../config/index.ts';

/** Starts the server of the program. */
type StartServer = (typeof startServer)['required'];

/** The web interface over the data of a demonstration, for the user of this machine. */
interface DemoInterface {
  /** Logs a browser in without a password while the demonstration is open. It cannot be guessed. */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves the data folder, and runs a small server beside it, whose address gives the browser a session and redirects it to the project. Browsers
 * share cookies between the ports of a host, so both use `localhost`: a server of the user, at 127.0.0.1, keeps its session.
 */
export async function openDemoInterface(
  start: StartServer,
  data: string,
  project: string,
): Promise<DemoInterface> {
  const server = await start({
    // Ignores the settings of a server that the user runs.
    config: readConfig({ data, databaseUrl: '' }, {}),
    host: '127.0.0.1',
    port: 0,
    log: null,
  });
  const home = atLocalhost(server.url);
  const path = `/${randomBytes(16).toString('base64url')}`;
  const proxy = createServer(async (request, response) => {
    if (request.url !== path) return void response.writeHead(404).end();
    const location = `${home}/projects/${encodeURIComponent(project)}`;
    response.writeHead(302, { location, 'set-cookie': await server.ownSession() }).end();
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const address = proxy.address();
  if (address === null || typeof address === 'string') throw new Error('a server without a port');
  return {
    url: `http://localhost:${address.port}${path}`,
    async close() {
      proxy.closeAllConnections();
      proxy.close();
      await server.close();
    },
  };
}

const atLocalhost = (url: string): string => `http://localhost:${new URL(url).port}`;
