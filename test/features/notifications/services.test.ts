import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { channelCheck } from '../../../src/crawl/projects/channel-addresses.ts';
import { channelOf } from '../../../src/features/notifications/channels/channels.ts';
import {
  exampleMessage,
  exampleNotification,
} from '../../../src/features/notifications/message/message.example.ts';
import { fetcherOfThisTest } from '../../fixtures/servers/for-this-test.ts';
import { failureOf, sendTo, toolsOfThisTest } from './channel-tools.ts';
import { receiverForThisTest } from './receiver.ts';

const subject = 'shop.example: "34.90 €" is now "29.90 €" – Desk lamp "Tide"';
const key = '0123456789abcdef0123456789abcdef';

describe('each service gets what it documents', () => {
  test('Slack: an incoming webhook with fallback text and blocks', async () => {
    const slack = await receiverForThisTest();
    await sendTo(`slack+${slack.origin}/services/T0/B0/XX`, {
      message: exampleMessage([
        exampleNotification({ page: { id: 1, url: 'https://shop.example/', title: '<!channel> *x* & y' } }),
      ]),
    });
    const [request] = slack.requests;
    expect(request).toMatchObject({ method: 'POST', path: '/services/T0/B0/XX' });
    expect(request?.headers['content-type']).toBe('application/json');
    const { text, blocks } = slack.json() as {
      text: string;
      blocks: { type: string; text?: object; elements?: object[] }[];
    };
    expect(text).toBe('shop.example: "34.90 €" is now "29.90 €" – &lt;!channel&gt; *x* &amp; y');
    expect(blocks[0]).toMatchObject({ type: 'header', text: { type: 'plain_text', emoji: false } });
    expect(blocks[1]?.type).toBe('rich_text');
    expect(JSON.stringify(blocks[1])).toContain('{"type":"text","text":"34","style":{"strike":true}}');
  });

  test('Discord: a webhook that mentions nobody and waits for the answer', async () => {
    const discord = await receiverForThisTest();
    await sendTo(`discord+${discord.origin}/api/webhooks/1/XX`);
    expect(discord.requests[0]?.path).toBe('/api/webhooks/1/XX?wait=true');
    const { content, allowed_mentions } = discord.json() as { content: string; allowed_mentions: object };
    expect(allowed_mentions).toEqual({ parse: [] });
    expect(content.length).toBeLessThanOrEqual(2000);
    expect(content).toContain('~~34~~\\.90 €');
    expect(content).toContain('**29**\\.90 €');
    expect(content).toContain('<https://shop.example/lamp>');
  });

  test('Teams: a message with one adaptive card', async () => {
    const teams = await receiverForThisTest((_, response) => void response.writeHead(202).end());
    await sendTo(`teams+${teams.origin}/workflows/a/triggers/manual/paths/invoke?api-version=1&sig=XX`);
    expect(teams.requests[0]?.path).toContain('sig=XX');
    expect(teams.json()).toMatchObject({
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          content: {
            type: 'AdaptiveCard',
            version: '1.4',
            body: [
              { type: 'RichTextBlock', inlines: [{ type: 'TextRun', text: subject }] },
              {},
              {},
              {},
              {},
              {},
              {},
            ],
          },
        },
      ],
    });
  });

  test('Telegram: sendMessage of a bot, as HTML', async () => {
    const telegram = await receiverForThisTest((_, response) => void response.end('{"ok":true}'));
    await sendTo(`telegram+${telegram.origin}/-100123`, { token: '42:XX' });
    expect(telegram.requests[0]?.path).toBe('/bot42:XX/sendMessage');
    const { chat_id, parse_mode, text } = telegram.json() as {
      chat_id: number;
      parse_mode: string;
      text: string;
    };
    expect([chat_id, parse_mode]).toEqual([-100_123, 'HTML']);
    expect(text).toContain('<b>shop.example: &quot;34.90 €&quot; is now');
    expect(text).toContain('Before: Our desk lamp costs <s>34</s>.90 €');
  });

  test('Matrix: an event with a transaction id that stays the same', async () => {
    const matrix = await receiverForThisTest((_, response) => void response.end('{"event_id":"$1"}'));
    await sendTo(`matrix+${matrix.origin}/!room:example.org`, { token: 'XX' });
    expect(matrix.requests[0]).toMatchObject({
      method: 'PUT',
      path: `/_matrix/client/v3/rooms/!room%3Aexample.org/send/m.room.message/${key}`,
      headers: { authorization: 'Bearer XX' },
    });
    expect(matrix.json()).toMatchObject({
      msgtype: 'm.text',
      format: 'org.matrix.custom.html',
      'm.mentions': {},
    });
    expect(matrix.json()['formatted_body']).toContain('<del>34</del>.90 €');
  });

  test('ntfy: topic, title, message and click', async () => {
    const ntfy = await receiverForThisTest();
    await sendTo(`ntfy+${ntfy.origin}/tides`, { token: 'tk_XX' });
    expect(ntfy.requests[0]).toMatchObject({
      method: 'POST',
      path: '/',
      headers: { authorization: 'Bearer tk_XX' },
    });
    expect(ntfy.json()).toMatchObject({ topic: 'tides', title: subject, click: 'https://shop.example/lamp' });
  });

  test('Apprise: title and body to its server', async () => {
    const apprise = await receiverForThisTest();
    await sendTo(`apprise+${apprise.origin}/notify/KEY`);
    expect(apprise.requests[0]?.path).toBe('/notify/KEY');
    expect(apprise.json()).toMatchObject({ title: subject, type: 'info', format: 'text' });
  });

  test.each([
    ['slack', '/services/T0/B0/XX', '{}'],
    ['discord', '/api/webhooks/1/XX', '{}'],
    ['teams', '/workflows/a?sig=XX', '{}'],
    ['telegram', '/-100123', '{"ok":true}'],
    ['matrix', '/!room:example.org', '{"event_id":"$1"}'],
    ['ntfy', '/tides', '{}'],
    ['apprise', '/notify/KEY', '{}'],
  ])(
    '%s: the same change on many pages once, with some of the pages and the number of the others',
    async (name, path, answer) => {
      const service = await receiverForThisTest((_, response) => void response.end(answer));
      const page = (id: number) => ({ id, url: `https://shop.example/${id}`, title: `Page ${id}` });
      const grouped = exampleNotification({
        page: page(1),
        part: 'the footer',
        otherPages: [page(2), page(3), page(4), page(5)],
        pageCount: 79,
      });
      await sendTo(`${name}+${service.origin}${path}`, {
        message: exampleMessage([grouped]),
        token: name === 'telegram' ? '42:XX' : 'XX',
      });
      expect(service.requests).toHaveLength(1);
      const told = (service.requests[0]?.body ?? '').replaceAll('\\\\', '');
      expect(told).toContain('the footer changed on 79 pages');
      for (const id of [1, 2, 3]) expect(told).toContain(`https://shop.example/${id}`);
      expect(told).toMatch(/and 7\d more/);
    },
  );

  test('a webhook: JSON, signed as Standard Webhooks does, with an idempotency key', async () => {
    const hook = await receiverForThisTest((_, response) => void response.writeHead(204).end());
    await sendTo(`${hook.origin}/hook?x=1`, { token: 'shared key' });
    const { headers = {}, body = '' } = hook.requests[0] ?? {};
    expect(headers['idempotency-key']).toBe(key);
    expect(headers['webhook-id']).toBe(key);
    const signed = `${key}.${headers['webhook-timestamp']}.${body}`;
    expect(headers['webhook-signature']).toBe(
      `v1,${createHmac('sha256', 'shared key').update(signed).digest('base64')}`,
    );
    expect(hook.json()).toMatchObject({
      id: key,
      project: 'lamps',
      subject,
      total: 1,
      changes: [
        {
          kind: 'changed',
          change: '"34.90 €" is now "29.90 €"',
          page: { id: 7 },
          since: '2026-11-15T08:30:00.000Z',
        },
      ],
    });
  });
});

