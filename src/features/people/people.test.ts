import { describe, expect, test } from 'vitest';
import {
  addKnownUser,
  ask,
  cookieOf,
  goodPassword,
  onThisMachine,
  peopleParts,
  type TestClock,
} from '../../../test/features/people/people-for-test.ts';
import { shortOrLong } from '../../../test/fixtures/short-or-long.ts';
import { databaseKinds } from '../../../test/kernel/database/store-databases.ts';
import { storeForEachTest } from '../../../test/kernel/database/store-for-each-test.ts';
import type { Store } from '../../database/store.ts';
import { theOperator } from '../../http/people/audit-note.ts';
import type { RouteNeeds } from '../../http/people/may-do.ts';
import { knownBrowser, knownBrowserCookie, logIn } from './log-in.ts';
import {
  addToken,
  addUser,
  changePassword,
  changeRole,
  linkUser,
  removeToken,
  removeUser,
  setAccess,
} from './manage-users.ts';
import { firstAdministrator, linkAddress, makeLink, redeemLink } from './one-time-links.ts';
import { deriveKey, Passwords } from './password-hash.ts';
import type { PeopleContext } from './people-context.ts';
import { logOutEverywhere } from './sessions.ts';

const day = 24 * 60 * 60 * 1000;
const visit = { address: '192.0.2.1', agent: 'Test' };

