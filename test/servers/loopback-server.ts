import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Where a server listens, and how to close it. */
export interface LoopbackServer {
  readonly port: number;
  /** `http://127.0.0.1:port` */
  readonly origin: string;
  close(): Promise<void>;
}

/** Makes an HTTP server listen on a free port. Its connections stay open between visits, as on real sites. */
export async function listenOnLoopback(server: Server): Promise<LoopbackServer> {
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
