import { describe, expect, test } from 'vitest';
import { scanHtml } from './scan-html.ts';

const read = (html: string) => scanHtml(Buffer.from(html));
const links = (html: string): readonly string[] => read(html).links.map(({ kind, url }) => `${kind} ${url}`);

describe('body text (E3)', () => {
  test.each([
    ['blocks separate words', '<p>a</p><p>b</p>', 'a b'],
    ['inline elements do not', 'a<b>b</b>', 'ab'],
    ['a line break separates', 'a<br>b', 'a b'],
    ['comments do not', 'a<!-- x -->b', 'ab'],
    ['scripts and styles are left out', 'a <script>x</script><style>y</style> b', 'a b'],
    ['the title is not body text', '<title>t</title><p>b', 'b'],
    ['noscript is content, since we run no scripts', '<noscript>a</noscript>', 'a'],
    ['a template is not', 'a<template>x</template>b', 'ab'],
    ['but a declarative shadow root is shown', '<template shadowrootmode=open>a</template>', 'a'],
    [
      'iframe, noembed and noframes hold nothing a browser shows',
      '<iframe>x</iframe><noembed>y</noembed>b',
      'b',
    ],
    ['textarea and xmp do', '<textarea>a &amp; b</textarea><xmp>&amp;</xmp>', 'a & b &amp;'],
    ['svg text counts, its style does not', '<svg><style>x</style><text>a</text></svg>', 'a'],
    ['references are decoded', '&eacute;&#8364;&notit;', 'é€¬it;'],
    ['a no-break space is not white space', 'a&nbsp; b', 'a\u{a0} b'],
    ['text in a table stays in place', '<table>a<tr><td>b</td></tr>c</table>', 'a b c'],
  ])('%s', (_, html, text) => {
    expect(read(html).bodyText).toBe(text);
  });

  test('bytes that a tag separates do not join to a character', () => {
    const bytes = Buffer.concat([Buffer.from([0xc3]), Buffer.from('<b>'), Buffer.from([0xa9])]);
    expect(scanHtml(bytes).bodyText).toBe('\u{fffd}\u{fffd}');
  });

  test('a byte order mark is not text', () => {
    expect(scanHtml(Buffer.from('\u{feff}a')).bodyText).toBe('a');
  });

  test('NUL bytes grow to three, also around the size of the shared memory', () => {
    for (let count = 87_360; count < 87_400; count++) {
      expect(scanHtml(Buffer.from(`<svg>${'\0'.repeat(count)}`)).bodyText).toBe('\u{fffd}'.repeat(count));
    }
  });

  test('other encodings become text too', () => {
    expect(scanHtml(Buffer.from([0x80, 0xe9]), 'windows-1252').bodyText).toBe('€é');
    expect(scanHtml(Buffer.from('\u{feff}<p>ä', 'utf16le'), 'utf-16le').bodyText).toBe('ä');
    expect(scanHtml(Buffer.from('a'), 'no such charset').bodyText).toBe('a');
  });
});

describe('links (B11)', () => {
  test.each([
    ['<a href=" /x ">', ['page /x']],
    ['<link rel="alternate stylesheet" href=a><link rel=alternate href=b>', ['stylesheet a', 'alternate b']],
    [
      '<link rel="shortcut icon" href=a><link rel=next href=b><link rel=PREV href=c>',
      ['icon a', 'next b', 'prev c'],
    ],
    [
      '<link rel=canonical href=a><link rel=license href=b><link href=c>',
      ['canonical a', 'related b', 'related c'],
    ],
    ['<link rel=preload href=a imagesrcset="b 1x, c 2x">', ['resource a', 'image b', 'image c']],
    ['<link rel=preconnect href=a><link rel="dns-prefetch" href=b>', []],
    ['<link rel="preconnect preload" href=a>', ['resource a']],
    ['<meta http-equiv=refresh content="3; URL=\'x y\' z">', ['refresh x y']],
    [
      '<style>@import "a"; @import url(b); c { d: url( "e" ) }</style>',
      ['stylesheet a', 'stylesheet b', 'css e'],
    ],
    ['<svg><style>a { b: url(c) }</style></svg>', ['css c']],
    ['<math><style>a { b: url(c) }</style></math>', []],
    ['<p style="background: url(a)">', ['css a']],
    ['<p style="background: url&lpar;a&rpar;">', ['css a']],
    ['<img src=a srcset="data:,x 1x, b 2x">', ['image a', 'image data:,x', 'image b']],
    [
      '<img src="data:," data-src=a data-srcset="b 1x, c 2x">',
      ['image data:,', 'image a', 'image b', 'image c'],
    ],
    ['<a href="">x</a><img src=""><form action="">', ['page ', 'form ']],
  ])('%s', (html, expected) => {
    expect(links(html)).toEqual(expected);
  });

  test('rel is kept as written', () => {
    expect(read('<a rel="nofollow UGC" href=u>').links).toEqual([
      { kind: 'page', url: 'u', rel: 'nofollow UGC' },
    ]);
  });

  test('references are decoded, also in an attribute before the one that is read first', () => {
    expect(read('<a rel="a&amp;b" href="?c&amp;d">').links).toEqual([
      { kind: 'page', url: '?c&d', rel: 'a&b' },
    ]);
  });

  test('the first base with an href wins', () => {
    expect(read('<base><base href=a><base href=b>').base).toBe('a');
  });

  test('XHTML closes a script with a slash and has CDATA anywhere', () => {
    const xhtml = Buffer.from(
      '<html><head><script src="s"/><title>t</title></head><p><![CDATA[<a>]]></p></html>',
    );
    expect(scanHtml(xhtml, 'utf-8', { isXml: true })).toMatchObject({ title: 't', bodyText: '<a>' });
  });
});

describe('svg nested deeper than the scanner keeps track of', () => {
  /** `style` holds raw text in HTML, and tags in svg. */
  const probe = '<style><a href=inside></style>';

  test('ends with as many end tags as it has start tags', () => {
    const [start, end] = ['<svg>'.repeat(601), '</svg>'.repeat(600)];
    expect(links(`${start}${end}${probe}`)).toEqual(['page inside']);
    expect(links(`${start}${end}</svg>${probe}`)).toEqual([]);
  });

  test('is forgotten when a paragraph ends it', () => {
    expect(links(`<svg>${'<g>'.repeat(600)}<p><svg></svg>${probe}`)).toEqual([]);
  });
});

describe('what a page says about itself', () => {
  test('robots, also by our name', () => {
    expect(read('<meta name=ROBOTS content="NoIndex, follow">').robots).toEqual({
      noindex: true,
      nofollow: false,
    });
    expect(read('<meta name=tidemark content=none>').robots).toEqual({ noindex: true, nofollow: true });
    expect(read('<meta name=otherbot content=none>').robots).toEqual({ noindex: false, nofollow: false });
  });

  test('language', () => {
    expect(read('<html lang=de><meta http-equiv=content-language content=en>').language).toBe('de');
    expect(read('<meta http-equiv=Content-Language content="en ">').language).toBe('en');
    expect(read('<meta http-equiv=Content-Language content="en, de">').language).toBeNull();
    expect(read('<p>').language).toBeNull();
  });

  test('canonical', () => {
    expect(read('<link rel=canonical href=a><link rel=canonical href=b>').canonical).toBe('a');
    expect(read('<p>').canonical).toBeNull();
  });
});
