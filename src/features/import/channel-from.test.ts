import { expect, it } from 'vitest';
import { channelFrom } from './channel-from.ts';
import { SecretNames } from './imported-project.ts';

/** What stands under `notify`, with secrets in their places. */
function channelsOf(address: string): readonly unknown[] {
  const { notify = [], secrets = [] } = channelFrom(address, new SecretNames('x')).part;
  const values = new Map(secrets.map(({ name, value }) => [name, value]));
  return notify.map((entry) => {
    const { to, token } = (typeof entry === 'string' ? { to: entry } : entry) as Record<string, unknown>;
    const shown = [to, token].map((one) =>
      typeof one === 'object' ? `<${values.get((one as { secret: string }).secret)}>` : one,
    );
    return shown.filter((one) => one !== undefined).join(' ');
  });
}

it.each([
  ['tgram://123:abc/4711/-9', ['telegram:4711 <123:abc>', 'telegram:-9 <123:abc>']],
  ['discord://42/abc', ['<discord://discord.com/api/webhooks/42/abc>']],
  ['slack://T1/B2/c3/#tides', ['<slack://hooks.slack.com/services/T1/B2/c3>']],
  ['slack://xoxb-1-2/#tides', ['<apprise:slack://xoxb-1-2/#tides>']],
  ['ntfy://tides', ['ntfy://ntfy.sh/tides']],
  ['ntfys://ntfy.example.org/tides', ['ntfy://ntfy.example.org/tides']],
  ['ntfy://kim:pw@ntfy.example.org/tides', ['<apprise:ntfy://kim:pw@ntfy.example.org/tides>']],
  [
    'matrixs://abc@matrix.example.org/!room:example.org',
    ['matrix://matrix.example.org/!room:example.org <abc>'],
  ],
  ['mailto://kim:pw@gmail.com', ['mailto:kim@gmail.com']],
  ['jsons://example.org/hook', ['https://example.org/hook']],
  ['posts://example.org/0123456789abcdef0', ['<https://example.org/0123456789abcdef0>']],
  ['apprises://apprise.example.org/KEY', ['<apprise+https://apprise.example.org/notify/KEY>']],
  ['pover://user@token', ['<apprise:pover://user@token>']],
  ['get://example.org/{{watch_url}}', []],
  ['put://example.org/', []],
  ['nonsense', []],
])('%s', (address, expected) => expect(channelsOf(address)).toEqual(expected));

it('says which mail server to set, and keeps its password', () => {
  const { part, settings } = channelFrom(
    'mailtos://kim:p%40w@mail.example.org:465?to=a@x.org,b@x.org',
    new SecretNames('x'),
  );
  expect(settings).toEqual(['TIDEMARK_SMTP=smtps://kim@mail.example.org:465']);
  expect(part.notify).toEqual(['mailto:a@x.org', 'mailto:b@x.org']);
  expect(part.secrets).toEqual([{ name: 'smtp-password', value: 'p@w' }]);
});
