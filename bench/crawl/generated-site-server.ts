// Serves the generated site in its own process; answers 'take' with the requests since the last time.
import { createServer } from 'node:http';
import type { ServedRequest } from './bench-site.ts';
import { generatedPage, generatedPages } from './generated-pages.ts';

const pages = new Map(generatedPages().map((path) => [path, Buffer.from(generatedPage(path) ?? '')]));
let served: ServedRequest[] = [];

const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  const path = request.url ?? '';
  const body = pages.get(path);
  const status = body === undefined ? 404 : 200;
  served.push({ path, status });
  const content = body ?? Buffer.from('There is no such page.');
  const type = body === undefined ? 'text/plain' : 'text/html; charset=utf-8';
  response.writeHead(status, { 'content-type': type, 'content-length': content.length });
  response.end(request.method === 'HEAD' ? undefined : content);
});
process.on('message', () => {
  process.send?.(served);
  served = [];
});
process.on('disconnect', () => process.exit(0));
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address === 'object') process.send?.(address.port);
});
