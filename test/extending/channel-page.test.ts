import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { channelCheck } from '../../src/crawl/projects/channel-addresses.ts';
import type { Channel } from '../../src/features/notifications/channels/channel.ts';
import { channelOf, channels } from '../../src/features/notifications/channels/channels.ts';
import { exampleMessage } from '../../src/features/notifications/message/message.example.ts';
import { failureOf, toolsOfThisTest } from '../features/notifications/channel-tools.ts';
import { receiverForThisTest } from '../features/notifications/receiver.ts';
import { projectRoot } from '../guards/planted-tree.ts';
import { blocksOf, folderForThisTest } from './blocks-of-page.ts';

const [code = ''] = blocksOf('docs/extending/channel.md', 'ts');

async function channelOfPage(): Promise<Channel> {
  const sources = pathToFileURL(join(projectRoot, 'src')).href;
  const path = join(folderForThisTest(), 'gotify.ts');
  writeFileSync(path, code.replaceAll('../../src', sources));
  return ((await import(pathToFileURL(path).href)) as { gotify: Channel }).gotify;
}

test('the channel of the page sends what Gotify takes, and its failures decide what happens next', async () => {
  const gotify = await channelOfPage();
  const all = [...channels, gotify];
  let status = 200;
  const server = await receiverForThisTest((_, response) => void response.writeHead(status).end('{}'));
  const address = `gotify+${server.origin}/`;
  const send = () =>
    channelOf(address, all).send({ message: exampleMessage(), address, token: 'XX' }, toolsOfThisTest());
  await send();
  expect(server.requests[0]).toMatchObject({ path: '/message', headers: { 'x-gotify-key': 'XX' } });
  expect(server.json()).toMatchObject({
    title: expect.stringMatching(/^shop\.example: /) as string,
    priority: 5,
  });
  status = 429;
  expect(await failureOf(send())).toMatchObject({ decision: 'retry' });
  status = 400;
  expect(await failureOf(send())).toMatchObject({ decision: 'skip' });
  expect(channelCheck(all)({ to: 'gotify://gotify.example.org' })?.message).toBe(
    'this channel needs a token',
  );
  expect(channelCheck()({ to: 'gotify://gotify.example.org' })?.message).toContain(
    'there is no channel "gotify:"',
  );
});
