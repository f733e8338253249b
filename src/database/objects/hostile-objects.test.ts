import { createServer, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { listenOnLoopback } from '../../../test/fixtures/servers/loopback-server.ts';
import { s3Keys } from '../../../test/kernel/database/s3-server.ts';
import { s3Objects } from './s3-objects.ts';

beforeAll(() => {
  for (const [name, value] of Object.entries(s3Keys)) vi.stubEnv(name, value);
});
afterAll(() => vi.unstubAllEnvs());

const LENGTH = 1000;

/** A store of objects at a server that answers every request in this way. */
async function objectsOf(answer: (response: ServerResponse) => void) {
  const server = createServer((request, response) => {
    request.resume();
    response.on('error', () => undefined);
    answer(response);
  });
  const { origin, close } = await listenOnLoopback(server);
  const objects = s3Objects({ bucket: 'bodies', folder: '', endpoint: origin });
  onTestFinished(async () => {
    server.closeAllConnections();
    await close();
  });
  return objects;
}

const part = { key: 'a', offset: 0, length: LENGTH };

test('of a body without end no more is read than belongs to the content', async () => {
  let [sent, isClosed] = [0, false];
  const objects = await objectsOf((response) => {
    response.writeHead(206, { 'content-type': 'application/octet-stream' });
    const write = () => {
      // Sends up to 500 MB, as long as the client reads.
      for (; sent < 500_000_000 && !response.destroyed; sent += 100_000)
        if (!response.write(Buffer.alloc(100_000))) return void response.once('drain', write);
      response.end();
    };
    response.once('close', () => {
      isClosed = true;
    });
    write();
  });
  expect(await objects.read(part)).toBeNull();
  await expect.poll(() => isClosed).toBe(true);
  expect(sent).toBeLessThan(50_000_000);
});

test('a body that is too short, or the whole object instead of its part, is none', async () => {
  for (const length of [0, LENGTH - 1, LENGTH + 1]) {
    const objects = await objectsOf((response) => response.writeHead(200).end(Buffer.alloc(length)));
    expect(await objects.read(part)).toBeNull();
  }
});

test.each([
  ['a web page', 404, '<html>Not here</html>', 'STORE_BODIES_REFUSED'],
  ['an error that is no XML', 400, '{"error":true}', 'STORE_BODIES_REFUSED'],
  ['a redirect to elsewhere', 301, '', 'STORE_BODIES_REFUSED'],
])('%s is reported as a failure of the store', async (_, status, body, code) => {
  const objects = await objectsOf((response) =>
    response.writeHead(status, { location: 'http://127.0.0.1:9/' }).end(body),
  );
  const failure = await objects.put('a', Buffer.from('x')).then(
    () => null,
    (error: unknown) => error,
  );
  expect(failure).toMatchObject({ code });
});