describe('a service that does not take the message', () => {
  test.each([
    [500, 'NOTIFY_FAILED', 'retry'],
    [503, 'NOTIFY_FAILED', 'retry'],
    [401, 'NOTIFY_FAILED', 'retry'],
    [400, 'NOTIFY_REFUSED', 'skip'],
    [404, 'NOTIFY_REFUSED', 'skip'],
    [410, 'NOTIFY_REFUSED', 'skip'],
  ])('%i is %s', async (status, code, decision) => {
    const hook = await receiverForThisTest(
      (_, response) => void response.writeHead(status).end('no\n\u001b[2J'),
    );
    const failure = await failureOf(sendTo(`${hook.origin}/s3cret`));
    expect(failure).toMatchObject({ code, decision });
    expect(failure?.message).not.toMatch(/s3cret|\p{Cc}/u);
  });

  test('429 says when to come back, in a header or in the body', async () => {
    const hook = await receiverForThisTest(
      (_, response) => void response.writeHead(429, { 'retry-after': '7' }).end(),
    );
    expect(await failureOf(sendTo(`${hook.origin}/hook`))).toMatchObject({
      decision: 'retry',
      askedFor: 7000,
    });
    const limited = (body: string) =>
      receiverForThisTest((_, response) => void response.writeHead(429).end(body));
    const telegram = await limited('{"ok":false,"parameters":{"retry_after":9}}');
    expect(await failureOf(sendTo(`telegram+${telegram.origin}/1`, { token: 'x' }))).toMatchObject({
      askedFor: 9000,
    });
    const matrix = await limited('{"errcode":"M_LIMIT_EXCEEDED","retry_after_ms":1500}');
    expect(await failureOf(sendTo(`matrix+${matrix.origin}/!r:x`, { token: 'x' }))).toMatchObject({
      askedFor: 1500,
    });
    const discord = await limited('{"retry_after":0.5}');
    expect(await failureOf(sendTo(`discord+${discord.origin}/webhooks/1/x`))).toMatchObject({
      askedFor: 500,
    });
  });

  test('one that hangs is given up, and tried again later', async () => {
    const hook = await receiverForThisTest(() => undefined);
    const failure = await failureOf(sendTo(`${hook.origin}/s3cret`));
    expect(failure).toMatchObject({ code: 'FETCH_TIMEOUT_HEADERS', decision: 'retry' });
    expect(failure?.message).not.toContain('s3cret');
  });

  test('a redirect is not followed, wherever it leads', async () => {
    const inner = await receiverForThisTest();
    for (const status of [301, 302, 303, 307, 308]) {
      const hook = await receiverForThisTest(
        (_, response) => void response.writeHead(status, { location: inner.origin }).end(),
      );
      expect(await failureOf(sendTo(`${hook.origin}/hook`))).toMatchObject({
        code: 'NOTIFY_REDIRECTED',
        decision: 'skip',
      });
    }
    expect(inner.requests).toEqual([]);
  });

  test('a private address is refused where the user does not own the machine', async () => {
    const hook = await receiverForThisTest();
    const tools = toolsOfThisTest({ http: fetcherOfThisTest({ egress: {} }) });
    for (const address of [`${hook.origin}/hook`, `slack+${hook.origin}/services/x`]) {
      expect(await failureOf(sendTo(address, { tools }))).toMatchObject({
        code: 'FETCH_FORBIDDEN_ADDRESS',
        decision: 'skip',
      });
    }
    expect(hook.requests).toEqual([]);
  });
});

