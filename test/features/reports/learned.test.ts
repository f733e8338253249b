import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStore } from '../../../src/database/open-store.ts';
import { type NamedRule, namedRules } from '../../../src/features/reports/learned-rules.ts';
import { objectsOf } from '../../kernel/cli/run-tidemark.ts';
import { type TrackedShop, trackedShop } from './tracked-shop.ts';

interface Listed {
  readonly id: string;
  readonly project: string;
  readonly kind: 'url' | 'page';
}

let shop: TrackedShop;
beforeAll(async () => {
  shop = await trackedShop();
});
afterAll(() => shop.remove());

/** As they are stored now. */
async function rules(): Promise<readonly NamedRule[]> {
  const store = await openStore({ kind: 'sqlite', folder: shop.data, access: 'read' });
  try {
    const project = await store.projects.find('shop');
    return project === null ? [] : await namedRules(store, project);
  } finally {
    await store.close();
  }
}

async function ruleAbout(kind: 'url' | 'page'): Promise<string> {
  return (await rules()).find(({ stored }) => stored.kind === kind)?.id ?? '';
}

async function stateOf(id: string): Promise<string | undefined> {
  return (await rules()).find((rule) => rule.id === id)?.stored.state;
}

test('ls lists rules about addresses and about pages, with ids that can be typed', async () => {
  const listed = objectsOf(await shop.tidemark('learned', 'ls', '--json')) as readonly Listed[];
  expect(new Set(listed.map(({ kind }) => kind))).toEqual(new Set(['url', 'page']));
  for (const { id, project } of listed) expect(`${project} ${id}`).toMatch(/^shop [0-9a-f]{8}$/);
  const { stdout } = await shop.tidemark('learned', 'ls', '--project', 'shop');
  const [header, ...lines] = stdout.trimEnd().split('\n');
  expect(header).toMatch(/^id +state +host +rule$/);
  expect(lines).toHaveLength(listed.length);
});

test('a project that learned nothing says so', async () => {
  const { stderr } = await shop.tidemark('learned', 'ls', '--project', 'empty');
  expect(stderr).toContain('Nothing is learned yet');
});

test('explain tells evidence, examples, since when, and which pages', async () => {
  const id = await ruleAbout('url');
  const { stdout } = await shop.tidemark('learned', 'explain', id.slice(0, 6));
  expect(stdout).toContain(`${id}  the query parameter "sid" is a session id`);
  expect(stdout).toMatch(/^learned {3}in run 1/m);
  expect(stdout).toMatch(/^evidence {2}query parameter "sid": "\w+" on \d+ links/m);
  expect(stdout).toMatch(/^found {5}in the URLs of \d+ pages$/m);
});

test('off and on are kept, and say what they mean for the next run', async () => {
  const id = await ruleAbout('page');
  const off = await shop.tidemark('learned', 'off', id);
  expect(off.stdout).toContain(`${id} is off: from the next run on, what differs there is a change`);
  expect(await stateOf(id)).toBe('off');
  expect(await shop.object('learned', 'on', id)).toMatchObject({ id, state: 'on', before: 'off' });
  expect(await stateOf(id)).toBe('on');
});

test('a rule that nobody knows', async () => {
  const { exitCode, stderr } = await shop.tidemark('learned', 'explain', 'zzz');
  expect(exitCode).toBe(2);
  expect(stderr).toContain('[APP_RULE_UNKNOWN]');
});

test('nothing is switched while a run writes', async () => {
  const id = await ruleAbout('page');
  const place = { kind: 'sqlite', folder: shop.data, access: 'write', thread: false } as const;
  const running = await openStore({ ...place, command: 'tidemark track' });
  try {
    const { exitCode, stderr } = await shop.tidemark('learned', 'off', id);
    expect(exitCode).toBe(1);
    expect(stderr).toContain('[STORE_LOCKED]');
  } finally {
    await running.close();
  }
  expect(await stateOf(id)).toBe('on');
});
