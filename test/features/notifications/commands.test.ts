import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openStore } from '../../../src/database/open-store.ts';
import { folderForThisTest } from '../../extending/blocks-of-page.ts';
import { objectsOf } from '../../kernel/cli/run-tidemark.ts';
import { startRun } from '../../kernel/database/sample-records.ts';
import { runCommand } from '../projects/run-command.ts';
import { receiverForThisTest } from './receiver.ts';

test('channels are tried, reminders sent once, failures listed and retried, and no secret is shown', async () => {
  let status = 404;
  const hook = await receiverForThisTest(
    (_, response) => void response.writeHead(status).end('s3cret-path-4711'),
  );
  const folder = folderForThisTest();
  const data = join(folder, 'data');
  const run = (...args: readonly string[]) =>
    runCommand([...args, '--data', data], { LAMPS_HOOK: `${hook.origin}/s3cret-path-4711` });
  const file = join(folder, 'lamps.yaml');
  writeFileSync(
    file,
    `name: lamps\nsource: https://shop.example/\nnotify:\n  - to: { env: LAMPS_HOOK }\n    name: team\n`,
  );
  expect(await run('projects', 'add', file)).toMatchObject({ exitCode: 0 });
  const store = await openStore({ kind: 'sqlite', folder: data, access: 'write' });
  const { runId } = await startRun(store, 'lamps');
  await store.runs.change(runId, { state: 'finished', at: 3 });
  await store.close();

  const refused = await run('notify', 'send', '--json');
  expect(refused.exitCode).toBe(1);
  expect(
    (objectsOf(refused) as { subject: string }[]).toSorted((a, b) => a.subject.localeCompare(b.subject)),
  ).toMatchObject(
    ['cannot be read', 'was not visited'].map((change) => ({
      channel: 'team',
      state: 'dead',
      subject: `shop.example: ${change}`,
    })),
  );
  const listed = await run('notify', 'ls', '--state', 'dead');
  expect(listed.stdout).toContain('[NOTIFY_REFUSED]');
  expect(`${refused.stdout}${refused.stderr}${listed.stdout}`).not.toContain('s3cret');

  status = 200;
  expect((await run('notify', 'retry')).stdout).toMatch(/due again/);
  expect(await run('notify', 'send')).toMatchObject({ exitCode: 0 });
  const sent = hook.requests.length;
  expect((await run('notify', 'send')).stderr).toContain('Nothing is due.');
  expect(hook.requests).toHaveLength(sent);

  expect((await run('notify', 'test', 'lamps')).stdout).toBe('team: sent.\n');
  expect(hook.json()).toMatchObject({ subject: 'example.org: this is a test – Lamp' });
  expect(await run('notify', 'test', 'gopher://x')).toMatchObject({ exitCode: 2 });
  expect((await run('notify', 'test', 'nothing')).stderr).toContain('[APP_PROJECT_UNKNOWN]');
  expect((await run('notify', 'retry', 'zz')).stderr).toContain('[CLI_OPTION_INVALID]');
});
