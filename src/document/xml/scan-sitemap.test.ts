import { expect, test } from 'vitest';
import { scanSitemap } from './scan-sitemap.ts';

test('a sitemap gives pages with their dates', () => {
  const { entries, isIndex } = scanSitemap(`<?xml version="1.0" encoding="UTF-8"?>
    <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="x" xmlns:xhtml="y">
      <url><loc> https://a.example/?a=1&amp;b=2 </loc><lastmod>2024-06-01</lastmod><priority>1</priority>
        <image:image><image:loc>https://a.example/i.png</image:loc></image:image>
        <xhtml:link rel="alternate" hreflang="de" href="https://a.example/de"/></url>
      <url><loc><![CDATA[https://a.example/<x>]]></loc></url>
      <url><lastmod>2024</lastmod></url>
    </urlset>`);
  expect(isIndex).toBe(false);
  expect(entries).toEqual([
    { kind: 'page', url: 'https://a.example/?a=1&b=2', lastModified: '2024-06-01' },
    { kind: 'image', url: 'https://a.example/i.png', lastModified: null },
    { kind: 'alternate', url: 'https://a.example/de', lastModified: null },
    { kind: 'page', url: 'https://a.example/<x>', lastModified: null },
  ]);
});

test('declarations in a DOCTYPE are not content', () => {
  const { entries } = scanSitemap(
    '<!DOCTYPE urlset [<!ENTITY x "<a><url><loc>b</loc></url>">]><urlset><url><loc>c</loc></url></urlset>',
  );
  expect(entries.map(({ url }) => url)).toEqual(['c']);
});

test('an empty address is left out', () => {
  const { entries } = scanSitemap(
    '<urlset><url><loc>a</loc><image:image><image:loc> </image:loc></image:image></url></urlset>',
  );
  expect(entries.map(({ kind, url }) => `${kind} ${url}`)).toEqual(['page a']);
});

test('a sitemap index gives sitemaps', () => {
  const { entries, isIndex } = scanSitemap(
    '<sitemapindex><sitemap><loc>https://a.example/1.xml</loc><lastmod>2024</lastmod></sitemap></sitemapindex>',
  );
  expect(isIndex).toBe(true);
  expect(entries).toEqual([{ kind: 'sitemap', url: 'https://a.example/1.xml', lastModified: '2024' }]);
});

test('a plain list gives the lines that are URLs', () => {
  const { entries } = scanSitemap('\u{feff}https://a.example/1\r\n\r\nnot a url\n https://a.example/2 \n');
  expect(entries.map(({ url }) => url)).toEqual(['https://a.example/1', 'https://a.example/2']);
});

test('what is broken is left out, the rest is kept', () => {
  const { entries } = scanSitemap(
    '<urlset><url><loc>a</loc></x></url><url><loc>b</url><url><loc>c</loc><!-- <url> --></url><url><loc>d',
  );
  expect(entries.map(({ url }) => url)).toEqual(['a', 'b', 'c', 'd']);
});

test('an empty text is not an error', () => {
  expect(scanSitemap('').entries).toEqual([]);
  expect(scanSitemap('<').entries).toEqual([]);
});
