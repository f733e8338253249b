import { expect, test } from 'vitest';
import type { VisitorAnswer } from '../forms/fill-form.ts';
import { decodedPage, describeSeenPage, seenPage } from './page-check.ts';

const answer = (html: string, contentType = 'text/html; charset=iso-8859-1'): VisitorAnswer => ({
  url: 'https://a.test/login',
  status: 200,
  headers: { get: () => contentType } as unknown as VisitorAnswer['headers'],
  body: Buffer.from(html, 'latin1'),
});

test('a page is described by its address, status, title and first words', () => {
  const page = seenPage(answer('<title>Caf\xe9</title><p>Wrong\n <b>password</b>.'));
  expect(describeSeenPage(page)).toBe(
    'https://a.test/login answered 200, titled "Caf\xe9": "Wrong password."',
  );
  expect(describeSeenPage(seenPage(answer('')))).toBe('https://a.test/login answered 200, without a title');
});

test('long pages and titles are cut', () => {
  const page = seenPage(answer(`<title>${'t'.repeat(200)}</title>${'word '.repeat(100)}`));
  expect(page.excerpt).toBe(`${'word '.repeat(32).trimEnd()}...`);
  expect(describeSeenPage(page)).toContain(`titled "${'t'.repeat(100)}":`);
});

test('a page is decoded in its own encoding', () => {
  expect(decodedPage(answer('caf\xe9'))).toEqual({ html: 'caf\xe9', charset: 'windows-1252' });
});
