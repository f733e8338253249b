import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../test/databases/store-databases.ts';
import { storeForEachTest } from '../../../test/databases/store-for-each-test.ts';
import {
  addKnownUser,
  ask,
  cookieOf,
  goodPassword,
  onThisMachine,
  peopleParts,
  type TestClock,
} from '../../../test/people/people-for-test.ts';
import type { RouteNeeds } from '../../publish/index.ts';
import type { Store } from '../../store/index.ts';
import {
  addToken,
  addUser,
  changePassword,
  changeRole,
  firstAdministrator,
  linkAddress,
  logIn,
  logOutEverywhere,
  Passwords,
  type PeopleParts,
  redeemLink,
  removeToken,
  removeUser,
  shareProject,
  theOperator,
} from './index.ts';

const day = 24 * 60 * 60 * 1000;
const visit = { address: '192.0.2.1', agent: 'Test' };

describe.each(databaseKinds)('users of a server on %s', (kind) => {
  let store: Store;
  let parts: PeopleParts;
  let clock: TestClock;
  storeForEachTest(kind, (opened) => {
    store = opened;
    clock = { now: 1_800_000_000_000 };
    parts = peopleParts(store, clock);
  });

  test('the first start makes an administrator and a link that works once', async () => {
    const first = await firstAdministrator(parts);
    const link = await firstAdministrator(parts);
    if (first === null || link === null) throw new Error('no link');
    expect(linkAddress('http://127.0.0.1:4280/', link)).toBe(`http://127.0.0.1:4280/welcome#${link.token}`);
    const redeem = (token: string, password = goodPassword) =>
      redeemLink(parts, { ...visit, token, password });
    await expect(redeem(first.token)).rejects.toMatchObject({ code: 'APP_LINK_INVALID' });
    await expect(redeem(link.token, 'short')).rejects.toMatchObject({ code: 'APP_PASSWORD_UNSAFE' });
    const { token, user } = await redeem(link.token);
    expect(user).toMatchObject({ name: 'admin', role: 'administrator' });
    await expect(redeem(link.token)).rejects.toMatchObject({ code: 'APP_LINK_INVALID' });
    expect(await firstAdministrator(parts)).toBeNull();
    expect(await ask(parts, { headers: { cookie: `tidemark-session=${token}` } })).toMatchObject({
      principal: { kind: 'user', user: { name: 'admin' } },
    });
    expect((await store.people.audit({ limit: 10 })).map(({ actor, action }) => [actor, action])).toEqual([
      ['admin', 'log in'],
      ['admin', 'choose password'],
      ['operator', 'make link'],
      ['operator', 'make link'],
      ['operator', 'add user'],
    ]);
  });

  test('a link is of no use after a day', async () => {
    const link = await firstAdministrator(parts);
    clock.now += day;
    await expect(
      redeemLink(parts, { ...visit, token: link?.token ?? '', password: goodPassword }),
    ).rejects.toMatchObject({ code: 'APP_LINK_INVALID' });
  });

  test('unknown users, users without a password and wrong passwords are refused alike', async () => {
    await addKnownUser(parts, 'ada', 'reader');
    await addUser(parts, 'bob', 'reader', theOperator);
    const refusals = await Promise.all(
      ['ada', 'bob', 'nobody-here'].map((name) =>
        logIn(parts, { ...visit, name, password: 'wrong wrong wrong' }).catch((error) => ({
          code: error.code,
          message: error.message,
        })),
      ),
    );
    expect(new Set(refusals.map((each) => JSON.stringify(each))).size).toBe(1);
    expect(refusals[0]).toMatchObject({ code: 'APP_LOGIN_WRONG' });
  });

  test('guessing is slowed down by name, known or not, also after a restart; the user gets in after a minute', async () => {
    await addKnownUser(parts, 'ada', 'reader');
    const guess = (name: string, address: string) =>
      logIn(parts, { name, password: 'wrong wrong wrong', address, agent: '' }).catch(({ code }) => code);
    for (const name of ['ada', 'nobody-here']) {
      const codes: string[] = [];
      for (let n = 0; n < 12; n += 1) codes.push(await guess(name, `192.0.2.${n}`));
      expect(codes.filter((code) => code === 'APP_LOGIN_WRONG')).toHaveLength(10);
      expect(codes.at(-1)).toBe('APP_LOGIN_TOO_OFTEN');
    }
    parts = peopleParts(store, clock);
    expect(await guess('ada', '198.51.100.1')).toBe('APP_LOGIN_TOO_OFTEN');
    clock.now += 60_000;
    await expect(cookieOf(parts, 'Ada ')).resolves.toMatch(/^tidemark-session=/);
    expect(await guess('ada', '198.51.100.1')).toBe('APP_LOGIN_WRONG');
  });

  test('guessing many names is slowed down by address; logging in is not guessing', async () => {
    await addKnownUser(parts, 'ada', 'reader');
    for (let n = 0; n < 40; n += 1) await cookieOf(parts, 'ada');
    const guess = (n: number) =>
      logIn(parts, { name: `user${n}`, password: 'x', address: `2001:db8::${n}`, agent: '' }).catch(
        ({ code }) => code,
      );
    const codes: string[] = [];
    for (let n = 0; n < 31; n += 1) codes.push(await guess(n));
    expect(codes[29]).toBe('APP_LOGIN_WRONG');
    expect(codes[30]).toBe('APP_LOGIN_TOO_OFTEN');
  });

  test('a password is hashed again when the parameters have changed', async () => {
    const user = await addKnownUser(parts, 'ada', 'reader');
    const before = (await store.people.findUser(user.id))?.password;
    parts = peopleParts(store, clock, new Passwords({ log2n: 5, r: 8, p: 1 }));
    const cookie = await cookieOf(parts, 'ada');
    const after = (await store.people.findUser(user.id))?.password;
    expect([before?.slice(0, 13), after?.slice(0, 13)]).toEqual(['$scrypt$ln=4,', '$scrypt$ln=5,']);
    expect(await ask(parts, { headers: { cookie } })).toMatchObject({ principal: { kind: 'user' } });
  });

  test('a session lasts while it is used, a month at most, and its cookie is renewed', async () => {
    await addKnownUser(parts, 'ada', 'reader');
    const cookie = await cookieOf(parts, 'ada');
    const admission = () => ask(parts, { headers: { cookie } });
    expect(await admission()).toMatchObject({ setCookie: null });
    for (let n = 0; n < 5; n += 1) {
      clock.now += 5.9 * day;
      expect(await admission()).toMatchObject({
        principal: { kind: 'user' },
        setCookie: expect.stringContaining('Max-Age='),
      });
    }
    clock.now += 5.9 * day;
    expect(await admission()).toBe('not logged in');
    const other = await cookieOf(parts, 'ada');
    clock.now += 7 * day;
    expect(await ask(parts, { headers: { cookie: other } })).toBe('not logged in');
  });

  test('logging out everywhere, a new password and removing the user end every session', async () => {
    await addKnownUser(parts, 'boss', 'administrator');
    const ada = await addKnownUser(parts, 'ada', 'reader');
    const ways = [
      () => logOutEverywhere(parts, ada.id, { name: 'ada', address: null }),
      () => changePassword(parts, ada, 'another good password', theOperator),
      () => removeUser(parts, ada, theOperator),
    ];
    for (const end of ways) {
      await changePassword(parts, ada, goodPassword, theOperator);
      const headers = { cookie: await cookieOf(parts, 'ada') };
      expect(await ask(parts, { headers })).toMatchObject({ principal: { kind: 'user' } });
      await end();
      expect(await ask(parts, { headers })).toBe('not logged in');
    }
  });

  test('a page of another site can do nothing with the session of a user', async () => {
    await addKnownUser(parts, 'ada', 'editor');
    const cookie = await cookieOf(parts, 'ada');
    const post = (headers: Readonly<Record<string, string | undefined>>) =>
      ask(parts, { method: 'POST', headers: { cookie, ...headers } });
    expect(await post({})).toMatchObject({ principal: { kind: 'user' } });
    expect(await post({ 'sec-fetch-site': 'cross-site' })).toBe('other site');
    expect(await post({ 'x-tidemark-client': undefined })).toBe('other site');
    expect(await post({ 'sec-fetch-site': undefined, origin: 'http://evil.test' })).toBe('other site');
    expect(await post({ host: 'evil.test', origin: 'http://evil.test' })).toBe('unknown host');
    expect(await ask(parts, { headers: { cookie, host: 'evil.test' } })).toBe('unknown host');
  });

  test('a token does what its scope says, for its project, until it expires or its user may not', async () => {
    await addKnownUser(parts, 'boss', 'administrator');
    const ada = await addKnownUser(parts, 'ada', 'editor');
    const project = await projectNamed('tides');
    await shareProject(parts, project, ada, 'own', theOperator);
    await projectNamed('other');
    const { token, kept } = await addToken(
      parts,
      ada,
      { name: 'ci', scope: 'write', project, lifeMs: day },
      theOperator,
    );
    expect(token).toMatch(/^tdm_[0-9a-f]{60}$/);
    expect(kept.hint).toBe(token.slice(0, 10));
    const headers = { authorization: `Bearer ${token}`, 'sec-fetch-site': undefined };
    const to = (name: string, access: RouteNeeds['project']) =>
      ask(parts, {
        headers,
        method: 'POST',
        project: name,
        needs: { role: 'reader', project: access, scope: 'write' },
      });
    expect(await to('tides', 'write')).toMatchObject({ principal: { kind: 'token', scope: 'write' } });
    expect(await to('tides', 'own')).toBe('not allowed');
    expect(await to('other', 'read')).toBe('no such project');
    expect(await to('missing', 'read')).toBe('no such project');
    await changeRole(parts, ada, 'reader', theOperator);
    expect(await to('tides', 'write')).toBe('not allowed');
    await changeRole(parts, ada, 'editor', theOperator);
    expect(await ask(parts, { headers: { authorization: `${headers.authorization}0` } })).toBe(
      'not logged in',
    );
    clock.now += day;
    expect(await to('tides', 'write')).toBe('not logged in');
    await expect(
      addToken(parts, ada, { name: 'x', scope: 'read', project: null, lifeMs: 1000 * day }, theOperator),
    ).rejects.toMatchObject({ code: 'APP_TOKEN_EXPIRY_INVALID' });
  });

  test('a token of somebody else cannot be removed, nor told from one that does not exist', async () => {
    const [ada, bob] = [
      await addKnownUser(parts, 'ada', 'editor'),
      await addKnownUser(parts, 'bob', 'editor'),
    ];
    const wish = { name: 'x', scope: 'read', project: null, lifeMs: day } as const;
    const { kept } = await addToken(parts, ada, wish, theOperator);
    await expect(removeToken(parts, bob.id, kept.id, theOperator)).rejects.toMatchObject({
      code: 'APP_TOKEN_UNKNOWN',
      message: `There is no token ${kept.id}; "tidemark tokens ls" lists them.`,
    });
    await removeToken(parts, ada.id, kept.id, theOperator);
    expect(await store.people.tokensOf(null)).toEqual([]);
  });

  test('a proxy that the operator named logs users in; nobody else does with its header', async () => {
    const place = {
      ...onThisMachine,
      publicUrl: 'https://tidemark.example.org',
      isProxy: (address: string) => address === '10.0.0.1',
      proxyUserHeader: 'x-remote-user',
    };
    const headers = { host: 'tidemark.example.org', 'x-remote-user': 'Ada', 'x-forwarded-for': '192.0.2.9' };
    expect(await ask(parts, { place, headers, address: '10.0.0.1' })).toMatchObject({
      principal: { kind: 'user', user: { name: 'ada', role: 'reader' } },
      address: '192.0.2.9',
    });
    expect(await ask(parts, { place, headers, address: '10.0.0.2' })).toBe('not logged in');
    expect(await ask(parts, { headers: { ...headers, host: 'localhost' }, address: '10.0.0.1' })).toBe(
      'not logged in',
    );
    const rebound = { ...headers, host: 'evil.test' };
    expect(await ask(parts, { place, headers: rebound, address: '10.0.0.1' })).toBe('unknown host');
    const odd = { ...headers, 'x-remote-user': '../ada' };
    expect(await ask(parts, { place, headers: odd, address: '10.0.0.1' })).toBe('not logged in');
    expect((await store.people.listUsers()).map(({ name }) => name)).toEqual(['ada']);
  });

  function projectNamed(name: string) {
    return store.projects.create({ name, startUrl: 'https://example.org/', settings: '{}', createdAt: 1 });
  }
});
