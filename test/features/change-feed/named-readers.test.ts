import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { rawDatabase } from '../../kernel/database/raw-database.ts';
import { databaseKinds, type Place } from '../../kernel/database/store-databases.ts';
import { storePlaceForEachTest } from '../../kernel/database/store-for-each-test.ts';
import { newUser, ownPageHeaders } from '../../kernel/http/people-of-a-server.ts';
import { serverForThisTest } from '../../kernel/http/server-for-this-test.ts';
import { fromOwnPage, tokenOf } from '../../kernel/http/started-server.ts';

describe.each(databaseKinds)('a reader of the change feed with a name, on %s', (kind) => {
  let place: Place;
  storePlaceForEachTest(kind, (fresh) => {
    place = fresh;
  });

  test('is named with a token only, and listed and removed by administrators', async () => {
    const server = await serverForThisTest(place);
    const { url } = server;
    const cookie = await newUser(server, 'eve', 'reader');
    // A link of another site makes a browser send this.
    for (const headers of [{ cookie }, { ...ownPageHeaders, cookie }])
      expect((await fetch(`${url}/api/changes?after=0&reader=kms`, { headers })).status).toBe(403);
    const readers = () => server.json<{ items: object[] }>('/api/feed-readers');
    expect((await readers()).items).toEqual([]);
    const authorization = `Bearer ${await tokenOf(url, cookie, { name: 'x' })}`;
    const ask = () => fetch(`${url}/api/changes?after=0&reader=our%20kms`, { headers: { authorization } });
    expect((await ask()).status).toBe(200);
    expect((await readers()).items).toEqual([
      { user: 'eve', name: 'our kms', project: null, askedAt: expect.any(String) },
    ]);
    const remove = () => server.ask('/api/feed-readers/eve/our%20kms', { method: 'DELETE' });
    expect([(await remove()).status, (await remove()).status]).toEqual([204, 404]);
    expect((await readers()).items).toEqual([]);
    expect(await server.json('/api/audit?limit=1')).toMatchObject({
      items: [{ actor: 'admin', action: 'remove feed reader', detail: 'user eve, reader our kms' }],
    });
    await ask();
    await fromOwnPage(url, '/api/users/eve', {}, { cookie: server.cookie }, 'DELETE');
    await newUser(server, 'eve', 'reader');
    expect((await readers()).items).toEqual([]);
  });

  test('and one without: a place beyond the end is refused, so that nothing is skipped in silence', async () => {
    const server = await serverForThisTest(place);
    const database = rawDatabase(place);
    const setNext = (next: number) =>
      database.write(({ db }) =>
        sql`UPDATE id_block SET next = ${next} WHERE name = 'change_position'`.execute(db),
      );
    await setNext(1001);
    const { next } = await server.json<{ next: string }>('/api/changes');
    expect((await server.ask(`/api/changes?after=${next}`)).status).toBe(200);
    // As after a copy of older files.
    await setNext(901);
    const answer = await server.ask(`/api/changes?reader=kms&after=${next}`);
    expect([answer.status, await answer.json()]).toMatchObject([410, { code: 'API_CURSOR_GONE' }]);
    expect(await server.json('/api/feed-readers')).toMatchObject({ items: [] });
    await database.close();
  });
});
