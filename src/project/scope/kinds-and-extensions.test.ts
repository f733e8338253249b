import { describe, expect, test } from 'vitest';
import { candidateExample } from './candidate.example.ts';
import { deniedExtension, deniedExtensions, embeddedNotWanted } from './content-rules.ts';

describe('extensions', () => {
  const rule = deniedExtension(deniedExtensions);

  test.each(['/debian.iso', '/setup.EXE', '/a/b/backup.tar.gz', '/film.mp4', '/song.mp3'])(
    '%s is left out',
    (path) => {
      expect(rule.decide(candidateExample(`http://example.org${path}`))).toBe('reject');
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
    expect(rule.decide(candidateExample(`http://example.org${path}`))).toBe('none');
  });

  test('a film that a page embeds is left to the rule on assets', () => {
    expect(rule.decide(candidateExample('http://example.org/film.mp4', { kind: 'asset' }))).toBe('none');
  });

  test('a compressed sitemap is fetched, but only where a sitemap is listed', () => {
    const decide = (path: string, kind: 'listed' | 'page') =>
      rule.decide(candidateExample(`http://example.org${path}`, { kind }));
    expect(decide('/sitemap.xml.gz', 'listed')).toBe('none');
    expect(decide('/urls.TXT.gz', 'listed')).toBe('none');
    expect(decide('/backup.tar.gz', 'listed')).toBe('reject');
    expect(decide('/sitemap.xml.gz', 'page')).toBe('reject');
  });

  test('the reason names the extension', () => {
    expect(rule.reason(candidateExample('http://example.org/a.ISO'))).toBe('.iso files are left out');
  });
});

describe('what pages embed', () => {
  test.each([
    ['none', 'page', 'none'],
    ['none', 'image', 'reject'],
    ['none', 'asset', 'reject'],
    ['images', 'image', 'none'],
    ['images', 'asset', 'reject'],
    ['all', 'image', 'none'],
    ['all', 'asset', 'none'],
  ] as const)('--assets %s, a link of kind %s: %s', (assets, kind, verdict) => {
    expect(embeddedNotWanted(assets).decide(candidateExample('http://example.org/x', { kind }))).toBe(
      verdict,
    );
  });

  test('the reason names the option that would fetch it', () => {
    const rule = embeddedNotWanted('none');
    expect(rule.reason(candidateExample('http://example.org/x', { kind: 'image' }))).toContain(
      '--assets images',
    );
    expect(rule.reason(candidateExample('http://example.org/x', { kind: 'asset' }))).toContain(
      '--assets all',
    );
  });
});
