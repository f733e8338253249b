import { describe, expect, test } from 'vitest';
import { findCssUrls } from './html/css-urls.ts';
import { scanHtml } from './html/scan-html.ts';
import { scanFeed } from './xml/scan-feed.ts';
import { scanSitemap } from './xml/scan-sitemap.ts';

/**
 * Each is a few million bytes. In linear time they take some 10 ms each; quadratic time would be hours, and
 * recursion would overflow the stack.
 */
const size = 4_000_000;
const fill = (piece: string): string => piece.repeat(Math.ceil(size / piece.length));

const pages: readonly (readonly [string, string])[] = [
  ['nested tags', fill('<div>')],
  ['nested end tags', `${fill('<b>')}${fill('</b>')}`],
  ['nested svg', fill('<svg>')],
  ['nested svg with end tags that match nothing', `<svg>${fill('<g>')}${fill('</x>')}`],
  ['nested foreign objects', fill('<svg><foreignObject>')],
  ['nested templates', fill('<template>')],
  ['an attribute', `<a href="${fill('x')}">`],
  ['an attribute of ampersands', `<a href="${fill('&')}">`],
  ['an attribute of references', `<a href="${fill('&amp;')}">`],
  ['an attribute of NUL', `<a href="${fill('\0')}">`],
  ['attributes', `<a ${fill('a=b ')}>`],
  ['equal attributes', `<a ${fill('href=b ')}>`],
  ['a srcset', `<img srcset="${fill('a 1x, ')}">`],
  ['a srcset of commas', `<img srcset="${fill(',')}">`],
  ['a style attribute', `<p style="${fill('url(')}">`],
  ['less-than signs', fill('<')],
  ['unclosed tags', fill('<a ')],
  ['unclosed quotes', fill('<a href="')],
  ['unclosed comments', fill('<!--')],
  ['almost closed comments', `<!--${fill('->')}`],
  ['comments of dashes', `<!--${fill('-')}`],
  ['declarations', fill('<!')],
  ['processing instructions', fill('<?')],
  ['end tag openings', fill('</')],
  ['unclosed CDATA', `<svg>${fill('<![CDATA[')}`],
  ['unclosed scripts', fill('<script>')],
  ['escaped scripts', fill('<script><!--')],
  ['double escaped scripts', `<script>${fill('<!--<script>')}`],
  ['unclosed titles', fill('<title>')],
  ['almost closed titles', `<title>${fill('</titl')}`],
  ['a long name', `<${fill('a')}>`],
  ['a long attribute name', `<a ${fill('b')}>`],
  ['ampersands', fill('&')],
  ['digits of a reference', `&#${fill('0')}`],
  ['names of references', `&${fill('a')}`],
  ['references that are none', fill('&notanythingatall')],
  ['white space', fill(' ')],
  ['NUL bytes', fill('\0')],
  ['NUL bytes in svg', `<svg>${fill('\0')}`],
  ['bases', fill('<base href=x>')],
  ['robots', `<meta name=robots content="${fill('none,')}">`],
  ['a refresh of digits', `<meta http-equiv=refresh content="${fill('1')}">`],
  ['a refresh of spaces', `<meta http-equiv=refresh content="1${fill(' ')}">`],
  ['a style of at signs', `<style>url(${fill('@')}`],
  ['a style of quotes', `<style>url(x)${fill('"')}`],
  ['a style of backslashes', `<style>url(${fill('\\')}`],
  ['a style of comments', `<style>url(x)${fill('/*')}`],
];

describe('hostile pages take linear time and no stack', () => {
  test.each(pages)('%s', (_, page) => {
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
