import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A line to a database that can be cut, or hang. */
export async function lineTo(url: string) {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  let state: 'whole' | 'cut' | 'hanging' = 'whole';
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    if (state === 'cut') return socket.destroy();
    const upstream = connect(`${target.searchParams.get('host')}/.s.PGSQL.${target.port || 5432}`);
    upstream.on('error', () => socket.destroy());
    upstream.on('close', () => socket.destroy());
    socket.on('close', () => upstream.destroy());
    socket.on('data', (data) => {
      if (state === 'whole') upstream.write(data);
    });
    upstream.pipe(socket);
    return undefined;
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const through = new URL(url);
  through.hostname = '127.0.0.1';
  through.searchParams.delete('host');
  through.port = String(port);
  const drop = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: through.href,
    cut() {
      state = 'cut';
      drop();
    },
    hang() {
      state = 'hanging';
    },
    mend() {
      state = 'whole';
      drop();
    },
    close() {
      drop();
      server.close();
    },
  };
}
