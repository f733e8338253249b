import { expect, test } from 'vitest';
import { scanFeed } from './scan-feed.ts';

const links = (text: string): readonly string[] =>
  scanFeed(text).links.map(({ kind, url }) => `${kind} ${url}`);

test('RSS 2.0', () => {
  const rss = `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY x "y">]><rss version="2.0" xmlns:atom="a" xmlns:media="m"><channel>
    <title>News &amp; more</title><link>https://a.example/</link>
    <atom:link href="https://a.example/rss" rel="self"/><atom:link href="?page=2" rel="next"/>
    <image><url>https://a.example/logo.png</url><title>no</title><link>https://a.example/</link></image>
    <item><title>1</title><link> https://a.example/1 </link><guid>https://a.example/?p=1</guid>
      <enclosure url="https://a.example/1.mp3" type="audio/mpeg"/><media:thumbnail url="t.jpg"/>
      <comments>https://a.example/1#comments</comments></item>
    <item><guid isPermaLink="true">https://a.example/2</guid></item>
    <item><guid isPermaLink="false">https://a.example/3</guid></item>
    <item><link><![CDATA[https://a.example/4?a=1&b=2]]></link></item>
  </channel></rss>`;
  expect(scanFeed(rss)).toMatchObject({ format: 'rss', title: 'News & more' });
  expect(links(rss)).toEqual([
    'page https://a.example/',
    'next ?page=2',
    'image https://a.example/logo.png',
    'page https://a.example/1',
    'media https://a.example/1.mp3',
    'image t.jpg',
    'related https://a.example/1#comments',
    'page https://a.example/2',
    'page https://a.example/4?a=1&b=2',
  ]);
});

test('Atom', () => {
  const atom = `<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://a.example/">
    <title type="text">T</title><link rel="self" href="feed"/><link href="/"/>
    <entry><title>x</title><link rel="alternate" href="1"/><link rel="enclosure" href="1.mp3"/><content src="full"/></entry>
    <entry><link rel='related' href='2'/></entry></feed>`;
  expect(scanFeed(atom)).toMatchObject({ format: 'atom', title: 'T', base: 'https://a.example/' });
  expect(links(atom)).toEqual(['page /', 'page 1', 'media 1.mp3', 'page full', 'related 2']);
});

test('RSS 1.0', () => {
  const rdf = `<rdf:RDF><channel rdf:about="x"><title>T</title><link>https://a.example/</link></channel>
    <item rdf:about="y"><link>https://a.example/1</link></item></rdf:RDF>`;
  expect(scanFeed(rdf)).toMatchObject({ format: 'rdf', title: 'T' });
  expect(links(rdf)).toEqual(['page https://a.example/', 'page https://a.example/1']);
});

test('media have the kind of their type', () => {
  const rss =
    '<rss><channel><item><media:content url="a" type="image/png"/><media:content url="b" medium="video"/>';
  expect(links(rss)).toEqual(['image a', 'media b']);
});

test('of two attributes with one name, the first counts', () => {
  expect(links('<feed><entry><link href="a" href="b"/></entry></feed>')).toEqual(['page a']);
});

test('elements deeper than the scanner keeps are skipped, and what follows is read', () => {
  const [start, end] = ['<a>'.repeat(62), '</a>'.repeat(62)];
  expect(scanFeed(`<rss><channel>${start}<br/>${end}<title>T</title></channel></rss>`).title).toBe('T');
  expect(scanFeed(`<rss><channel>${start}<b><br/></b>${end}<title>T</title></channel></rss>`).title).toBe(
    'T',
  );
});

test('a feed that is cut off still gives what came before', () => {
  expect(links('<rss><channel><item><link>a</link></item><item><link>b')).toEqual(['page a', 'page b']);
  expect(links('')).toEqual([]);
});
