import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { editedSite } from '../../database/edited-site.ts';
import { databaseKinds, startDatabases } from '../../database/store-databases.ts';
import { ownPageHeaders } from '../../http/people-of-a-server.ts';
import { type StartedServer, startedServer } from '../../http/started-server.ts';

/** More than may wait, and as many as sockets of a test are cheap. */
const STRANGERS = 300;

test.each(databaseKinds)(
  'a flood of strangers while a run is under way is refused at once, and users are answered, on %s',
  { timeout: 300_000 },
  async (kind) => {
    const databases = await startDatabases(kind);
    const site = await editedSite();
    const server = await startedServer(await databases.freshStore());
    await server.post('/api/projects', { url: site.url, name: 'tides' });
    const held = site.hold('/moon');
    await server.post('/api/projects/tides/runs');
    await held.asked;

    const flood = Array.from({ length: STRANGERS }, async () => {
      const answer = await fetch(`${server.url}/api/login`);
      const { code = '' } = (await answer.json()) as { readonly code?: string };
      return { status: answer.status, code, retryAfter: answer.headers.get('retry-after') };
    });
    // Let in before the last of the strangers: turns are given to users first.
    expect((await server.ask('/api/projects')).status).toBe(200);
    const answers = await Promise.all(flood);
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(answer).toEqual({ status: 429, code: 'API_TOO_MANY', retryAfter: '5' });
    // What is refused without a turn, because its token or its role does not allow it, waits for nobody.
    const none = await fetch(`${server.url}/api/projects`, { headers: { authorization: 'Bearer tdm_0' } });
    expect(none.status).toBe(401);

    held.release();
    await server.close();
    await site.close();
    await databases.stop();
  },
);

/** The status of an answer to a request whose body never comes. */
async function answeredWithoutBody({ url }: StartedServer, head: readonly string[]): Promise<string> {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(`${[...head, `Host: ${host}`, 'Content-Type: application/json'].join('\r\n')}\r\n\r\n`);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return answer.toString('latin1').split(' ', 2)[1] ?? '';
}

test('strangers are refused before their body is read, and bodies of what they may ask are small', async () => {
  const databases = await startDatabases('sqlite');
  const server = await startedServer(await databases.freshStore());
  const length = `Content-Length: ${4 * 1024 * 1024}`;
  expect(await answeredWithoutBody(server, ['POST /api/projects HTTP/1.1', length])).toBe('401');
  expect(
    await answeredWithoutBody(server, ['POST /api/projects HTTP/1.1', length, 'Authorization: Bearer tdm_0']),
  ).toBe('401');
  const ownPage = Object.entries(ownPageHeaders).map(([name, value]) => `${name}: ${value}`);
  expect(await answeredWithoutBody(server, ['POST /api/login HTTP/1.1', length, ...ownPage])).toBe('400');
  await server.close();
  await databases.stop();
});
