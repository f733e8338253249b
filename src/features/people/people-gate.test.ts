import { describe, expect, test } from 'vitest';
import {
  addKnownUser,
  cookieOf,
  ownPage,
  peopleParts,
} from '../../../test/features/people/people-for-test.ts';
import { storeForEachTest } from '../../../test/kernel/database/store-for-each-test.ts';
import type { Store } from '../../database/store.ts';
import type { AccessRequest, Caller } from '../../http/gate.ts';
import { theOperator } from '../../http/people/audit-note.ts';
import type { TokenScope } from '../../http/people/may-do.ts';
import { addToken, setAccess } from './manage-users.ts';
import type { PeopleContext } from './people-context.ts';
import { peopleGate, serverPlace } from './people-gate.ts';

const accesses: Readonly<Record<string, AccessRequest['access']>> = {
  health: { role: 'anonymous', project: 'none', scope: 'read' },
  list: { role: 'reader', project: 'none', scope: 'read' },
  create: { role: 'editor', project: 'none', scope: 'write' },
  users: { role: 'administrator', project: 'none', scope: 'admin' },
  report: { role: 'reader', project: 'of the path', scope: 'read' },
  run: { role: 'editor', project: 'of the path', scope: 'write' },
  remove: { role: 'administrator', project: 'of the path', scope: 'admin' },
};

describe('the door of the API', () => {
  let parts: PeopleContext;
  let store: Store;
  storeForEachTest('sqlite', (opened) => {
    store = opened;
    parts = peopleParts(opened, { now: 1_800_000_000_000 });
  });

  test('every kind of caller at every kind of route, and at a project that does not exist', async () => {
    const create = (name: string) =>
      store.projects.create({ name, startUrl: 'https://example.org/', settings: '{}', createdAt: 1 });
    const [tides, others] = [await create('tides'), await create("somebody else's")];
    const users = {
      reader: await addKnownUser(parts, 'reader', 'reader'),
      editor: await addKnownUser(parts, 'editor', 'editor'),
      owner: await addKnownUser(parts, 'owner', 'editor'),
      other: await addKnownUser(parts, 'other', 'editor'),
      administrator: await addKnownUser(parts, 'administrator', 'administrator'),
    };
    await setAccess(parts, tides, users.reader, 'read', theOperator);
    await setAccess(parts, tides, users.editor, 'write', theOperator);
    await setAccess(parts, tides, users.owner, 'own', theOperator);
    await setAccess(parts, others, users.other, 'own', theOperator);
    const callers: Record<string, Readonly<Record<string, string>>> = { anonymous: {} };
    for (const name of Object.keys(users)) callers[name] = { cookie: await cookieOf(parts, name) };
    for (const scope of ['read', 'write', 'admin'] satisfies TokenScope[]) {
      const wish = { name: 'x', scope, project: null, lifeMs: 1000 };
      const { token } = await addToken(parts, users.owner, wish, theOperator);
      callers[`${scope} token`] = { authorization: `Bearer ${token}` };
    }
    const gate = peopleGate(parts, serverPlace({ publicUrl: '', proxyAddresses: [], proxyUserHeader: '' }));
    const verdicts: Record<string, string> = {};
    for (const [who, headers] of Object.entries(callers)) {
      const answers: string[] = [];
      for (const [endpoint, access] of Object.entries(accesses)) {
        const requestFor = (project: string): AccessRequest => ({
          method: 'POST',
          endpoint,
          access,
          project: access.project === 'none' ? null : project,
          headers: { ...ownPage, ...headers },
          address: '127.0.0.1',
        });
        const answer = await gate(requestFor('tides'));
        answers.push(typeof answer === 'string' ? answer : 'yes');
        if (access.project === 'none' || who === 'administrator' || who === 'other') continue;
        expect(await gate(requestFor("somebody else's")), who).toBe(await gate(requestFor('no such thing')));
      }
      verdicts[who] = answers.join(', ');
    }
    const [no, hidden] = ['not allowed', 'no such project'];
    const out = 'not logged in';
    expect(verdicts).toEqual({
      anonymous: ['yes', out, out, out, out, out, out].join(', '),
      reader: ['yes', 'yes', no, no, 'yes', no, no].join(', '),
      editor: ['yes', 'yes', 'yes', no, 'yes', 'yes', no].join(', '),
      owner: ['yes', 'yes', 'yes', no, 'yes', 'yes', 'yes'].join(', '),
      other: ['yes', 'yes', 'yes', no, hidden, hidden, hidden].join(', '),
      administrator: ['yes', 'yes', 'yes', 'yes', 'yes', 'yes', 'yes'].join(', '),
      'read token': ['yes', 'yes', no, no, 'yes', no, no].join(', '),
      'write token': ['yes', 'yes', 'yes', no, 'yes', 'yes', no].join(', '),
      'admin token': ['yes', 'yes', 'yes', no, 'yes', 'yes', 'yes'].join(', '),
    });
  });

  test('a caller sees the projects that are shared, and has a name for the audit log', async () => {
    const ada = await addKnownUser(parts, 'ada', 'reader');
    for (const name of ['mine', 'theirs']) {
      const made = await store.projects.create({ name, startUrl: 'x', settings: '{}', createdAt: 1 });
      if (name === 'mine') await setAccess(parts, made, ada, 'read', theOperator);
    }
    const gate = peopleGate(parts, serverPlace({ publicUrl: '', proxyAddresses: [], proxyUserHeader: '' }));
    const headers = { ...ownPage, cookie: await cookieOf(parts, 'ada') };
    const access = { role: 'reader', project: 'none', scope: 'read' } as const;
    const request = { method: 'GET', endpoint: 'list', access, project: null, headers, address: '127.0.0.1' };
    const caller = (await gate(request)) as Caller;
    expect(caller).toMatchObject({ name: 'ada', role: 'reader', address: '127.0.0.1', setCookie: null });
    expect(await Promise.all(['mine', 'theirs', 'none'].map(caller.seesNow))).toEqual([true, false, false]);
    expect(await gate({ ...request, headers: { ...headers, host: 'evil.test' } })).toBe('unknown host');
  });
});
