import { expect, test } from 'vitest';
import { readConfig } from '../../../src/config/index.ts';
import { sendMessages } from '../../../src/features/notifications/send-messages.ts';
import { storeForThisTest } from '../../kernel/crawl/runs/site-for-this-test.ts';
import { startRun } from '../../kernel/database/sample-records.ts';

const DAY = 86_400_000;

test('messages that were sent 90 days ago are forgotten, those that were given up are not', async () => {
  const store = await storeForThisTest();
  const { projectId } = await startRun(store);
  const row = (id: string) => ({
    id,
    notification: id,
    channel: 'gone',
    bundle: 'at once',
    content: '{}',
    at: 0,
    deliverAfter: 0,
  });
  await store.outbox.add(projectId, [row('sent'), row('dead')]);
  await store.outbox.claim({ claim: 'one', now: 1, until: 2, abandoned: false });
  await store.outbox.nameMessages('one', 'each');
  await store.outbox.settle('one', 'sent', { state: 'sent', at: 1 });
  await store.outbox.settle('one', 'dead', { state: 'dead', error: 'refused' });
  const idsAfter = async (days: number) => {
    await sendMessages(store, readConfig(), { now: () => days * DAY });
    return (await store.outbox.list({ limit: 9 })).map(({ id }) => id).toSorted();
  };
  expect(await idsAfter(89)).toEqual(['dead', 'sent']);
  expect(await idsAfter(91)).toEqual(['dead']);
});
