import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { type AnswerKind, kind, ok } from './answer-kind.ts';

const packed = (
  name: string,
  becomes: string,
  encoding: string,
  pack: (html: string) => string | Buffer,
): AnswerKind => kind(name, becomes, ({ html }) => ok(pack(html), `Content-Encoding: ${encoding}`));
const half = (bytes: Buffer): Buffer => bytes.subarray(0, bytes.length / 2);
/** More than a page may have, in some thousand bytes. */
const flood = Buffer.alloc(30_000_000, ' ');
const bombs = { gzip: gzipSync(flood), br: brotliCompressSync(flood), zstd: zstdCompressSync(flood) };

/** Bodies that are not encoded as they say. */
export const encodings: readonly AnswerKind[] = [
  packed('half of a gzip', 'FETCH_INCOMPLETE', 'gzip', (html) => half(gzipSync(html))),
  packed('half of a deflate', 'FETCH_INCOMPLETE', 'deflate', (html) => half(deflateSync(html))),
  packed('half of a brotli', 'FETCH_INCOMPLETE', 'br', (html) => half(brotliCompressSync(html))),
  packed('half of a zstd', 'FETCH_INCOMPLETE', 'zstd', (html) => half(zstdCompressSync(html))),
  packed('a gzip without its last byte', 'FETCH_INCOMPLETE', 'gzip', (html) =>
    gzipSync(html).subarray(0, -1),
  ),
  packed('a gzip with a wrong checksum', 'FETCH_DECOMPRESSION', 'gzip', (html) => {
    const bytes = gzipSync(html);
    return bytes.fill(0xff, bytes.length - 8, bytes.length - 4);
  }),
  packed('a gzip with junk behind it', 'FETCH_DECOMPRESSION', 'gzip', (html) =>
    Buffer.concat([gzipSync(html), Buffer.from('junk')]),
  ),
  packed('two gzips in a row', 'content', 'gzip', (html) => Buffer.concat([gzipSync(html), gzipSync(html)])),
  packed('a gzip bomb', 'FETCH_TOO_LARGE', 'gzip', () => bombs.gzip),
  packed('a brotli bomb', 'FETCH_TOO_LARGE', 'br', () => bombs.br),
  packed('a zstd bomb', 'FETCH_TOO_LARGE', 'zstd', () => bombs.zstd),
  packed('a gzip bomb in a gzip', 'FETCH_TOO_LARGE', 'gzip, gzip', () => gzipSync(bombs.gzip)),
  packed('plain text that says gzip', 'FETCH_DECOMPRESSION', 'gzip', (html) => html),
  packed('plain text that says br', 'FETCH_DECOMPRESSION', 'br', (html) => html),
  packed('plain text that says zstd', 'FETCH_DECOMPRESSION', 'zstd', (html) => html),
  packed('plain text that says deflate', 'FETCH_DECOMPRESSION', 'deflate', (html) => html),
  packed('a gzip that says br', 'FETCH_DECOMPRESSION', 'br', (html) => gzipSync(html)),
  packed('a raw deflate', 'content', 'deflate', (html) => deflateRawSync(html)),
  packed('a gzip in a gzip', 'content', 'gzip, gzip', (html) => gzipSync(gzipSync(html))),
  packed('a gzip in a gzip that says it once', 'content', 'gzip', (html) => gzipSync(gzipSync(html))),
  packed('twenty encodings', 'FETCH_DECOMPRESSION', Array(20).fill('gzip').join(','), (html) =>
    gzipSync(html),
  ),
  packed('an unknown encoding', 'FETCH_DECOMPRESSION', 'tide', (html) => html),
  packed('an empty encoding', 'content', '', (html) => html),
  packed('identity', 'content', 'identity', (html) => html),
  packed('an empty gzip body', 'content', 'gzip', () => ''),
];

const body = (name: string, becomes: string, bytes: string | Buffer, type = 'text/html'): AnswerKind =>
  kind(name, becomes, () => ok(bytes, `Content-Type: ${type}`));
const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');
const many = (piece: string): string => piece.repeat(20_000);
const oddLinks = [
  'javascript:void(0)',
  'data:text/html,x',
  'mailto:a@b',
  'tel:1',
  'sms:1',
  'blob:x',
  'about:blank',
  'file:///etc/passwd',
  'ftp://127.0.0.1:1/',
  'ws://127.0.0.1:1/',
  'view-source:x',
  'tide:',
  'http:',
  'http://',
  'http:///',
  'http://[',
  'http://%',
  'http://a b/',
  'http://127.0.0.1:99999/',
  '//',
  '///',
  '\\\\x\\y',
  '%',
  '%zz',
  '?',
  '#',
  ' ',
  '\0',
  '\ud800',
];
const entities =
  '<!DOCTYPE x [<!ENTITY a "tide"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]>';

