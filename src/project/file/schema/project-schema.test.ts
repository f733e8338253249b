import { describe, expect, test } from 'vitest';
import { type ProjectDefinition, parseProjectFile } from '../../index.ts';
import { addressOf } from './project-schema.ts';

const head = 'name: a\nsource: https://example.org/docs/\n';
const read = (rest: string): ProjectDefinition => parseProjectFile(`${head}${rest}`);

describe('a name', () => {
  const named = (name: string) => () =>
    parseProjectFile(`name: ${JSON.stringify(name)}\nsource: https://example.org/`);

  test('has at most 100 characters', () => {
    expect(named('x'.repeat(100))().name).toHaveLength(100);
    expect(named('x'.repeat(101))).toThrow('a name of at most 100 characters');
  });

  test.each(['a/b', 'a\\b', 'a\nb', ' a', 'a ', '', '\u0007'])('%j cannot be one', (name) => {
    expect(named(name)).toThrow('"name"');
  });
});

test.each([
  ['0', 'none'],
  ['none', 'none'],
  ['auto', 'auto'],
  ['32', 32],
])('session id %s', (written, expected) => {
  expect(read(`preference: { sessionId: ${written} }`).preference?.sessionId).toBe(expected);
});

test.each(['-1', '1001', '2.5', 'maybe'])('session id %s is refused', (written) => {
  expect(() => read(`preference: { sessionId: ${written} }`)).toThrow('auto, none, or the length');
});

describe('addresses', () => {
  test.each(['/a', '/a?b=c', 'https://other.example.org/', 'ftp://example.org/'])(
    'a step can open %s',
    (open) => {
      expect(read(`steps: [{ open: "${open}" }]`).steps?.[0]?.open).toBe(open);
    },
  );

  test.each([
    ['//other.example.org/', '"//other.example.org/" is not a web address'],
    ['a/b', '"a/b" is not a web address'],
    ['gopher://example.org/', 'addresses that begin with gopher: cannot be crawled'],
    ['https://kim@example.org/', 'an address must not contain a user or password'],
  ])('a step cannot open %s', (open, message) => {
    expect(() => read(`steps: [{ open: "${open}" }]`)).toThrow(message);
  });

  test('paths of steps are relative to the source', () => {
    const project = read('steps: [{ open: /a }, { name: search, form: { fill: { q: x } } }]');
    expect(project.steps?.map((step) => addressOf(project, step))).toEqual([
      'https://example.org/a',
      'https://example.org/docs/',
    ]);
  });
});

describe('a proxy', () => {
  test.each(['http://proxy:8080', 'socks5://127.0.0.1:1080', 'socks://proxy:1080'])('%s', (proxy) => {
    expect(read(`crawl: { proxy: "${proxy}" }`).crawl?.proxy).toBe(proxy);
  });

  test.each([
    ['proxy:8080', 'this is not the address of a proxy'],
    ['ftp://proxy:21', 'this is not the address of a proxy'],
    ['http://kim:x@proxy:8080', 'a project file must not contain a password'],
  ])('%s is refused', (proxy, message) => {
    expect(() => read(`crawl: { proxy: "${proxy}" }`)).toThrow(message);
  });
});

describe('a log-in form', () => {
  test.each([
    ['{ open: /in }', 'a log-in form needs both "open" and "form"'],
    ['{ form: { fill: { a: b } } }', 'is missing here'],
    ['{ step: a, form: { fill: { a: b } } }', 'a log-in form needs both "open" and "form"'],
    ['{ open: /in, form: { fill: { a: b } }, step: a }', '"open" and "step" cannot be used together'],
  ])('%s is refused: %s', (login, message) => {
    expect(() => read(`session: { login: ${login} }`)).toThrow(message);
  });
});

test.each(['userAgent', 'contact'])('%s is one line: it is sent as a header', (key) => {
  expect(() => read(`crawl: { ${key}: "a\\r\\nX-Injected: 1" }`)).toThrow('text on one line');
  expect(() => read(`crawl: { ${key}: "a\\nb" }`)).toThrow('text on one line');
  expect(read(`crawl: { ${key}: "Example/1.0 (me)" }`).crawl).toEqual({ [key]: 'Example/1.0 (me)' });
});
