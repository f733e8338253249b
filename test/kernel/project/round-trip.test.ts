import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkProject,
  editProjectFile,
  type ProjectDefinition,
  parseProjectFile,
  writeProjectFile,
  writtenProject,
} from '../../../src/project/index.ts';
import { shortOrLong } from '../../fixtures/short-or-long.ts';
import { anyDetector } from './any-detector.ts';
import { anyStates } from './any-states.ts';

/** Text of all kinds that YAML could take for something else. */
const words = fc.oneof(
  fc.constantFrom(
    'yes',
    'no',
    'true',
    'null',
    '~',
    '007',
    '1.10',
    '1e5',
    '- a',
    'a: b',
    '# x',
    "it's",
    '"q"',
    '*a',
    '&a',
  ),
  fc.constantFrom(
    '@kim',
    '%x',
    '{a}',
    '[b]',
    ' padded ',
    'ünïcode ☃ 𝒳',
    'two\nlines',
    '|',
    '>',
    '!tag',
    '0x1F',
    '12:30',
    '<<',
  ),
  fc
    .string({ minLength: 1, maxLength: 20 })
    .filter((word) => word.trim() !== '' && !/\p{Cc}|\p{Cs}/u.test(word)),
);
const oneLine = words.filter((text) => !/[\r\n]/.test(text));
const name = words.map((word) => word.replace(/[/\\\n]/g, '_').trim()).filter((word) => word !== '');
const secret = fc.oneof(
  fc.record({ env: fc.constantFrom('NEWS_PASSWORD', '_x1') }),
  fc.record({ file: words }),
  fc.record({ secret: words }),
);
const some = <T>(one: fc.Arbitrary<T>) => fc.array(one, { minLength: 1, maxLength: 3 });
const regex = fc.constantFrom(
  '/technology/',
  '^https://news\\.example\\.org/',
  '\\.html$',
  'more\\.php\\?newsclass=a',
  'a: b',
);
const pattern = fc.oneof(
  regex,
  fc.constantFrom('**/print/**', 'https://*.example.org/{a,b}/**').map((glob) => ({ glob })),
);
const address = fc.constantFrom(
  '/',
  '/technology/',
  '/a?b=c#d',
  'https://news.example.org/x',
  'http://[::1]:8080/',
);
const bytes = fc.oneof(
  fc.integer({ min: 1, max: 5000 }),
  fc.constantFrom(1024, 200 * 1024, 1024 ** 3, 2 ** 52),
);
const ms = fc.oneof(fc.integer({ min: 1, max: 10 ** 9 }), fc.constantFrom(1000, 60_000, 7_200_000));
const maybe = <T extends Record<string, fc.Arbitrary<unknown>>>(model: T) =>
  fc.record(model, { requiredKeys: [] });
const atLeastOne = <T extends object>(one: fc.Arbitrary<T>) =>
  one.filter((value) => Object.keys(value).length > 0);

const form = maybe({
  find: atLeastOne(maybe({ action: words, name: words, id: words, fields: some(words) })),
  fill: fc.dictionary(
    fc.oneof(fc.constantFrom('q', 'user', 'a[b]', '1', 'x y'), words).filter((key) => key !== '__proto__'),
    fc.oneof(
      words,
      secret,
      fc.boolean(),
      some(fc.oneof(words, secret)),
      some(words).map((all) => ({ all })),
    ),
    { minKeys: 1, maxKeys: 3 },
  ),
  submit: words,
  comment: words,
}).filter((given) => given['find'] !== undefined || given['fill'] !== undefined);

const link = fc.oneof(fc.record({ text: words }), fc.record({ selector: words }));
const account = fc.record({ user: fc.oneof(words, secret), password: secret });

const jsonName = fc.constantFrom('user', 'password', 'a b', '1');
const jsonValue = fc.oneof(words, secret, fc.boolean(), fc.integer(), fc.dictionary(jsonName, words));
const jsonLogin = fc
  .record(
    {
      post: address,
      send: fc.dictionary(jsonName, jsonValue, { maxKeys: 3 }),
      token: fc.constantFrom('token', 'data.0.token'),
      header: fc.constantFrom('X-Token: {token}', 'Authorization: Token {token}'),
    },
    { requiredKeys: ['post', 'send'] },
  )
  .filter(({ token, header }) => token !== undefined || header === undefined);

