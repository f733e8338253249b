import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type IdentityProvider,
  startIdentityProvider,
} from '../../../test/features/people/identity-provider.ts';
import { addKnownUser, ask, peopleParts } from '../../../test/features/people/people-for-test.ts';
import { storeForEachTest } from '../../../test/kernel/database/store-for-each-test.ts';
import type { Store } from '../../database/store.ts';
import { type LogInElsewhere, logInElsewhere, returnPath } from './log-in-elsewhere.ts';
import type { PeopleContext } from './people-context.ts';

const publicUrl = 'http://127.0.0.1:4280';
const visit = { address: '192.0.2.1', agent: 'Test' };

describe('log-in with a real OpenID Connect provider', () => {
  let provider: IdentityProvider;
  let store: Store;
  let parts: PeopleContext;
  let elsewhere: LogInElsewhere;
  const settings = (issuer: string, oidcClientSecret: string) => ({
    publicUrl,
    caFile: '',
    oidcIssuer: issuer,
    oidcClientId: provider.clientId,
    oidcClientSecret,
  });

  beforeAll(async () => {
    // The provider warns that it is set up for development.
    for (const way of ['info', 'warn'] as const) vi.spyOn(console, way).mockImplementation(() => undefined);
    provider = await startIdentityProvider(`${publicUrl}${returnPath}`);
  });
  afterAll(async () => {
    vi.restoreAllMocks();
    await provider.close();
  });
  storeForEachTest('sqlite', (opened) => {
    store = opened;
  });
  beforeEach(() => {
    parts = peopleParts(store, { now: Date.now() });
    elsewhere = logInElsewhere(parts, settings(provider.issuer, provider.clientSecret));
    return () => elsewhere.close();
  });

  /** A browser that goes to the provider and comes back. */
  async function comeBack(user: string) {
    const { redirectTo, setCookie } = await elsewhere.start();
    const query = await provider.logIn(redirectTo, user);
    return { query, cookie: setCookie.split(';')[0] ?? '' };
  }

  test('a user who logs in there is a reader here, and the same one the next time', async () => {
    const first = await comeBack('ada');
    const session = await elsewhere.finish(first.query, first.cookie, visit);
    expect(session.user).toMatchObject({
      name: 'ada',
      role: 'reader',
      password: null,
      external: { issuer: provider.issuer, subject: 'ada' },
    });
    const headers = { cookie: `tidemark-session=${session.token}` };
    expect(await ask(parts, { headers })).toMatchObject({ principal: { user: { name: 'ada' } } });
    const second = await comeBack('ada');
    expect((await elsewhere.finish(second.query, second.cookie, visit)).user).toEqual(session.user);
    expect((await store.people.audit({ limit: 9 })).map(({ action, detail }) => [action, detail])).toEqual([
      ['log in', `by ${new URL(provider.issuer).host}`],
      ['log in', `by ${new URL(provider.issuer).host}`],
      ['add user', `reader, from ${provider.issuer}`],
    ]);
  });

  test('a user of the same name who has a password here is another user', async () => {
    await addKnownUser(parts, 'ada', 'administrator');
    const { query, cookie } = await comeBack('ada');
    const { user } = await elsewhere.finish(query, cookie, visit);
    expect(user).toMatchObject({ name: 'ada-2', role: 'reader' });
  });

  test('an answer is good once, and in the browser that asked', async () => {
    const failed = { code: 'APP_LOGIN_ELSEWHERE_FAILED' };
    const [mine, other] = [await comeBack('ada'), await comeBack('eve')];
    await expect(elsewhere.finish(mine.query, undefined, visit)).rejects.toMatchObject(failed);
    await expect(elsewhere.finish(mine.query, other.cookie, visit)).rejects.toMatchObject(failed);
    await expect(elsewhere.finish(mine.query, 'tidemark-log-in=e30', visit)).rejects.toMatchObject(failed);
    await elsewhere.finish(mine.query, mine.cookie, visit);
    await expect(elsewhere.finish(mine.query, mine.cookie, visit)).rejects.toMatchObject(failed);
    await expect(elsewhere.finish('?error=access_denied', other.cookie, visit)).rejects.toMatchObject(failed);
    expect((await store.people.listUsers()).map(({ name }) => name)).toEqual(['ada']);
  });

  test('a wrong secret and a provider that is down are reported, and no user logs in', async () => {
    const { query, cookie } = await comeBack('ada');
    const wrong = logInElsewhere(parts, settings(provider.issuer, 'not the secret'));
    await expect(wrong.finish(query, cookie, visit)).rejects.toMatchObject({
      code: 'APP_LOGIN_ELSEWHERE_FAILED',
    });
    await wrong.close();
    const down = logInElsewhere(parts, settings('http://127.0.0.1:9', 'x'));
    await expect(down.start()).rejects.toMatchObject({ code: 'APP_LOGIN_ELSEWHERE_FAILED' });
    await down.close();
    expect(await store.people.listUsers()).toEqual([]);
  });
});
