import { beforeEach, describe, expect, test } from 'vitest';
import { addKnownUser, goodPassword, peopleParts } from '../../../test/features/people/people-for-test.ts';
import { databaseKinds } from '../../../test/kernel/database/store-databases.ts';
import { storeForEachTest } from '../../../test/kernel/database/store-for-each-test.ts';
import type { Store } from '../../database/store.ts';
import { doerFrom, theOperator } from '../../http/people/audit-note.ts';
import { logIn, userByPassword } from './log-in.ts';
import {
  addToken,
  addUser,
  changeOwnPassword,
  changePassword,
  changeRole,
  linkUser,
  removeUser,
  setAccess,
} from './manage-users.ts';
import { makeLink } from './one-time-links.ts';
import { deriveKey, Passwords } from './password-hash.ts';
import type { PeopleContext } from './people-context.ts';
import { logOutEverywhere, startSession } from './sessions.ts';
import type { StoredUser } from './tables/people-tables.ts';

const now = 1_800_000_000_000;
const day = 24 * 60 * 60 * 1000;
const visit = { address: '192.0.2.1', agent: 'Test' };
const newPassword = { password: 'another good password', keepTokens: false };
const wish = { name: 'x', scope: 'admin', project: null, lifeMs: day } as const;

/** Passwords whose checks wait until the test lets them go on. `begun`: how many of them wait. */
function heldPasswords(checks = 1) {
  let waiting = 0;
  const begun = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const passwords = new Passwords({ log2n: 4, r: 8, p: 1 }, async (...given) => {
    if (++waiting === checks) begun.resolve();
    await held.promise;
    return deriveKey(...given);
  });
  return { passwords, begun: begun.promise, goOn: held.resolve };
}

describe.each(databaseKinds)('what rests on something that was checked, on %s', (kind) => {
  let store: Store;
  let parts: PeopleContext;
  let ada: StoredUser;
  storeForEachTest(kind, (opened) => {
    store = opened;
    parts = peopleParts(store, { now });
  });
  beforeEach(async () => {
    await addKnownUser(parts, 'boss', 'administrator');
    const { id } = await addKnownUser(parts, 'ada', 'administrator');
    const found = await store.people.findUser(id);
    if (found === null) throw new Error('no ada');
    ada = found;
  });

  const meanwhile: Readonly<Record<string, () => Promise<unknown>>> = {
    'a new password': () => changePassword(parts, ada, newPassword, theOperator),
    'a log-out everywhere': () => logOutEverywhere(parts, ada.id, false, theOperator),
    'another role': () => changeRole(parts, ada, 'reader', theOperator),
    'another identity elsewhere': () => linkUser(parts, ada, { issuer: null, identity: 'ada' }, theOperator),
    'the end of the user': () => removeUser(parts, ada, theOperator),
    'another user of the same name': async () => {
      await removeUser(parts, ada, theOperator);
      await addKnownUser(parts, 'ada', 'administrator');
    },
  };
  const byPassword = { ...visit, name: 'ada', password: goodPassword };
  const withPassword: Readonly<Record<string, (slow: PeopleContext) => Promise<unknown>>> = {
    'a log-in': (slow) => logIn(slow, byPassword),
    'a token': async (slow) => {
      const user = await userByPassword(slow, byPassword);
      return addToken(slow, user, wish, doerFrom(user, null));
    },
    'a password of their own': (slow) =>
      changeOwnPassword(slow, byPassword, { password: 'what the thief chose', keepTokens: true }),
  };
  const pairs = Object.keys(withPassword).flatMap((what) =>
    Object.keys(meanwhile).map((event) => [what, event] as const),
  );

  test.each(pairs)('%s with the old password does not survive %s', async (what, event) => {
    const { passwords, begun, goOn } = heldPasswords();
    const asked = withPassword[what]?.({ ...parts, passwords });
    await begun;
    await meanwhile[event]?.();
    const after = await store.people.findUser('ada');
    goOn();
    await expect(asked).rejects.toMatchObject({ code: 'STORE_ACCOUNT_CHANGED' });
    expect(await store.people.findUser('ada')).toEqual(after);
    expect(await store.people.sessionsOf(ada.id, now)).toEqual([]);
    expect(await store.people.tokensOf(null)).toEqual([]);
    const lines = await store.people.audit({ limit: 1 });
    expect(lines.map(({ actor }) => actor)).toEqual(['operator']);
  });

  const asAda: Readonly<Record<string, () => Promise<unknown>>> = {
    'a session, as after a log-in at a provider': () => startSession(parts, ada, visit, 'by a provider'),
    'a link for another user': async () => makeLink(parts, await boss(), doerFrom(ada, null)),
    'another role of another user': async () =>
      changeRole(parts, await boss(), 'reader', doerFrom(ada, null)),
    'the end of another user': async () => removeUser(parts, await boss(), doerFrom(ada, null)),
    'a new user': () => addUser(parts, 'eve', 'administrator', doerFrom(ada, null)),
    'a share': async () => {
      const project = await store.projects.create({
        name: 'tides',
        startUrl: 'x',
        settings: '{}',
        createdAt: 1,
      });
      await setAccess(parts, project, await boss(), 'own', doerFrom(ada, null));
    },
  };
  const boss = async (): Promise<StoredUser> => {
    const found = await store.people.findUser('boss');
    if (found === null) throw new Error('no boss');
    return found;
  };
  const others = Object.keys(asAda).flatMap((what) =>
    Object.keys(meanwhile).map((event) => [what, event] as const),
  );

  test.each(others)('%s is not made by whom the gate let in before %s', async (what, event) => {
    await meanwhile[event]?.();
    const before = await store.people.listUsers();
    await expect(asAda[what]?.()).rejects.toMatchObject({ code: 'STORE_ACCOUNT_CHANGED' });
    expect(await store.people.listUsers()).toEqual(before);
    expect(await store.people.sessionsOf(ada.id, now)).toEqual([]);
    expect(await store.people.hasLink((await boss()).id, now)).toBe(false);
  });

  test('of log-ins and new passwords at the same moment, no session of an old password is left', async () => {
    for (let round = 0; round < 5; round++) {
      const [current, next] = [`password number ${round}`, `password number ${round + 1}`];
      await changePassword(parts, ada, { password: current, keepTokens: false }, theOperator);
      const user = (await store.people.findUser(ada.id)) ?? ada;
      await Promise.allSettled([
        ...Array.from({ length: 8 }, () => startSession(parts, user, visit, 'with a password')),
        changePassword(parts, user, { password: next, keepTokens: false }, theOperator),
        ...Array.from({ length: 8 }, () => addToken(parts, user, wish, doerFrom(user, null))),
      ]);
      expect(await store.people.sessionsOf(ada.id, now)).toEqual([]);
      expect(await store.people.tokensOf(ada.id)).toEqual([]);
    }
  });

  test('two changes with one old password: the first counts', async () => {
    const { passwords, begun, goOn } = heldPasswords(2);
    const change = (password: string) =>
      changeOwnPassword({ ...parts, passwords }, byPassword, { password, keepTokens: false }).then(
        () => 'changed',
        ({ code }) => code,
      );
    const changes = [change('chosen in one window'), change('chosen in another one')];
    await begun;
    goOn();
    const codes = await Promise.all(changes);
    expect(codes.toSorted()).toEqual(['STORE_ACCOUNT_CHANGED', 'changed']);
    expect(await store.people.sessionsOf(ada.id, now)).toHaveLength(1);
  });
});
