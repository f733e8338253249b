import { expect, onTestFinished, test } from 'vitest';
import { startDatabases } from '../../kernel/database/store-databases.ts';
import { serverForThisTest } from '../../kernel/http/server-for-this-test.ts';
import { mailboxForThisTest } from './mailbox.ts';

test('projects of users send mail to the domains that the operator named only, whatever hides the address', async () => {
  const databases = await startDatabases('sqlite');
  onTestFinished(() => databases.stop());
  const mailbox = await mailboxForThisTest();
  const server = await serverForThisTest(await databases.fresh(), {
    TIDEMARK_SMTP: mailbox.server,
    TIDEMARK_MAIL_DOMAINS: 'example.org,corp.example',
  });
  const channels = [
    'mailto:me@Example.ORG',
    'mailto:you@elsewhere.example',
    'mailto:you%40elsewhere.example',
  ];
  const file = `name: tides\nsource: https://tides.example/\nnotify: ${JSON.stringify(channels)}\n`;
  await server.post('/api/projects', { file });
  const { items } = await server.post<{ items: { error: string | null }[] }>(
    '/api/projects/tides/channels/test',
  );
  expect(items.map(({ error }) => /\[(\w+)\]$/.exec(error ?? '')?.[1] ?? null)).toEqual([
    null,
    'NOTIFY_NOT_ALLOWED',
    'NOTIFY_NOT_ALLOWED',
  ]);
  expect(mailbox.mails).toHaveLength(1);
});
