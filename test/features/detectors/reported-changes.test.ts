import { expect, test } from 'vitest';
import { openStore } from '../../../src/database/open-store.ts';
import { objectsOf } from '../../kernel/cli/run-tidemark.ts';
import { receiverForThisTest } from '../notifications/receiver.ts';
import { runCommand } from '../projects/run-command.ts';
import { lamp, shopForThisTest } from './shop-site.ts';

interface Sent {
  readonly subject: string;
  readonly changes: readonly {
    readonly kind: string;
    readonly detector: string | null;
    readonly words: readonly { readonly kind: string; readonly text: string }[];
  }[];
}

const wordsOf = (sent: Sent, kind: string) =>
  sent.changes[0]?.words.filter((word) => word.kind === kind).map(({ text }) => text.trim());

test('a price that falls below its limit is reported once, with the words before and after', async () => {
  const shop = await shopForThisTest();
  const hook = await receiverForThisTest();
  shop.project(`detectors: [{ name: cheap, when: "price < 30" }]\nnotify: ["${hook.origin}/hook"]\n`);
  const track = () => runCommand(['track', shop.file, '--data', shop.data]);

  shop.show('/', lamp('34.90'));
  expect(await track()).toMatchObject({ exitCode: 0 });
  expect(hook.requests).toEqual([]);

  shop.show('/', lamp('29.90'));
  const second = await track();
  expect(second.stdout).toContain(`1 match: cheap on ${shop.origin}/\n`);
  expect(second.stdout).toMatch(/^1 message sent to http:\/\/127\.0\.0\.1:\d+\//m);
  expect(hook.requests).toHaveLength(1);
  const sent = hook.json() as unknown as Sent;
  expect(sent.changes).toMatchObject([{ kind: 'match', detector: 'cheap', place: 'under “Offer”' }]);
  expect(wordsOf(sent, 'removed')).toEqual(['34.90']);
  expect(wordsOf(sent, 'added')).toEqual(['29.90']);
  expect(hook.requests[0]?.headers['idempotency-key']).toMatch(/^[\da-f]{32}$/);

  const third = await track();
  expect(third.stdout).not.toMatch(/match|message/);
  expect(hook.requests).toHaveLength(1);

  const store = await openStore({ kind: 'sqlite', folder: shop.data, access: 'read' });
  const project = await store.projects.find('lamps');
  const runs = await store.runs.list(project?.id ?? 0);
  const counts = await Promise.all(runs.map(({ id }) => store.found.count(id)));
  await store.close();
  expect(counts).toEqual([0, 1, 0]);
});

test('in the first run words and numbers are told, but not that everything is new', async () => {
  const shop = await shopForThisTest();
  const hook = await receiverForThisTest();
  shop.project(
    `detectors: [{ name: cheap, when: "price < 30" }, { name: all, change: any }, { name: fresh, page: new }]
notify: [{ to: "${hook.origin}/hook", events: [match, new, changed] }]\n`,
  );
  shop.show('/', lamp('19.90'));
  const first = await runCommand(['track', shop.file, '--data', shop.data, '--json']);
  const matches = objectsOf(first).filter((one) => (one as { event: string }).event === 'match');
  expect(matches).toMatchObject([
    { detector: 'cheap', pageEvent: 'new', number: { before: null, after: 19.9 } },
  ]);
  expect(hook.requests).toHaveLength(1);

  shop.show('/', `${lamp('19.90')}<p><a href="/new">More lamps</a></p>`);
  shop.show('/new', '<p>Many more lamps for less.</p>');
  await runCommand(['track', shop.file, '--data', shop.data]);
  const reported = hook.requests.slice(1).map(({ body }) => (JSON.parse(body) as Sent).changes[0]);
  expect(reported.map((change) => `${change?.kind} ${change?.detector}`).toSorted()).toEqual([
    'changed null',
    'match all',
    'match all',
    'match fresh',
    'new null',
  ]);
});

test('without detectors, changed, missing, failing and new pages are told; noise never is', async () => {
  const shop = await shopForThisTest();
  const hook = await receiverForThisTest();
  shop.project(`notify: ["${hook.origin}/hook"]\n`);
  const track = () => runCommand(['track', shop.file, '--data', shop.data]);
  const start = `${lamp('34.90')}<p><a href="/old">Old lamps</a></p>`;
  shop.show('/', start);
  shop.show('/old', '<p>Old lamps are here.</p>');
  await track();
  await track();
  expect(hook.requests).toEqual([]);

  shop.show('/', start.replace('34.90', '29.90'));
  shop.show('/old', null);
  await track();
  const sent = hook.requests.map(({ body }) => JSON.parse(body) as Sent);
  const host = new URL(shop.origin).host;
  expect(sent.map(({ subject }) => subject).toSorted()).toEqual([
    `${host}: "34.90 €" is now "29.90 €" – Lamps`,
    `${host}: page is gone`,
  ]);
  await track();
  expect(hook.requests).toHaveLength(2);
});

test('a detector for words never matches noise', async () => {
  const shop = await shopForThisTest();
  const hook = await receiverForThisTest();
  shop.project(
    `detectors: [{ words: [advert] }, { name: p, when: "price > 0" }]\nnotify: ["${hook.origin}/"]\n`,
  );
  shop.show('/', '<p>Nothing is sold here.</p>');
  const track = () => runCommand(['track', shop.file, '--data', shop.data]);
  for (let visit = 0; visit < 3; visit++) expect((await track()).stdout).not.toContain('match');
  shop.show('/', '<p>Something else is written here.</p>');
  expect((await track()).stdout).not.toContain('match');
  expect(hook.requests).toEqual([]);
});

test('a channel that fails does not fail the run, and its message waits', async () => {
  const shop = await shopForThisTest();
  let status = 503;
  const hook = await receiverForThisTest((_, response) => void response.writeHead(status).end());
  shop.project(`notify: [{ to: "${hook.origin}/hook", name: team }]\n`);
  const track = () => runCommand(['track', shop.file, '--data', shop.data]);
  shop.show('/', lamp('34.90'));
  await track();
  shop.show('/', lamp('29.90'));
  const failed = await track();
  expect(failed.exitCode).toBe(0);
  expect(failed.stderr).toContain('1 message not sent to team: ');
  status = 200;
  const listed = objectsOf(await runCommand(['notify', 'ls', '--json', '--data', shop.data]));
  const [{ id } = { id: '' }] = listed as { id: string }[];
  expect(await runCommand(['notify', 'retry', id, '--data', shop.data])).toMatchObject({ exitCode: 0 });
  expect((await runCommand(['notify', 'send', '--data', shop.data])).stdout).toContain('sent     team');
  const keys = new Set(hook.requests.map(({ headers }) => headers['idempotency-key']));
  expect([hook.requests.length, keys.size]).toEqual([2, 1]);
});
