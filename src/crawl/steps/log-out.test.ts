import { expect, it } from 'vitest';
import type { VisitorAnswer } from '../../access/index.ts';
import { logoutLinks } from './log-out.ts';

const headers = { get: () => 'text/html; charset=utf-8' } as unknown as VisitorAnswer['headers'];
const page = (html: string): VisitorAnswer => ({
  url: 'https://a.test/home',
  status: 200,
  headers,
  body: Buffer.from(html),
});

it.each([
  ['<a href="/session/end">Log out</a>', ['https://a.test/session/end']],
  ['<a href="bye"><b>Sign</b> out</a> <a href="/x">Logs</a>', ['https://a.test/bye']],
  ['<a href="/x" title="Abmelden"><img src="i.png"></a>', ['https://a.test/x']],
  ['<a href="javascript:out()">Log out</a> <a>Log out</a>', []],
  ['<p>Log out</p><a href="/news">News</a>', []],
])('%s', (html, found) => {
  expect(logoutLinks(page(html))).toEqual(found);
});
