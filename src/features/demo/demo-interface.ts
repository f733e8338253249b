import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type Config, readConfig } from '../../config/index.ts';

/** Starts the server of the program. */
export type StartServer = (options: {
  readonly config: Config;
  readonly host: string;
  readonly port: number;
  readonly log: null;
}) => Promise<{
  readonly url: string;
  ownSession(): Promise<string>;
  close(): Promise<void>;
}>;

/** The web interface over the data of a demonstration, for the user of this machine. */
interface DemoInterface {
  /** Leads a browser in without a password, as long as the demonstration is open. It cannot be guessed. */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves the data folder and a small server beside it: an address that gives the browser a session and sends it on to the project.
 * Browsers keep one set of cookies for all ports of a host, so both are at `localhost`: a server of the user's own, which
 * prints 127.0.0.1, stays logged in.
 */
export async function openDemoInterface(
  startServer: StartServer,
  data: string,
  project: string,
): Promise<DemoInterface> {
  const server = await startServer({
    // Settings of a server of the user's own are not meant for this one.
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
