import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shortOrLong } from '../../../../test/fixtures/short-or-long.ts';
import { hostilePages } from '../../../../test/kernel/document/hostile-pages.ts';
import {
  contentsOf,
  foreignFragments,
  fragments,
  htmlCases,
  htmlFiles,
  namedReferences,
} from '../../../../test/kernel/document/html-pages.ts';
import type { Link } from '../../link.ts';
import { asUtf8 } from '../../text/charset.ts';
import { hasSignsOfShell } from '../empty-shell.ts';
import { scanHtml } from '../scan-html.ts';
import { PageReader } from './page-reader.ts';

/** One for all tests: it remembers what the tags of earlier pages said. */
const reader = new PageReader();

/** Compares what both readers say about a page, and returns whether the page reader refused it. */
function isRefused(source: string | Buffer): boolean {
  const bytes = asUtf8(Buffer.from(source), 'utf-8');
  if (reader.isCertainlyFull(bytes)) expect(hasSignsOfShell(bytes)).toBe(false);
  const page = reader.read(bytes);
  if (page === null) return true;
  const scanned = scanHtml(bytes);
  expect(contentsOf(page)).toEqual(contentsOf(scanned));
  if (page.distinctLinks !== null)
    expect(page.distinctLinks).toSatisfy((links) => isSame(links, scanned.links));
  return false;
}

/** Whether both lists have the same links in the same order, when each counts once and without its fragment. */
function isSame(distinct: readonly Link[], all: readonly Link[]): boolean {
  const keys = (links: readonly Link[]) =>
    JSON.stringify([
      ...new Set(
        links.map(
          ({ kind, url, rel }) => `${kind} ${kind === 'page' ? url.replace(/#.*/s, '') : url} ${rel}`,
        ),
      ),
    ]);
  return keys(distinct) === keys(all);
}

describe('the page reader reads what the scanner reads', () => {
  test('on the cases of the standard', () => {
    const refused = htmlCases().filter(isRefused);
    expect(refused.length / htmlCases().length).toBeLessThan(0.4);
  });

  test('on every named character reference', () => {
    for (const { name } of namedReferences())
      expect(isRefused(`&${name};&${name}&${name}=&${name}x;<a href="?&${name};&${name}=&${name}">`)).toBe(
        false,
      );
  });

  /** Runs of characters around the 16 bytes that are read at a time. */
  const runs = [14, 15, 16, 17, 33].flatMap((length) => [
    'x'.repeat(length),
    ' '.repeat(length),
    `${'y'.repeat(length)} `,
    `<a href="${'z'.repeat(length)}#${'f'.repeat(length)}">`,
    `<${'n'.repeat(length)} ${'m'.repeat(length)}=1>`,
  ]);
  const more = [
    '<a href="&#35;x#y" rel=nofollow>',
    '<a href=" #a ">',
    '<a href="u #b">',
    '<a href="u&amp;v#b">',
    '<area href=#>',
    '<meta name=robots content=nofollow>',
    '<meta name="&#114;obots" content=noindex>',
    '<meta http-equiv=refresh content="0;url=r">',
    '<meta name=description content=x>',
    '<html lang=de>',
    '<style>@import "s"; a { b: url(t) }</style>',
    '<style>a { b: c }</style>',
    '<i style="b: URL(&quot;u&quot;)">',
    '<img srcset="a 1x, b 2x">',
    '<noscript>',
    '</noscript/>',
    '<script><!--<script></script>--></script>',
    '&#x2014;&#8212;&#150;&#x9f;&#55555;&#1114112;&#xfffff;',
    '&mdash;&Mdash;&mdash&hellip;&notanything;',
    '\u{416}\u{43b} \u{4e2d}\u{6587}\u{3000}',
  ];

  const closedSvg = [
    '<svg><g>x</g></svg>',
    '<svg class=a><a href=b><use xlink:href="#i"/></a></svg>',
    '<svg><title>t &amp; u</title><path d="x"/></svg>',
    '<svg style="a:url(b)"><text>x</text><custom-name/></svg>',
    '<svg/>',
  ];
  const read = (parts: readonly string[]) =>
    parts.filter((part) => !/\0|<(?:svg|math|template|xmp|plaintext)/.test(part));

  test.each([
    ['HTML', [...fragments, ...more, ...runs], 1],
    ['HTML that it does not refuse', [...read(fragments), ...more, ...runs, ...closedSvg], 0.1],
    ['svg', [...foreignFragments, ...closedSvg, '<svg>', '</svg>'], 1],
    ['svg that it does not refuse', [...closedSvg, ...runs, '<p>', 'x', ' '], 0],
  ])('on garbage of %s', (_, parts, mostRefused) => {
    let [refused, all] = [0, 0];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 30 }), (chosen) => {
        all++;
        if (isRefused(chosen.join(''))) refused++;
      }),
      { seed: 20_261_119, numRuns: shortOrLong(4_000, 50_000) },
    );
    expect(refused / all).toBeLessThanOrEqual(mostRefused);
  });

  test('on garbage of bytes', () => {
    const bytes = fc.array(
      fc.constantFrom(...Buffer.from('<<<>>/=""\'&;#! -aAbrefst\t\n\r\f\u{e9}\u{2014}')),
      {
        maxLength: 120,
      },
    );
    fc.assert(
      fc.property(bytes, (chosen) => void isRefused(Buffer.from(chosen))),
      { seed: 20_261_120, numRuns: shortOrLong(10_000, 100_000) },
    );
  });

  test('on pages that npm packages ship', () => {
    for (const file of htmlFiles('node_modules', 40)) isRefused(readFileSync(file));
  });

  test('on hostile pages, in linear time', () => {
    for (const [name, page] of hostilePages)
      expect(isRefused(page.slice(0, 1_000_000)), name).toBeTypeOf('boolean');
  });
});

