import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { toolsOfThisMachine } from '../../../src/features/notifications/channels/local-tools.ts';
import {
  exampleMessage,
  exampleNotification,
} from '../../../src/features/notifications/message/message.example.ts';
import { failureOf, sendTo, toolsOfThisTest } from './channel-tools.ts';

const folder = mkdtempSync(join(tmpdir(), 'tidemark-channels-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const read = (name: string) => readFileSync(join(folder, name), 'utf8');

/** A program that writes its arguments and its input to a file. */
function program(name: string, exitCode = 0): string {
  const path = join(folder, name);
  const script = `#!${process.execPath}
const fs = require('node:fs');
fs.writeFileSync(${JSON.stringify(join(folder, `${name}.json`))}, JSON.stringify({ args: process.argv.slice(2), input: fs.readFileSync(0, 'utf8') }));
console.error('said so'); process.exit(${exitCode});
`;
  writeFileSync(path, script);
  chmodSync(path, 0o755);
  return path;
}

const hostile = exampleMessage([
  exampleNotification({
    page: { id: 1, url: 'https://x.example/', title: '$(touch /tmp/x) `id` "; rm -rf ~ <b>' },
  }),
]);
const tools = (change = {}) => toolsOfThisTest(change, folder);

test('a file gets text, or a line of JSON, for each project and detector', async () => {
  await sendTo('file:told/changes.log', { tools: tools() });
  await sendTo('file:told/changes.log', { tools: tools() });
  expect(read('told/changes.log').match(/^shop\.example: /gm)).toHaveLength(2);
  const two = exampleMessage([
    exampleNotification({ detector: '../up' }),
    exampleNotification({ detector: 'cheap lamp' }),
  ]);
  await sendTo('file:{project}-{detector}.jsonl', { tools: tools(), message: two });
  expect(JSON.parse(read('lamps--up.jsonl'))).toMatchObject({ total: 1 });
  expect(JSON.parse(read('lamps-cheap-lamp.jsonl'))).toMatchObject({ total: 1, project: 'lamps' });
  expect(await failureOf(sendTo(`file:${folder}`, { tools: tools() }))).toMatchObject({
    code: 'NOTIFY_FAILED',
    decision: 'retry',
  });
});

test('a feed gets one entry for each message, however often it is sent', async () => {
  const send = (message = hostile) => sendTo('atom:feeds/{project}.atom', { tools: tools(), message });
  await send();
  await send();
  await send({ ...hostile, key: 'second', at: hostile.at + 60_000 });
  const feed = read('feeds/lamps.atom');
  expect(feed.match(/<entry>/g)).toHaveLength(2);
  expect(feed.indexOf(':second</id>')).toBeLessThan(feed.indexOf(`:${hostile.key}</id>`));
  expect(feed).toContain('<updated>2026-11-16T08:32:00.000Z</updated>');
  expect(feed).not.toContain('<b>"');
  for (let i = 0; i < 120; i++) await send({ ...hostile, key: `k${i}` });
  expect(read('feeds/lamps.atom').match(/<entry>/g)).toHaveLength(100);
});

test('a program runs only if the operator allows it, without a shell, and reads the message', async () => {
  const path = program('tell');
  expect(await failureOf(sendTo(`command:${path}`, { tools: tools() }))).toMatchObject({
    code: 'NOTIFY_NOT_ALLOWED',
    decision: 'skip',
  });
  const allowed = tools({ allowsCommands: true });
  await sendTo(`command:${path} --loud $HOME;x`, { tools: allowed, message: hostile });
  const { args, input } = JSON.parse(read('tell.json')) as { args: string[]; input: string };
  expect(args).toEqual(['--loud', '$HOME;x']);
  expect(JSON.parse(input)).toMatchObject({ id: hostile.key });
  expect(await failureOf(sendTo(`command:${program('fails', 3)}`, { tools: allowed }))).toMatchObject({
    code: 'NOTIFY_FAILED',
    message: expect.stringMatching(/ended with 3: said so$/) as string,
  });
  expect(await failureOf(sendTo('command:/no/such', { tools: allowed }))).toMatchObject({
    code: 'NOTIFY_PROGRAM_MISSING',
    decision: 'retry',
  });
});

test('a message on the desktop, with the program that is there', async () => {
  program('notify-send');
  const local = toolsOfThisMachine(folder, folder);
  await sendTo('desktop:', { tools: tools({ local }), message: hostile });
  const { args } = JSON.parse(read('notify-send.json')) as { args: string[] };
  expect(args.slice(0, 2)).toEqual(['--app-name=Tidemark', '--']);
  expect(args[2]).toContain('$(touch /tmp/x)');
  expect(args[3]).not.toContain('<');
  rmSync(join(folder, 'notify-send'));
  program('osascript');
  await sendTo('desktop:', { tools: tools({ local }), message: hostile });
  expect((JSON.parse(read('osascript.json')) as { args: string[] }).args[2]).toContain('$(touch /tmp/x)');
  rmSync(join(folder, 'osascript'));
  program('pwsh');
  await sendTo('desktop:', { tools: tools({ local }), message: hostile });
  expect(JSON.parse((JSON.parse(read('pwsh.json')) as { input: string }).input)).toMatchObject({
    title: expect.stringContaining('$(touch') as string,
  });
  const none = toolsOfThisMachine(folder, '/no/such/folder');
  expect(await failureOf(sendTo('desktop:', { tools: tools({ local: none }) }))).toMatchObject({
    code: 'NOTIFY_PROGRAM_MISSING',
  });
});

test('where projects come from others, no file is written and no program runs', async () => {
  for (const address of ['file:x.log', 'atom:x.atom', 'desktop:', 'command:/bin/true', 'apprise:tgram://a/b'])
    expect(
      await failureOf(sendTo(address, { tools: tools({ local: null, allowsCommands: true }) })),
    ).toMatchObject({ code: 'NOTIFY_NOT_ALLOWED' });
});
