import { describe, expect, test } from 'vitest';
import { fill, hostilePages } from '../../test/kernel/document/hostile-pages.ts';
import { findCssUrls } from './html/css-urls.ts';
import { scanHtml } from './html/scan-html.ts';
import { scanFeed } from './xml/scan-feed.ts';
import { scanSitemap } from './xml/scan-sitemap.ts';

describe('hostile pages take linear time and no stack', () => {
  test.each(hostilePages)('%s', (_, page) => {
    expect(scanHtml(Buffer.from(page)).title).toBeTypeOf('string');
  });

  test('1,000,000 links', () => {
    const { links, moreLinks } = scanHtml(Buffer.from('<a href="/some/page?x=1">y</a>'.repeat(1_000_000)));
    expect([links.length, moreLinks]).toEqual([250_000, 750_000]);
  });

  test('an attribute of 50 MB', () => {
    const [link] = scanHtml(Buffer.from(`<a href="${'x'.repeat(50_000_000)}">`)).links;
    expect(link?.url).toHaveLength(50_000_000);
  });

  test('100,000 nested tags keep their text', () => {
    expect(scanHtml(Buffer.from(`${'<div>'.repeat(100_000)}x`)).bodyText).toBe('x');
    expect(scanHtml(Buffer.from(`<svg>${'<g>'.repeat(100_000)}x`)).bodyText).toBe('x');
  });

  test.each([
    ['tags', fill('<a>')],
    ['openings', fill('<a')],
    ['attributes', `<a ${fill('x')} =>`],
    ['quotes', `<a ${fill('="')}>`],
    ['end tags', `<a>${fill('</b>')}`],
    ['comments', fill('<!--')],
    ['doctypes', fill('<!DOCTYPE [')],
    ['references', `<a>${fill('&amp')}`],
    ['text', `<urlset><url><loc>${fill('x<b/>')}`],
  ])('XML of %s', (_, text) => {
    expect(scanSitemap(text).entries.length).toBeLessThan(2);
    expect(scanFeed(text).links.length).toBeLessThan(2);
  });

  test.each([['('], ['url('], ['"'], ["'"], ['\\'], ['/*'], ['@import '], ['@'], ['url("'], ['url( ']])(
    'CSS of %s',
    (piece) => {
      let count = 0;
      findCssUrls(fill(piece), () => count++);
      expect(count).toBeLessThan(2_000_000);
    },
  );
});
