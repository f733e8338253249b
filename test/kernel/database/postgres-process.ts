// The process of the PostgreSQL server that all test files of a run share: `postgres-process.ts SOCKET` answers at this socket until its parent disconnects.
import { createServer } from 'node:http';
import type { PostgresServer } from './postgres-server.ts';

let started: Promise<PostgresServer> | undefined;

async function start(): Promise<PostgresServer> {
  const { startPostgres } = await import('./postgres-server.ts');
  return startPostgres();
}

const door = createServer(async ({ method, url = '' }, response) => {
  try {
    started ??= start();
    const server = await started;
    const name = url.slice(1);
    const create = () => (name === 'store' ? server.createStore() : server.createDatabase());
    const answer = method === 'POST' ? await create() : await server.dropDatabase(name);
    response.end(JSON.stringify(answer ?? null));
  } catch (error) {
    response.writeHead(500).end(JSON.stringify(String(error)));
  }
});
door.listen(process.argv[2], () => process.send?.('listening'));
process.once('disconnect', async () => {
  door.close();
  await (await started)?.stop();
  process.exit(0);
});