const conditions = atLeastOne(
  maybe({
    depth: fc.record({ min: fc.nat(5), max: fc.integer({ min: 5, max: 9 }) }),
    type: some(fc.constantFrom('text/html', 'image/*')),
    size: fc.oneof(fc.record({ min: bytes }), fc.record({ max: bytes })),
    age: fc.record({ min: fc.constantFrom('1 second', '90 seconds', '30 days', '1 hour') }),
    query: atLeastOne(
      maybe({ with: some(fc.constantFrom('sort', 'page=2')), without: some(fc.constant('sid')) }),
    ),
  }),
);
const match = fc.oneof(
  regex,
  conditions,
  fc.record({ glob: fc.constant('**/print/**') }),
  fc.constant('**default**'),
);
const rule = fc
  .tuple(fc.constantFrom('allow', 'deny'), match, maybe({ name: words, comment: words }))
  .map(([verb, given, rest]) => ({ [verb]: given, ...rest }));

const step = maybe({
  name: words,
  form,
  collect: fc.oneof(fc.boolean(), fc.record({ only: some(pattern) })),
  depth: fc.nat(9),
  scope: some(fc.constantFrom('news.example.org', '*.example.org', 'https://example.org/docs/')),
  comment: words,
}).chain((given) =>
  fc
    .oneof(fc.record({ open: address }), fc.record({ follow: link }))
    .map((start) => ({ ...given, ...start })),
);

const selectors = some(fc.constantFrom('main', '.price', '#ads', 'ul > li:nth-child(2)', '[data-x="a: b"]'));
const comparison = fc.oneof(
  fc.record({ plugin: words, comment: words }, { requiredKeys: ['plugin'] }),
  fc.record({ by: fc.constantFrom('segments', 'text', 'bytes') }),
  atLeastOne(maybe({ only: selectors, ignore: selectors, ignoreText: some(regex) })),
);

const schedule = fc.oneof(
  fc.constant({ kind: 'due', jitter: 0, missed: 'once' } as const),
  fc.record({
    kind: fc.constant('every' as const),
    interval: fc.constantFrom(60_000, 120_000, 3_600_000, 86_400_000),
    jitter: fc.constantFrom(0, 1000, 59_000),
    missed: fc.constantFrom('once' as const, 'skip' as const),
  }),
  fc.record({
    kind: fc.constant('cron' as const),
    pattern: fc.constantFrom('0 8 * * 1-5', '*/15 * * * *', '30 2 1 * *'),
    zone: fc.constantFrom('Europe/Berlin', 'UTC'),
    jitter: fc.constantFrom(0, 300_000),
    missed: fc.constantFrom('once' as const, 'skip' as const),
  }),
);

const windows = some(
  fc.constantFrom(
    { from: '22:00', to: '06:00', zone: 'Europe/Berlin' },
    { from: '00:00', to: '24:00', zone: 'UTC' },
  ),
);
const template = fc.constantFrom('{{site}}: {{change}}', '{{#place}}in {{place}}{{/place}}', 'a: b');
const notification = fc.record(
  {
    to: fc.oneof(fc.constantFrom('mailto:me@example.org', 'ntfy://ntfy.sh/tides', 'desktop:'), secret),
    name: words,
    token: secret,
    events: some(fc.constantFrom('match', 'changed', 'not visited')).map((all) => ['match', ...all]),
    detectors: some(words),
    when: fc.constantFrom(
      { every: 'change' },
      { every: 'hour' },
      { every: 'day', at: '08:00', zone: 'Europe/Berlin' },
      { every: 'week', on: 'monday', at: '23:59', zone: 'UTC' },
    ),
    quiet: windows,
    cap: fc.integer({ min: 1, max: 100 }),
    remind: fc.oneof(
      fc.boolean(),
      maybe({ failing: fc.constantFrom(60_000, 86_400_000), notVisited: fc.constant(3_600_000) }),
    ),
    template: maybe({ subject: template, text: template }),
    comment: words,
  },
  { requiredKeys: ['to'] },
);

