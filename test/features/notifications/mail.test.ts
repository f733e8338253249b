import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../../src/config/index.ts';
import { mailSettings } from '../../../src/features/notifications/channel-opener.ts';
import {
  exampleMessage,
  exampleNotification,
} from '../../../src/features/notifications/message/message.example.ts';
import { type SmtpServer, sendMail } from '../../../src/fetch/index.ts';
import { certificate } from '../../fixtures/servers/certificates.ts';
import { loopbackEgress } from '../../fixtures/servers/loopback-egress.ts';
import { failureOf, sendTo, toolsOfThisTest } from './channel-tools.ts';

interface Received {
  readonly from: string;
  readonly to: readonly string[];
  readonly user: string | undefined;
  readonly secure: boolean;
  readonly text: string;
}

/** A real mail server on loopback. It takes mail from `me` with the password `tide`, over TLS only. */
async function mailServer(options: SMTPServerOptions = {}) {
  const received: Received[] = [];
  const server = new SMTPServer({
    ...certificate,
    logger: false,
    onAuth: ({ username, password }, _session, done) =>
      username === 'me' && password === 'tide'
        ? done(null, { user: username })
        : done(new Error('wrong password')),
    onData: (stream, session, done) => {
      void text(stream).then((body) => {
        received.push({
          from: session.envelope.mailFrom === false ? '' : session.envelope.mailFrom.address,
          to: session.envelope.rcptTo.map(({ address }) => address),
          user: session.user as string | undefined,
          secure: session.secure,
          text: body,
        });
        done();
      });
    },
    ...options,
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const { port } = server.server.address() as AddressInfo;
  const account: SmtpServer = { host: '127.0.0.1', port, tls: 'start', user: 'me', password: 'tide' };
  const send = (change: Partial<SmtpServer> = {}, message = exampleMessage(), egress = loopbackEgress()) =>
    sendTo('mailto:you@example.org', {
      message,
      tools: toolsOfThisTest({
        mail: {
          from: 'Tidemark <me@example.org>',
          send: (mail) => sendMail(egress, { ...account, ...change }, mail),
        },
      }),
    });
  return { received, send };
}

const headerOf = (mail: string, name: string) =>
  new RegExp(`^${name}: (.*(?:\\r?\\n[ \\t].*)*)`, 'im').exec(mail)?.[1]?.replace(/\r?\n[ \t]+/g, ' ');

test('a mail comes over STARTTLS with a log-in, as text and HTML, and no machine answers it', async () => {
  const { received, send } = await mailServer();
  await send();
  expect(received).toMatchObject([
    { from: 'me@example.org', to: ['you@example.org'], user: 'me', secure: true },
  ]);
  const mail = received[0]?.text ?? '';
  expect(headerOf(mail, 'Message-ID')).toBe('<0123456789abcdef0123456789abcdef@example.org>');
  expect(headerOf(mail, 'Auto-Submitted')).toBe('auto-generated');
  expect(headerOf(mail, 'List-Id')).toBe('<lamps.b7c1d5f0.example.org>');
  expect(headerOf(mail, 'Content-Type')).toContain('multipart/alternative');
  expect(mail).toMatch(/text\/plain/);
  expect(mail).toMatch(/text\/html/);
});

test('a mail comes over TLS from the first byte', async () => {
  const { received, send } = await mailServer({ secure: true });
  await send({ tls: 'always' });
  expect(received).toMatchObject([{ user: 'me', secure: true }]);
});

test('mails about one page are one thread; a second try has the same Message-ID', async () => {
  const { received, send } = await mailServer();
  const about = (id: number, key: string) =>
    send(
      {},
      exampleMessage([exampleNotification({ page: { id, url: 'https://shop.example/', title: '' } })], {
        key,
      }),
    );
  for (const [id, key] of [
    [7, 'a'],
    [7, 'b'],
    [8, 'c'],
    [7, 'b'],
  ] as const)
    await about(id, key);
  const [first, second, other, again] = received.map(({ text: mail }) => ({
    id: headerOf(mail, 'Message-ID'),
    thread: headerOf(mail, 'References'),
    reply: headerOf(mail, 'In-Reply-To'),
  }));
  expect(first?.thread).toBe(second?.thread);
  expect(first?.reply).toBe(first?.thread);
  expect(first?.thread).not.toBe(other?.thread);
  expect(first?.id).not.toBe(second?.id);
  expect(again).toEqual(second);
});

test('greylisting: refused for now, taken later', async () => {
  let seen = 0;
  const { received, send } = await mailServer({
    onRcptTo: (_address, _session, done) =>
      seen++ === 0 ? done(Object.assign(new Error('greylisted, come back'), { responseCode: 451 })) : done(),
  });
  const failure = await failureOf(send());
  expect(failure).toMatchObject({ code: 'FETCH_MAIL_DEFERRED', decision: 'retry' });
  expect(failure?.message).toContain('greylisted');
  await send();
  expect(received).toHaveLength(1);
});

test('a mail that is refused for good is given up', async () => {
  const { send } = await mailServer({
    onRcptTo: (_address, _session, done) =>
      done(Object.assign(new Error('no such user'), { responseCode: 550 })),
  });
  expect(await failureOf(send())).toMatchObject({ code: 'FETCH_MAIL_REFUSED', decision: 'skip' });
});

test('a wrong password, a server without TLS, one that is not trusted, one that is private', async () => {
  const { received, send } = await mailServer();
  const wrong = await failureOf(send({ password: 'hunter2' }));
  expect(wrong).toMatchObject({ code: 'FETCH_LOGIN' });
  expect(wrong?.message).not.toContain('hunter2');
  const open = await mailServer({
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    authOptional: true,
    disabledCommands: ['STARTTLS'],
  });
  expect((await failureOf(open.send()))?.code).toMatch(/^FETCH_(?:TLS|MAIL_REFUSED|MAIL_DEFERRED)$/);
  expect(open.received).toEqual([]);
  const { egressPolicy, GuardedEgress } = await import('../../../src/fetch/index.ts');
  const untrusting = new GuardedEgress({ policy: egressPolicy({ allowedHosts: ['127.0.0.1'] }) });
  expect((await failureOf(send({}, exampleMessage(), untrusting)))?.code).toMatch(
    /^FETCH_(?:TLS|MAIL_DEFERRED)$/,
  );
  const guarded = new GuardedEgress({ policy: egressPolicy() });
  expect(await failureOf(send({}, exampleMessage(), guarded))).toMatchObject({
    code: 'FETCH_FORBIDDEN_ADDRESS',
  });
  expect(received).toEqual([]);
});

test('no header can be smuggled in', async () => {
  const { received, send } = await mailServer();
  const title = 'Lamp\r\nBcc: victim@example.org\r\n\r\nbody';
  await send(
    {},
    exampleMessage([exampleNotification({ page: { id: 1, url: 'https://x.example/', title } })], {
      project: 'p\r\nBcc: x@y',
    }),
  );
  const [head = ''] = (received[0]?.text ?? '').split(/\r?\n\r?\n/);
  expect(head).not.toMatch(/^bcc:/im);
  expect(received[0]?.to).toEqual(['you@example.org']);
});

test('the settings say which server, who sends, and how it is encrypted', async () => {
  const settings = (environment: Readonly<Record<string, string>>) =>
    mailSettings(readConfig({}, environment), async (name) => (name === 'smtp-password' ? 'stored' : null));
  expect(await settings({})).toBeNull();
  expect(await settings({ TIDEMARK_SMTP: 'smtps://me%40example.org@Mail.example.org' })).toEqual({
    server: {
      host: 'mail.example.org',
      port: 465,
      tls: 'always',
      user: 'me@example.org',
      password: 'stored',
    },
    from: 'me@example.org',
  });
  expect(
    await settings({
      TIDEMARK_SMTP: 'smtp://me:a%2Fb@mail.example.org',
      TIDEMARK_MAIL_FROM: 'Tides <t@example.org>',
    }),
  ).toMatchObject({ server: { port: 587, tls: 'start', password: 'a/b' }, from: 'Tides <t@example.org>' });
  expect(await settings({ TIDEMARK_SMTP: 'smtp://localhost' })).toMatchObject({
    server: { port: 25, tls: 'none', user: null },
  });
  expect(() => readConfig({}, { TIDEMARK_SMTP: 'mail.example.org:s3cret' })).toThrow(
    /TIDEMARK_SMTP: this value cannot be used/,
  );
  expect(() => readConfig({}, { TIDEMARK_MAIL_FROM: 'a@b.example\r\nBcc: x@y' })).toThrow(
    /TIDEMARK_MAIL_FROM/,
  );
});

test('without a server, mail waits', async () => {
  expect(await failureOf(sendTo('mailto:me@example.org'))).toMatchObject({
    code: 'NOTIFY_MAIL_UNSET',
    decision: 'retry',
  });
});