/** Bodies that no author writes. */
export const bodies: readonly AnswerKind[] = [
  body('an empty body', 'content', ''),
  body('only a byte order mark', 'content', '\ufeff'),
  body('only half a byte order mark', 'content', Buffer.from([0xef, 0xbb])),
  body('only white space', 'content', ' \r\n\t'.repeat(1000)),
  body('NUL bytes', 'content', `<p>a\0b</p>${'\0'.repeat(1000)}`),
  body(
    'bad UTF-8',
    'content',
    Buffer.from('<p>\xff\xfe\xc3\x28\xe2\x82 tide</p>', 'latin1'),
    'text/html; charset=utf-8',
  ),
  body('overlong UTF-8 and surrogates', 'content', Buffer.from('<p>\xc0\xaf\xed\xa0\x80</p>', 'latin1')),
  body('UTF-16 without a mark', 'content', utf16('<p>The tide in UTF-16</p>')),
  body(
    'UTF-16 with half a letter',
    'content',
    Buffer.concat([utf16('\ufeff<p>The tide</p>'), Buffer.from([0x61])]),
  ),
  body('UTF-16 that says UTF-8', 'content', utf16('\ufeff<p>Another tide</p>'), 'text/html; charset=utf-8'),
  body('UTF-7', 'content', '+ADw-script+AD4-', 'text/html; charset=utf-7'),
  body(
    'a charset that the page and the header dispute',
    'content',
    '<meta charset=koi8-r><p>\xe4',
    'text/html; charset=big5',
  ),
  body('a charset in a loop', 'content', '<meta charset=x-user-defined><meta charset=utf-16><p>x'),
  body('20,000 nested tags', 'content', `${many('<div>')}nested tide`),
  body('20,000 nested tables', 'content', `${many('<table><tr><td>')}table tide`),
  body('20,000 end tags', 'content', `${many('</p>')}ended tide`),
  body('an unclosed tag', 'content', '<p>open tide</p><a href=/x'),
  body('an unclosed attribute', 'content', '<p>quoted tide</p><a href="/x>never ends'),
  body('an unclosed comment', 'content', '<p>silent tide</p><!-- never ends <a href=/x>'),
  body('an unclosed script', 'content', '<p>written tide</p><script>never("ends'),
  body('an unclosed title', 'content', '<title>never ends <p>titled tide'),
  body('an attribute of 500,000 bytes', 'content', `<p>big tide</p><a href="/${'x'.repeat(500_000)}">x</a>`),
  body('20,000 attributes', 'content', `<p many=1 ${many('a=b ')}>attributed tide</p>`),
  body('references to nothing', 'content', `<p>${many('&#x110000;&#0;&nothing;')}</p>`),
  body(
    'links of every odd scheme',
    'content',
    oddLinks.map((href) => `<a href="${href}">odd link</a>`).join('\n'),
  ),
  body(
    'a base of junk',
    'content',
    '<base href="http://["><base href="javascript:x"><a href=x>based tide</a>',
  ),
  body('a base elsewhere', 'content', '<base href="http://10.0.0.1/"><a href=x>another base</a>'),
  kind('a page that refreshes to itself', 'content', ({ target }) =>
    ok(`<meta http-equiv=refresh content="0;url=${target}"><p>fresh ${target}</p>`),
  ),
  body(
    'a refresh of junk',
    'content',
    '<meta http-equiv=refresh content="-1;;url==\'http://["><p>stale tide</p>',
  ),
  kind('a canonical page that is itself elsewhere', 'content', ({ target }) =>
    ok(
      `<link rel=canonical href="http://["><link rel=canonical href="tide:${target}"><p>canon ${target}</p>`,
    ),
  ),
  body('an XML bomb', 'content', `<?xml version="1.0"?>${entities}<x>&c;</x>`, 'application/xml'),
  body(
    'XML that reads a file',
    'content',
    '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>',
    'text/xml',
  ),
  body('XML that never ends', 'content', many('<x>'), 'text/xml'),
  body(
    'a sitemap with a line of 500,000 bytes',
    'content',
    `<urlset><url><loc>/${'x'.repeat(500_000)}`,
    'application/xml',
  ),
  body(
    'a sitemap of itself',
    'content',
    '<sitemapindex><sitemap><loc>/sitemap.xml</loc></sitemap>',
    'application/xml',
  ),
  body(
    'a feed of junk',
    'content',
    '<rss><channel><item><link>http://[</link><item><link/>',
    'application/rss+xml',
  ),
  body('JSON of junk', 'content', '{"tide":[1,,}', 'application/json'),
  body('JSON of 20,000 brackets', 'content', many('['), 'application/json'),
  body('JSON with a number beyond all', 'content', `{"tide":1e${'9'.repeat(1000)}}`, 'application/json'),
  body('half of a PDF', 'content', '%PDF-1.7\n1 0 obj <</Type/Catalog/Pages 2 0 R', 'application/pdf'),
  body('half of a picture', 'content', Buffer.from('89504e470d0a1a0a0000', 'hex'), 'image/png'),
  body('a program', 'content', Buffer.from('7f454c460201010000000000', 'hex')),
  body('CSV of quotes', 'content', many('"'), 'text/csv'),
  body('a page over the limit', 'FETCH_TOO_LARGE', `<p>${'too much tide '.repeat(100_000)}`),
];