describe('addresses', () => {
  test.each([
    ['https://hooks.slack.com/services/a/b/c', 'slack'],
    ['https://discord.com/api/webhooks/1/x', 'discord'],
    ['https://prod-1.westeurope.logic.azure.com/workflows/x', 'teams'],
    ['https://example.org/hook', 'https'],
    ['telegram:@tides', 'telegram'],
    ['apprise:tgram://a/b', 'apprise'],
    ['mailto:me@example.org', 'mailto'],
    ['desktop:', 'desktop'],
  ])('%s is for %s', (address, scheme) => {
    expect(channelOf(address).schemes).toContain(scheme);
  });

  test.each([
    'gopher://example.org/',
    'mailto:nobody',
    'mailto:a@b.example,c@d.example',
    'mailto:a@b.example%0d%0aBcc:x@y.example',
    'telegram:nobody',
    'matrix://example.org/room',
    'matrix://example.org/%zz',
    'file:///%zz',
    'file:///a%2Fb',
    'atom:///%zz',
    'ntfy://ntfy.sh/two/parts',
    'discord://discord.com/s3cret',
    'slack://',
    'command:',
    'file:',
    'desktop:now',
  ])('%s is refused with an example, and not repeated', (address) => {
    const said = channelCheck()({ to: address });
    expect(said).toMatchObject({ severity: 'error' });
    expect(`${said?.message} ${said?.hint}`).not.toContain('s3cret');
    expect(said?.hint).toMatch(/write/);
  });

  test('a token is asked for, refused, and kept out of files', () => {
    const check = channelCheck();
    expect(check({ to: 'telegram:1' })?.message).toBe('this channel needs a token');
    expect(check({ to: 'desktop:', token: { secret: 'x' } })?.message).toBe('this channel has no token');
    expect(check({ to: 'slack://hooks.slack.com/services/a' })).toMatchObject({ severity: 'warning' });
    expect(check({ to: { secret: 'x' } })).toBeNull();
  });
});
