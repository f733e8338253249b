import { expect, test } from 'vitest';
import { linkTo } from './candidate.example.ts';
import { deniedExtension, deniedExtensions } from './denied-extension.ts';

const rule = deniedExtension(deniedExtensions);

test.each(['/debian.iso', '/setup.EXE', '/a/b/backup.tar.gz', '/film.mp4', '/song.mp3'])(
  '%s is left out',
  (path) => {
    expect(rule.decide(linkTo(`http://example.org${path}`))).toBe('reject');
  },
);

test.each([
  '/',
  '/page',
  '/page.html',
  '/report.pdf',
  '/table.xlsx',
  '/data.csv',
  '/photo.jpg',
  '/archive.zip/contents',
  '/download?file=x.zip',
  '/.exe',
  '/v1.2',
])('%s is fetched', (path) => {
  expect(rule.decide(linkTo(`http://example.org${path}`))).toBe('none');
});

test('a film that a page embeds is left to the rule on assets', () => {
  expect(rule.decide(linkTo('http://example.org/film.mp4', { kind: 'asset' }))).toBe('none');
});

test('the reason names the extension', () => {
  expect(rule.reason(linkTo('http://example.org/a.ISO'))).toBe('.iso files are left out');
});
