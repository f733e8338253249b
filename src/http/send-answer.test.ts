import { randomBytes } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import Fastify, { type FastifyReply } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { BodiesUnderWay, sendBytes } from './send-answer.ts';

const MiB = 2 ** 20;

/** A connection that the test closes. */
function connection(): FastifyReply {
  return { raw: Object.assign(new EventEmitter(), { destroyed: false }) } as unknown as FastifyReply;
}

test('bodies that one user does not read are limited, and leave others their share', () => {
  const bodies = new BodiesUnderWay();
  const open = Array.from({ length: 3 }, () => connection());
  for (const each of open) bodies.of('ann', each).take(20 * MiB);
  expect(() => bodies.of('ann', connection()).take(20 * MiB)).toThrow(
    expect.objectContaining({ code: 'API_TOO_MANY' }),
  );
  bodies.of('ben', connection()).take(20 * MiB);
  open[0]?.raw.emit('close');
  bodies.of('ann', connection()).take(20 * MiB);
});

test('a single body may be larger than the share of a user', () => {
  const bodies = new BodiesUnderWay();
  const memory = bodies.of('ann', connection());
  memory.take(4 * MiB);
  memory.take(100 * MiB);
});

test('a user has a few downloads at a time whose bytes are made while they are sent, and a refused one is not begun', async () => {
  const app = Fastify();
  onTestFinished(() => app.close());
  const bodies = new BodiesUnderWay();
  let begun = 0;
  const goOn = Promise.withResolvers<void>();
  async function* pages() {
    begun++;
    await goOn.promise;
    yield 'a page';
  }
  app.setErrorHandler(({ code }: { code: string }, _, reply) => reply.code(429).send(code));
  app.get('/:user', (request, reply) => {
    const { user } = request.params as { readonly user: string };
    const sent = { type: 'application/warc', etag: null, lastModified: null, policy: 'data' } as const;
    return sendBytes(request, reply, { ...sent, body: pages() }, bodies.of(user, reply));
  });
  const inject = (user: string) => app.inject({ url: `/${user}` }).then(({ body }) => body);
  const ofAnn = Array.from({ length: 6 }, () => inject('ann'));
  const ofBen = inject('ben');
  while (begun < 4) await new Promise(setImmediate);
  expect(await Promise.race(ofAnn)).toBe('API_TOO_MANY');
  goOn.resolve();
  expect((await Promise.all(ofAnn)).sort()).toEqual([
    ...Array(3).fill('API_TOO_MANY'),
    ...Array(3).fill('a page'),
  ]);
  expect([await ofBen, begun]).toEqual(['a page', 4]);
  expect(await inject('ann')).toBe('a page');
});

test('a client that reads nothing of a download loses its connection, and its place is free again', async () => {
  const app = Fastify();
  onTestFinished(() => app.close());
  const bodies = new BodiesUnderWay({ bytes: 64 * 1024, ms: 200 });
  let made = 0;
  async function* endless() {
    try {
      for (;;) {
        made += MiB;
        yield Buffer.alloc(MiB);
      }
    } finally {
      generator.resolve();
    }
  }
  const generator = Promise.withResolvers<void>();
  const closed: Promise<unknown>[] = [];
  const begun: (() => void)[] = [];
  const sent = { type: 'application/warc', etag: null, lastModified: null, policy: 'data' } as const;
  for (const [path, bodyOf] of [
    ['/made', endless],
    ['/stored', () => Buffer.alloc(30 * MiB)],
  ] as const)
    app.get(path, (request, reply) => {
      closed.push(once(reply.raw, 'close'));
      const answer = sendBytes(request, reply, { ...sent, body: bodyOf() }, bodies.of('ann', reply));
      begun.pop()?.();
      return answer;
    });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  for (const path of ['/made', '/stored']) {
    const { promise, resolve } = Promise.withResolvers<void>();
    begun.push(resolve);
    const client = connect(port, '127.0.0.1').on('error', () => undefined);
    onTestFinished(() => void client.destroy());
    client.pause().write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    await promise;
  }
  expect(() => bodies.of('ann', connection()).take(20 * MiB)).toThrow(
    expect.objectContaining({ code: 'API_TOO_MANY' }),
  );
  await Promise.all([...closed, generator.promise]);
  bodies.of('ann', connection()).take(64 * MiB);
  // The buffers of the operating system, and one more.
  expect(made).toBeLessThan(20 * MiB);
});

test('a large body arrives whole, and its range, too', async () => {
  const app = Fastify();
  onTestFinished(() => app.close());
  const body = randomBytes(3 * MiB);
  const bodies = new BodiesUnderWay();
  const sent = { type: 'image/png', etag: 'one', lastModified: null, policy: 'data' } as const;
  app.get('/', (request, reply) => sendBytes(request, reply, { ...sent, body }, bodies.of('ann', reply)));
  const whole = await app.inject('/');
  expect([whole.headers['content-length'], whole.rawPayload.equals(body)]).toEqual([`${3 * MiB}`, true]);
  const range = await app.inject({ url: '/', headers: { range: `bytes=5-${2 * MiB}` } });
  expect([range.statusCode, range.rawPayload.equals(body.subarray(5, 2 * MiB + 1))]).toEqual([206, true]);
});

test('a body that a client has already is neither read nor counted', async () => {
  const app = Fastify();
  onTestFinished(() => app.close());
  const bodies = new BodiesUnderWay();
  let reads = 0;
  app.get('/', (request, reply) =>
    sendBytes(
      request,
      reply,
      {
        ...{ type: 'text/plain', etag: 'one', lastModified: null, policy: 'foreign' },
        body: async () => Buffer.from(`read ${++reads}`),
        length: 6,
      },
      bodies.of('ann', reply),
    ),
  );
  const known = await app.inject({ url: '/', headers: { 'if-none-match': '"one"' } });
  expect({ status: known.statusCode, reads }).toEqual({ status: 304, reads: 0 });
  const whole = await app.inject({ url: '/' });
  expect({ status: whole.statusCode, body: whole.body, reads }).toEqual({
    status: 200,
    body: 'read 1',
    reads: 1,
  });
  const part = await app.inject({ url: '/', headers: { range: 'bytes=0-3' } });
  expect({ status: part.statusCode, body: part.body }).toEqual({ status: 206, body: 'read' });
});