const project = fc
  .record(
    {
      name,
      source: fc.record(
        {
          url: fc.constantFrom('https://news.example.org/', 'http://example.org:8080/a?b'),
          name: words,
          comment: words,
        },
        { requiredKeys: ['url'] },
      ),
      comment: words,
      preference: maybe({
        user: fc.oneof(words, secret),
        password: secret,
        depth: fc.nat(100),
        sessionId: fc.oneof(fc.constantFrom('auto', 'none'), fc.integer({ min: 1, max: 64 })),
        comment: words,
      }),
      rules: fc.array(rule, { maxLength: 4 }),
      session: maybe({
        login: fc.oneof(
          fc.record({ step: words }),
          fc.record({ open: address, form }),
          fc.record({ json: jsonLogin }),
          fc.record({ basic: account }),
          fc.record({ digest: account }),
          fc.record({ bearer: secret }),
        ),
        cookies: words,
        loggedInWhen: atLeastOne(maybe({ text: words, selector: words, url: regex })),
        neverFollow: some(pattern),
        logout: fc.oneof(fc.record({ open: address }), fc.record({ follow: link }), fc.record({ form })),
      }),
      forms: fc.array(form, { maxLength: 2 }),
      steps: fc.array(step, { maxLength: 4 }),
      limits: maybe({
        bandwidth: bytes,
        requestsPerMinute: fc.integer({ min: 1, max: 600 }),
        delay: fc.oneof(ms, fc.constant(0)),
        concurrency: fc.integer({ min: 1, max: 256 }),
        pages: fc.integer({ min: 1 }),
        bytes,
        time: ms,
        hours: windows,
      }),
      compare: fc
        .tuple(
          fc.array(
            comparison.chain((given) => some(pattern).map((match) => ({ ...given, match }))),
            { maxLength: 2 },
          ),
          comparison,
        )
        .map(([some, last]) => [...some, last]),
      render: fc.constantFrom('auto', 'never', 'always'),
      screenshots: fc.constantFrom('none', 'changed', 'all'),
      states: anyStates(words, secret, selectors),
      schedule,
      confirm: fc.boolean(),
      keep: maybe({ versions: fc.integer({ min: 1, max: 99 }), days: fc.nat(400) }),
      detectors: fc.array(anyDetector(words, pattern), { minLength: 1, maxLength: 2 }),
      notify: fc.array(notification, { maxLength: 2 }),
      crawl: maybe({
        scope: some(fc.constant('*.example.org')),
        robots: fc.constantFrom('obey', 'ignore'),
        nofollow: fc.constantFrom('obey', 'follow'),
        assets: fc.constantFrom('none', 'images', 'all'),
        maxPageSize: bytes,
        timeout: ms,
        attempts: fc.integer({ min: 1, max: 9 }),
        userAgent: oneLine,
        contact: oneLine,
        proxy: fc.oneof(fc.constantFrom('http://proxy:8080', 'socks5://127.0.0.1:1080'), secret),
      }),
    },
    { requiredKeys: ['name', 'source'] },
  )
  .map((given) => given as ProjectDefinition)
  // What does not go together is refused, however it is written.
  .filter((given) => !checkProject(given).some(({ severity }) => severity === 'error'));

const settings = { seed: 4, numRuns: shortOrLong(100, 300) };

describe('a project written to a file and read again', () => {
  it('is the same, also as JSON, and written the same every time', () => {
    void fc.assert(
      fc.property(project, (given) => {
        const text = writeProjectFile(given);
        const read = parseProjectFile(text);
        expect(read).toEqual(given);
        expect(writeProjectFile(read)).toBe(text);
        expect(parseProjectFile(JSON.stringify(writtenProject(given), null, 2))).toEqual(given);
      }),
      settings,
    );
  });

  it('becomes any other project by an edit', () => {
    void fc.assert(
      fc.property(project, project, (before, after) => {
        const text = editProjectFile(writeProjectFile(before), () => after);
        expect(parseProjectFile(text)).toEqual(after);
      }),
      settings,
    );
  });
});
