import { expect, test } from 'vitest';
import { Redactor } from '../../access/index.ts';
import { keptHeaders } from './site-access.ts';

const came: readonly (readonly [string, string])[] = [
  ['Content-Type', 'text/html'],
  ['Set-Cookie', 'sid=s3cr3t=; Path=/; HttpOnly'],
  ['Set-Cookie', 'theme=dark'],
  ['X-Csrf-Token', 'abc123'],
  ['Authentication-Info', 'nextnonce="x"'],
  ['X-Hello', 'kim:opensesame'],
];
const headers = keptHeaders(
  {
    get: (name) => came.find(([each]) => each.toLowerCase() === name.toLowerCase())?.[1] ?? null,
    all: (name) => came.flatMap(([each, value]) => (each.toLowerCase() === name ? [value] : [])),
    list: () => came,
  },
  new Redactor(['opensesame']),
);

test('cookies keep their names and attributes, other session headers only their names', () => {
  expect(headers.list()).toEqual([
    ['Content-Type', 'text/html'],
    ['Set-Cookie', 'sid=[secret]; Path=/; HttpOnly'],
    ['Set-Cookie', 'theme=[secret]'],
    ['X-Csrf-Token', '[secret]'],
    ['Authentication-Info', '[secret]'],
    ['X-Hello', 'kim:[secret]'],
  ]);
  expect(headers.all('set-cookie')).toEqual(['sid=[secret]; Path=/; HttpOnly', 'theme=[secret]']);
  expect([headers.get('content-type'), headers.get('none')]).toEqual(['text/html', null]);
});