describe.each(databaseKinds)('users of a server on %s', (kind) => {
  let store: Store;
  let parts: PeopleContext;
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

  const guess = (name: string, address: string, cookies?: string) =>
    logIn(parts, { name, password: 'wrong wrong wrong', address, agent: '', cookies }).then(
      () => 'in',
      ({ code }) => code as string,
    );

  test('names that no user has write one line in an hour for each neighbourhood, names of users one for each guess', async () => {
    await addKnownUser(parts, 'ada', 'reader');
    const refused = async () => {
      const lines = await store.people.audit({ limit: 100 });
      return lines.filter(({ action }) => action === 'log in refused').map(({ subject }) => subject);
    };
    for (let n = 1; n <= 5; n++)
      expect(await guess(`stranger${n}`, `203.0.113.${n}`)).toBe('APP_LOGIN_WRONG');
    await guess('elsewhere', '198.51.100.1');
    await guess('ada', '203.0.113.9');
    await guess('ada', '203.0.113.9');
    expect(await refused()).toEqual(['ada', 'ada', 'elsewhere', 'stranger1']);
    clock.now += 61 * 60_000;
    await guess('stranger6', '203.0.113.6');
    expect((await refused())[0]).toBe('stranger6');
  });

  test('guessing is slowed down by name and network, known or not, also after a restart; after a minute one gets in', async () => {
    await addKnownUser(parts, 'ada', 'reader');
    for (const name of ['ada', 'nobody-here']) {
      const codes: string[] = [];
      // One network of IPv6, whatever address of it is used.
      for (let n = 0; n < 12; n += 1) codes.push(await guess(name, `2001:db8:0:${name.length}::${n}`));
      expect(codes.filter((code) => code === 'APP_LOGIN_WRONG')).toHaveLength(10);
      expect(codes.at(-1)).toBe('APP_LOGIN_TOO_OFTEN');
    }
    parts = peopleParts(store, clock);
    expect(await guess('ada', '2001:db8:0:3::99')).toBe('APP_LOGIN_TOO_OFTEN');
    // Other addresses do not wait for that.
    expect(await guess('ada', '2001:db8:0:4::99')).toBe('APP_LOGIN_WRONG');
    clock.now += 60_000;
    const inTime = logIn(parts, {
      ...visit,
      name: 'Ada ',
      password: goodPassword,
      address: '2001:db8:0:3::1',
    });
    await expect(inTime).resolves.toMatchObject({ user: { name: 'ada' } });
  });

  /** Log-ins beside strangers; both databases count guesses by the same queries. */
  const times = shortOrLong(kind === 'sqlite' ? 20 : 5, 20);

  /** A stranger guesses every 0.4 s; the user logs in every 10 s, so many times, from another address. */
  async function besideAStranger(
    strangerAt: (n: number) => string,
    cookies: string | undefined,
    logIns = times,
  ) {
    let counted = 0;
    const owner: string[] = [];
    for (let n = 0; n < 25 * logIns; n += 1) {
      clock.now += 400;
      if ((await guess('ada', strangerAt(n))) === 'APP_LOGIN_WRONG') counted += 1;
      if (n % 25 !== 24) continue;
      const request = { ...visit, name: 'ada', password: goodPassword, address: '203.0.113.7', cookies };
      owner.push(
        await logIn(parts, request).then(
          () => 'in',
          ({ code }) => code as string,
        ),
      );
    }
    return { counted, owner };
  }

  test('a stranger who guesses from changing addresses never locks the user out', async () => {
    await addKnownUser(parts, 'ada', 'reader');
    const { counted, owner } = await besideAStranger((n) => `198.51.100.${n % 16}`, undefined);
    expect(owner).toEqual(Array(times).fill('in'));
    // Ten from each address, and the few that the growing waits of 200 s let through.
    expect(counted).toBeLessThanOrEqual(16 * 18);
  });

  test('with thousands of addresses, guesses end at a limit that a browser passes where the user logged in before', async () => {
    const user = await addKnownUser(parts, 'ada', 'reader');
    const stored = (await store.people.findUser(user.id)) ?? user;
    const cookie = (knownBrowserCookie(stored, clock.now, false) ?? '').split(';')[0];
    const { counted, owner } = await besideAStranger((n) => `10.${n >> 8}.${n & 255}.1`, cookie, 20);
    expect(owner).toEqual(Array(20).fill('in'));
    expect(counted).toBeGreaterThanOrEqual(300);
    // 120 of the 200 s took the first 300; then one every five seconds, two that wait for their turn, and one a minute.
    expect(counted).toBeLessThanOrEqual(300 + 80 / 5 + 1 + 2 + 2 + 20);
  });

  test('a user with a new browser in a new network gets in within seconds, whatever strangers do', async () => {
    await addKnownUser(parts, 'ada', 'reader');
    const held: number[] = [];
    const patient = { ...parts, hold: async (ms: number) => void held.push(ms) };
    // 300 networks guess all the time, and block the account; every 10 s there is one more.
    let more = 0;
    const guesses = async (seconds: number) => {
      let counted = 0;
      for (let n = 0; n < seconds * 8; n++) {
        clock.now += 125;
        const network = n % 80 === 79 ? 300 + more++ : n % 300;
        const address = `10.${network >> 8}.${network & 255}.1`;
        if ((await guess('ada', address)) === 'APP_LOGIN_WRONG') counted++;
      }
      return counted;
    };
    await guesses(60);
    let counted = 0;
    for (let n = 0; n < times; n++) {
      counted += await guesses(30);
      const address = `203.0.${n}.7`;
      // A user mistypes.
      const typed = { name: 'ada', address, agent: '' };
      await expect(logIn(patient, { ...typed, password: 'correct horse batterie' })).rejects.toMatchObject({
        code: 'APP_LOGIN_WRONG',
      });
      await expect(logIn(patient, { ...typed, password: goodPassword })).resolves.toMatchObject({
        user: { name: 'ada' },
      });
    }
    expect(Math.max(...held)).toBeLessThanOrEqual(10_000);
    // 10 minutes are a 144th of a day, on which there are 19,020 guesses at most.
    expect(counted).toBeLessThanOrEqual(19_020 / 144);
  });

  test('guessing from the same network does not lock out a browser where the user logged in before', async () => {
    const user = await addKnownUser(parts, 'ada', 'reader');
    const stored = (await store.people.findUser(user.id)) ?? user;
    const cookie = (knownBrowserCookie(stored, clock.now, false) ?? '').split(';')[0];
    const { owner } = await besideAStranger(() => '203.0.113.7', cookie);
    expect(owner).toEqual(Array(times).fill('in'));
  });

  test('what a browser shows is good for its account only, until there is a new password, and is no way to guess on', async () => {
    const ada = await addKnownUser(parts, 'ada', 'reader');
    const bob = await addKnownUser(parts, 'bob', 'reader');
    const now = async (id: number) => (await store.people.findUser(id)) ?? ada;
    const shown = (knownBrowserCookie(await now(ada.id), clock.now, false) ?? '').split(';')[0] ?? '';
    expect(knownBrowser(await now(ada.id), shown, clock.now)).not.toBe(null);
    expect(knownBrowser(await now(ada.id), shown, clock.now + 181 * day)).toBe(null);
    const ofBob = shown.replace(`-${ada.id}=`, `-${bob.id}=`);
    expect(knownBrowser(await now(bob.id), ofBob, clock.now)).toBe(null);
    expect(
      knownBrowser(await now(ada.id), `${shown.slice(0, -1)}${shown.endsWith('A') ? 'B' : 'A'}`, clock.now),
    ).toBe(null);
    // Stolen, and used from everywhere: ten guesses, as for a network.
    const codes: string[] = [];
    for (let n = 0; n < 12; n += 1) codes.push(await guess('ada', `10.0.${n}.1`, shown));
    expect(codes.filter((code) => code === 'APP_LOGIN_WRONG')).toHaveLength(10);
    await changePassword(parts, ada, { password: 'another good password', keepTokens: false }, theOperator);
    expect(knownBrowser(await now(ada.id), shown, clock.now)).toBe(null);
  });

  test('guessing many names is slowed down by address; logging in is not guessing', async () => {
    await addKnownUser(parts, 'ada', 'reader');
    for (let n = 0; n < 40; n += 1) await cookieOf(parts, 'ada');
    const codes: string[] = [];
    for (let n = 0; n < 31; n += 1) codes.push(await guess(`user${n}`, `2001:db8::${n}`));
    expect(codes[29]).toBe('APP_LOGIN_WRONG');
    expect(codes[30]).toBe('APP_LOGIN_TOO_OFTEN');
  });

  test('who is refused because strangers crowd in has not guessed: with room again, 40 refusals later, the user gets in', async () => {
    await addKnownUser(parts, 'ada', 'reader');
    const turns: (() => void)[] = [];
    const cost = { log2n: 4, r: 8, p: 1 };
    const slow = new Passwords(cost, async (...given) => {
      await new Promise<void>((resolve) => turns.push(resolve));
      return deriveKey(...given);
    });
    const crowded = { ...parts, passwords: slow };
    const attempt = (name: string, address: string, password: string) =>
      logIn(crowded, { name, address, password, agent: '' }).then(
        () => 'in',
        ({ code }: { readonly code: string }) => code,
      );
    const strangers = Array.from({ length: 20 }, (_, n) =>
      attempt(`user${n}`, `203.0.113.${n}`, 'a wrong guess'),
    );
    while (turns.length < 2) await new Promise(setImmediate);
    await Promise.race(strangers);
    // In the network of the strangers there is no room, in any other there is.
    for (let n = 0; n < 40; n++)
      expect(await attempt('ada', '203.0.113.77', goodPassword)).toBe('APP_LOGIN_TOO_OFTEN');
    let isOver = false;
    const elsewhere = attempt('ada', '198.51.100.7', goodPassword);
    const ended = Promise.all([elsewhere, ...strangers]).then((outcomes) => {
      isOver = true;
      return outcomes;
    });
    while (!isOver) {
      turns.shift()?.();
      await new Promise(setImmediate);
    }
    expect((await ended)[0]).toBe('in');
    await expect(
      logIn(parts, { name: 'ada', address: '203.0.113.77', password: goodPassword, agent: '' }),
    ).resolves.toMatchObject({ user: { name: 'ada' } });
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
      () => logOutEverywhere(parts, ada.id, false, { name: 'ada', address: null }),
      () => changePassword(parts, ada, { password: 'another good password', keepTokens: false }, theOperator),
      () => removeUser(parts, ada, theOperator),
    ];
    for (const end of ways) {
      await changePassword(parts, ada, { password: goodPassword, keepTokens: false }, theOperator);
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
    await setAccess(parts, project, ada, 'own', theOperator);
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

  test('a token of another user cannot be removed, nor distinguished from one that does not exist', async () => {
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

  test('only a proxy that the operator named logs users in with its header', async () => {
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

  test('the name that a proxy sends opens no account of this server, until the operator links them', async () => {
    const place = { ...onThisMachine, isProxy: () => true, proxyUserHeader: 'x-remote-user' };
    const seenAs = async (name: string) => {
      const admitted = await ask(parts, { place, headers: { 'x-remote-user': name } });
      return typeof admitted === 'string' || admitted.principal.kind !== 'user'
        ? admitted
        : admitted.principal.user;
    };
    const boss = await addKnownUser(parts, 'boss', 'administrator');
    // Nor one whose password is still to be chosen.
    const link = await firstAdministrator(parts);
    expect(link).toBe(null);
    await addUser(parts, 'admin', 'administrator', theOperator);
    expect(await seenAs('Boss')).toMatchObject({ name: 'boss-2', role: 'reader' });
    expect(await seenAs('admin')).toMatchObject({ name: 'admin-2', role: 'reader' });
    expect(await seenAs('boss')).toMatchObject({ name: 'boss-2' });
    const request = { issuer: null, identity: 'Boss' };
    await expect(linkUser(parts, boss, request, theOperator)).rejects.toMatchObject({
      code: 'STORE_NAME_TAKEN',
      message: expect.stringContaining('tidemark users rm boss-2'),
    });
    const second = await store.people.findUser('boss-2');
    if (second !== null) await removeUser(parts, second, theOperator);
    await linkUser(parts, boss, request, theOperator);
    expect(await seenAs('boss')).toMatchObject({ id: boss.id, name: 'boss', role: 'administrator' });
    // The password stays good.
    await expect(cookieOf(parts, 'boss')).resolves.toContain('=');
  });

  test('a new password and logging out everywhere end tokens, unless they are to stay', async () => {
    const ada = await addKnownUser(parts, 'ada', 'editor');
    const wish = { name: 'x', scope: 'read', project: null, lifeMs: day } as const;
    const isGood = async (change: (keepTokens: boolean) => Promise<unknown>, keepTokens: boolean) => {
      const { token } = await addToken(parts, ada, wish, theOperator);
      await change(keepTokens);
      return (await ask(parts, { headers: { authorization: `Bearer ${token}` } })) !== 'not logged in';
    };
    const ways = [
      (keepTokens: boolean) =>
        changePassword(parts, ada, { password: 'another good password', keepTokens }, theOperator),
      (keepTokens: boolean) => logOutEverywhere(parts, ada.id, keepTokens, theOperator),
    ];
    for (const way of ways)
      expect([await isGood(way, true), await isGood(way, false)]).toEqual([true, false]);
    const reset = async () => {
      const { token } = await makeLink(parts, ada, theOperator);
      await redeemLink(parts, { token, password: goodPassword, ...visit });
    };
    expect(await isGood(reset, false)).toBe(false);
    const bob = await addUser(parts, 'bob', 'reader', theOperator);
    const { token } = await addToken(parts, bob, wish, theOperator);
    await redeemLink(parts, {
      token: (await makeLink(parts, bob, theOperator)).token,
      password: goodPassword,
      ...visit,
    });
    // The first password ends nothing.
    expect(await ask(parts, { headers: { authorization: `Bearer ${token}` } })).toMatchObject({
      principal: { kind: 'token' },
    });
  });

  function projectNamed(name: string) {
    return store.projects.create({ name, startUrl: 'https://example.org/', settings: '{}', createdAt: 1 });
  }
});
