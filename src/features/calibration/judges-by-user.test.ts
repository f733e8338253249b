import { describe, expect, test } from 'vitest';
import { createUser, line } from '../../../test/features/people/stored-users.ts';
import { databaseKinds } from '../../../test/kernel/database/store-databases.ts';
import { storeForEachTest } from '../../../test/kernel/database/store-for-each-test.ts';
import type { Store } from '../../database/store.ts';
import { operatorAsCaller } from '../../http/people/audit-note.ts';
import type { Asking } from '../../http/services.ts';
import type { StoredUser } from '../people/tables/people-tables.ts';
import { calibrationServices, shownJudges } from './calibration-services.ts';

const verdict = { site: 1, one: 0, other: 1, verdict: 'duplicate' } as const;

/** How the server passes on what a user asks. */
const askedBy = (user: StoredUser): Asking => ({
  caller: { ...operatorAsCaller, name: user.name, principal: { kind: 'user', user, session: null } },
  signal: new AbortController().signal,
  lastEventId: null,
  agent: '',
  cookies: undefined,
  setCookie: () => undefined,
});

describe.each(databaseKinds)('verdicts of judges on %s', (kind) => {
  let store: Store;
  storeForEachTest(kind, (opened) => {
    store = opened;
  });
  const judges = async (setId: number) =>
    (await store.calibrations.verdicts(setId)).map(({ judge }) => judge);

  test('belong to the user who gave them: a new one of the same name takes none back', async () => {
    await createUser(store, 'boss', 'administrator');
    const services = calibrationServices({ store });
    const { id } = await store.calibrations.create('shops', 1);
    const ada = await createUser(store, 'ada', 'administrator');
    const given = `ada#${ada.id}`;
    await store.calibrations.judge(id, { ...verdict, judge: given, at: 5 });
    await store.people.removeUser(ada.id, line('remove'));
    const other = await createUser(store, 'ada', 'administrator');
    // There is no next question: nothing is recorded in this set.
    const takeBack = (user: StoredUser) =>
      expect(services.takeBackVerdict({ set: 'shops' }, askedBy(user))).rejects.toMatchObject({
        code: 'CALIBRATE_NOTHING_RECORDED',
      });
    await takeBack(other);
    expect(await judges(id)).toEqual([given]);
    await takeBack(ada);
    expect(await judges(id)).toEqual([]);
  });
});

test('judges are shown by name, with the number of the user only where two have the same one', () => {
  const judges = ['ada#3', 'ada#9', 'bob#4', 'truth'];
  expect(judges.map(shownJudges(judges))).toEqual(['ada#3', 'ada#9', 'bob', 'truth']);
});
