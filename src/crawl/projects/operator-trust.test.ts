import { describe, expect, test } from 'vitest';
import { operatorTrust, refuseLongExplorations, refuseOperatorOnly } from './operator-trust.ts';
import { parseProject } from './project-file.ts';

const source = 'name: tides\nsource: http://10.0.0.5/docs/\n';
const byUser = { by: 'user', operatorFile: '' } as const;
const trustAfter = (before: string, after: string) =>
  operatorTrust(byUser, parseProject(after), parseProject(before));

describe('a project of the operator that a user has changed', () => {
  test.each([
    ['limits', 'limits: { pages: 5 }'],
    ['what is compared', 'compare: [{ by: text }]'],
    ['rendering', 'render: always\nscreenshots: all'],
    ['the schedule', 'schedule: every 6h'],
    ['confirmation', 'confirm: yes'],
    ['detectors', 'detectors: [{ words: [flood] }]'],
    ['messages', "notify: ['mailto:me@example.org']"],
    ['a comment', 'comment: ours'],
  ])('still goes where it went when only %s changed', (_, entry) => {
    expect(trustAfter(source, `${source}${entry}\n`).reach).toBe(true);
  });

  test.each([
    ['the path', 'name: tides\nsource: http://10.0.0.5/admin/\n'],
    ['the port', 'name: tides\nsource: http://10.0.0.5:9200/docs/\n'],
    ['the scope', `${source}crawl: { scope: [10.0.0.5] }\n`],
    ['the rules', `${source}rules: [{ deny: /admin }, { default: allow }]\n`],
    ['a step', `${source}steps: [{ open: /admin/ }]\n`],
    ['the depth', `${source}preference: { depth: 9 }\n`],
  ])('is like one of a user when %s changed', (_, after) => {
    const trust = trustAfter(source, after);
    expect(trust.reach).toBe(false);
    expect(() => refuseOperatorOnly(parseProject(after), trust, { allowedNetworks: [] })).toThrow(
      expect.objectContaining({ code: 'APP_OPERATOR_ONLY' }),
    );
    // Unless the operator has opened the network.
    refuseOperatorOnly(parseProject(after), trust, { allowedNetworks: ['10.0.0.0/8'] });
  });

  test('keeps each channel and each plug-in that stands there as before', () => {
    const before = `${source}notify: [{ to: 'command:/bin/tell', cap: 3 }]\ncompare: [{ plugin: ./prices.mjs }]\n`;
    const after = `${source}notify: [{ to: 'command:/bin/tell --loud', cap: 3 }, { to: 'command:/bin/tell', cap: 3 }]\n`;
    const trust = trustAfter(before, after);
    expect((parseProject(after).notify ?? []).map(trust.channel)).toEqual([false, true]);
    expect(['./prices.mjs', './other.mjs'].map(trust.plugIn)).toEqual([true, false]);
  });

  test('a form that has only a field called "file" is no secret', () => {
    const after = 'name: tides\nsource: https://example.org/\nforms: [{ fill: { file: report } }]\n';
    refuseOperatorOnly(parseProject(after), trustAfter(source, after), { allowedNetworks: [] });
  });
});

describe('an address of a user that is not public is refused, wherever it stands', () => {
  const ofUser = 'name: tides\nsource: https://example.org/\n';
  const login = (open: string) =>
    `session: { login: { open: '${open}', form: { fill: { user: me } } }, loggedInWhen: Hello }`;
  const places: readonly (readonly [string, (address: string) => string])[] = [
    ['a step', (address) => `steps: [{ open: '${address}' }]`],
    ['the start of an application', (address) => `states: { start: '${address}' }`],
    ['a log-in form', login],
    [
      'a log-in by JSON',
      (address) =>
        `session: { login: { json: { post: '${address}', send: { user: me } } }, loggedInWhen: Hello }`,
    ],
    ['a log-out', (address) => `session: { logout: { open: '${address}' } }`],
  ];
  const complaint = (entry: string, allowedNetworks: readonly string[] = []): string => {
    const project = parseProject(`${ofUser}${entry}\n`);
    try {
      refuseOperatorOnly(project, operatorTrust({ by: 'user', operatorFile: null }, project, null), {
        allowedNetworks,
      });
      return '';
    } catch (error) {
      return `${(error as { code: string }).code} ${(error as Error).message}`;
    }
  };

  test.each(places)('%s', (_, write) => {
    expect(complaint(write('file:///etc/passwd'))).toMatch(/^APP_OPERATOR_ONLY .*file:\/\/\/etc\/passwd/);
    expect(complaint(write('FILE:/etc/passwd'))).toMatch(/^APP_OPERATOR_ONLY /);
    for (const host of ['10.0.0.5', '0x7f.1', '[::1]', 'localhost', '169.254.169.254'])
      expect(complaint(write(`http://${host}/x`)), host).toMatch(/^APP_OPERATOR_ONLY .*not a public address/);
    expect(complaint(write('https://other.example/x'))).toBe('');
    expect(complaint(write('http://10.0.0.5/x'), ['10.0.0.0/8'])).toBe('');
  });

  test.each([
    ['a proxy', "crawl: { proxy: 'socks5://127.0.0.1:1080' }"],
    ['a webhook', "notify: ['http://127.0.0.1:9/hook']"],
    ['a webhook in short form', "notify: [{ to: 'http://2130706433/hook' }]"],
    ['ntfy', "notify: ['ntfy+http://192.168.1.1/tides']"],
  ])('%s', (_, entry) => {
    expect(complaint(entry)).toMatch(/^APP_OPERATOR_ONLY .*not a public address/);
    expect(complaint(entry, ['127.0.0.0/8', '192.168.0.0/16'])).toBe('');
  });
});

test('a user explores for a day at a time, and for longer only as the operator wrote it', () => {
  const tides = (maxTime: string) =>
    `name: tides\nsource: https://example.org/\nstates: { maxTime: ${maxTime} }\n`;
  const refuse = (before: string | null, after: string) => () => {
    const project = parseProject(after);
    const operators = before === null ? null : parseProject(before);
    refuseLongExplorations(project, operatorTrust({ by: 'user', operatorFile: null }, project, operators));
  };
  expect(refuse(null, tides('300d'))).toThrow(
    expect.objectContaining({
      code: 'APP_OPERATOR_ONLY',
      message: expect.stringContaining('may not explore for more than 1 day at a time (states.maxTime)'),
    }),
  );
  refuse(null, tides('24h'))();
  refuse(tides('300d'), tides('300d'))();
  expect(refuse(tides('300d'), tides('301d'))).toThrow('states.maxTime');
});