describe('a page is refused', () => {
  test.each([
    ['control characters', 'a\0b'],
    ['a vertical tab', 'a\u{b}b'],
    ['templates', '<template>x</template>'],
    ['formulas', '<math><mi>x</mi></math>'],
    ['HTML in svg', '<svg><p>x</p></svg>'],
    ['svg that is not closed in order', '<svg><g></svg></g>'],
    ['more than 2 MB', 'x'.repeat(2 * 1024 * 1024 + 1)],
  ])('with %s', (_, page) => expect(isRefused(page)).toBe(true));

  test('with more tags than there is room for', () => {
    expect(isRefused('<q cite>'.repeat(230_000))).toBe(true);
    expect(isRefused('<q cite>'.repeat(100_000))).toBe(false);
  });
});

describe('links that are the same on many pages', () => {
  const linksOf = (page: string) => new PageReader().read(Buffer.from(page))?.distinctLinks;

  test('are one object', () => {
    const menu =
      '<a href="/a">a</a><a href="/b" rel=nofollow>b</a><link rel=icon href=i><style>p{q:url(r)}</style>';
    const first = reader.read(Buffer.from(`${menu}<a href="/a#1">`))?.distinctLinks ?? [];
    const second = reader.read(Buffer.from(`<p>x</p><a href=c></a>${menu}`))?.distinctLinks ?? [];
    expect(first.map(({ url }) => url)).toEqual(['/a', '/b', 'i', 'r']);
    expect(second.map(({ url }) => url)).toEqual(['c', '/a', '/b', 'i', 'r']);
    for (const [place, link] of first.entries()) expect(second[place + 1]).toBe(link);
  });

  test('are not distinguished where a refresh or too much of a style leads elsewhere', () => {
    expect(linksOf('<meta http-equiv=refresh content="0;url=x">')).toBeNull();
    expect(linksOf(`<style>p { q: url(${'r'.repeat(5000)}) }</style>`)).toBeNull();
    expect(linksOf('<meta http-equiv=x-ua-compatible content="IE=edge"><a href=x>')).toHaveLength(1);
  });

  test('are still known when the memory for them was full', () => {
    const small = new PageReader();
    const page = (from: number) =>
      Buffer.from(Array.from({ length: 5_000 }, (_, i) => `<a href="/page-${from + i}">`).join(''));
    for (let from = 0; from < 80_000; from += 5_000) {
      const read = small.read(page(from));
      const distinct = read?.distinctLinks;
      if (distinct !== null)
        expect(distinct?.map(({ url }) => url)).toEqual(read?.links.map(({ url }) => url));
    }
    const old = small.read(page(0));
    for (let from = 100_000; from < 180_000; from += 5_000) small.read(page(from));
    expect(old?.distinctLinks?.[4_999]?.url).toBe('/page-4999');
  });
});
