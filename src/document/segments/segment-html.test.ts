import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scanTags } from '../html/html-scanner.ts';
import { LinkCollector } from '../html/link-collector.ts';
import { PageText } from '../html/page-text.ts';
import { scanHtml } from '../html/scan-html.ts';
import { composeSegment, tokenId } from './segment-feed.ts';
import { hashOfTokens } from './segment-hash.ts';
import { SegmentSink, type SegmentTree, segmentHtml } from './segment-html.ts';

const leaves = (html: string) => segmentHtml(Buffer.from(html)).leaves;
const texts = (html: string): readonly string[] => leaves(html).map(({ text }) => text);
const places = (html: string): readonly string[] => leaves(html).map(({ kind, path }) => `${kind} ${path}`);

describe('the tree of segments (C2)', () => {
  test.each([
    ['paragraphs', '<p>a<p>b', ['paragraph p', 'paragraph p[2]']],
    ['headings', '<h1>a</h1><h2>b</h2>', ['heading h1', 'heading h2']],
    ['lists', '<ul><li>a<li>b</ul>', ['item ul/li', 'item ul/li[2]']],
    [
      'lists in lists',
      '<ul><li>a<ul><li>b</ul><li>c</ul>',
      ['item ul/li', 'item ul/li/ul/li', 'item ul/li[2]'],
    ],
    [
      'tables, rows, cells',
      '<table><tr><th>a<td>b<tr><td>c</table>',
      ['cell table/tr/th', 'cell table/tr/td', 'cell table/tr[2]/td'],
    ],
    ['tbody makes no difference', '<table><tbody><tr><td>a</table>', ['cell table/tr/td']],
    ['definitions', '<dl><dt>a<dd>b<dt>c</dl>', ['term dl/dt', 'item dl/dd', 'term dl/dt[2]']],
    ['navigation', '<nav><a href=x>a</a></nav>', ['navigation nav']],
    [
      'forms',
      '<form>a<select><option>b<option>c</select></form>',
      ['form form', 'item form/select/option', 'item form/select/option[2]'],
    ],
    [
      'sections',
      '<main><article><p>a</article><article><p>b',
      ['paragraph main/article/p', 'paragraph main/article[2]/p'],
    ],
    ['text between blocks', '<div>a<p>b</p>c</div>', ['text div', 'paragraph div/p', 'text div#2']],
    ['the title', '<title>a</title><p>b', ['title title', 'paragraph p']],
    ['the description', '<meta name=Description content="a b">', ['description meta[description]']],
    [
      'a stray end tag in a cell',
      '<div><table><tr><td>a</div>b</table>c',
      ['cell div/table/tr/td', 'cell div/table/tr/td#2', 'text div'],
    ],
    ['body tags', '<html><body><p>a</body></html>', ['paragraph p']],
    ['a line across the page', 'a<hr>b', ['text ', 'text #2']],
    ['other meta tags', '<meta name=keywords content=a><p>b', ['paragraph p']],
  ])('%s', (_, html, expected) => {
    expect(places(html)).toEqual(expected);
  });
});

describe('leaves', () => {
  test.each([
    ['references are decoded', '<p>caf&eacute; &euro;5', ['café €5']],
    ['white space is one space', '<p> a \n\t b&nbsp;c ', ['a b c']],
    [
      'scripts, styles and templates are left out',
      '<p>a<script>x</script><style>y</style><template>z</template>b',
      ['ab'],
    ],
    ['a comment may be inside a word', '<p>a<!-- x -->b', ['ab']],
    ['noscript is content', '<noscript><p>a</noscript>', ['a']],
    ['textarea holds text', '<textarea>a &amp; b</textarea>', ['a & b']],
    ['soft hyphens are not shown', '<p>Wasser&shy;stand', ['Wasserstand']],
  ])('%s', (_, html, expected) => {
    expect(texts(html)).toEqual(expected);
  });

  test('tokens are words, special characters and tags', () => {
    expect(leaves('<p>A <b>big</b> 5,50 € tide</p>')[0]?.tokens).toEqual([
      'A',
      '<b>',
      'big',
      '</b>',
      '5',
      ',',
      '50',
      '€',
      'tide',
    ]);
    expect(leaves('<p>潮汐表')[0]?.tokens).toEqual(['潮', '汐', '表']);
    expect(leaves('<p>می\u{200c}روم')[0]?.tokens).toEqual(['می\u{200c}روم']);
    expect(leaves('<p>ＡＢ１！')[0]?.tokens).toEqual(['ＡＢ１', '！']);
  });

  test('keep their links and images, not their scripts', () => {
    const [leaf] = leaves('<p><a href="/x">a</a><img src=y.png><script src=z.js></script></p>');
    expect(leaf?.links.map(({ kind, url }) => `${kind} ${url}`)).toEqual(['page /x', 'image y.png']);
  });

  test('include the descriptions of pictures and the labels of buttons', () => {
    const [picture] = leaves('<p>The <img src=y.png alt="old pier &amp; tower">at noon</p>');
    expect(picture?.text).toBe('The old pier & tower at noon');
    const [form] = leaves(
      '<form>Go<input type=SUBMIT value="Buy now"><input type=hidden value=x7f><input value=tea></form>',
    );
    expect(form?.text).toBe('Go Buy now');
    expect(leaves('<p>a<img alt=""> b</p>')[0]?.text).toBe('a b');
    expect(leaves('<form><input type=image alt=Search value=x></form>')[0]?.text).toBe('Search');
  });

  test('an image alone is a leaf', () => {
    expect(leaves('<div><img src=a.png></div>')[0]?.links).toHaveLength(1);
  });

  test('what a reader does not see makes no difference', () => {
    const [a] = leaves('<p class=x data-n=1>tide <a href="/a" rel=x>mark</a></p>');
    const [b] = leaves('<p  data-n="2"\n>tide\n<a rel=x href="/b"><!-- x -->mark</a>');
    expect([a?.high, a?.low]).toEqual([b?.high, b?.low]);
  });
});

const word = fc.constantFrom(
  'tide',
  'märk',
  '5',
  '€',
  '潮',
  '<b>',
  '</b>',
  ' ',
  ' ',
  '&amp;',
  '<p>',
  '</p>',
  '<li>',
  '<ul>',
  '</ul>',
  '<td>',
  '<br>',
  '<table>',
  '<',
  '</',
  '\u{1f30a}',
  'é',
  '<img src=x>',
);
const page = fc.array(word, { maxLength: 80 }).map((parts) => parts.join(''));

test('the hash of a leaf is that of its tokens, and a composed leaf is the same', () => {
  fc.assert(
    fc.property(page, (html) => {
      for (const leaf of leaves(html)) {
        expect({ high: leaf.high, low: leaf.low }).toEqual(hashOfTokens(leaf.tokens.map(tokenId)));
        const composed = composeSegment(leaf.kind, leaf.path, leaf.tokens, leaf.text);
        expect([composed.high, composed.low]).toEqual([leaf.high, leaf.low]);
      }
    }),
    { seed: 11, numRuns: 2000 },
  );
});

test('leaves hold all the words of the body text, in order', () => {
  const words = (text: string): string => text.replace(/[\s\u{a0}]+/gu, '');
  fc.assert(
    fc.property(page, (html) => {
      expect(words(texts(html).join(' '))).toBe(words(scanHtml(Buffer.from(html)).bodyText));
    }),
    { seed: 12, numRuns: 2000 },
  );
});

test('every leaf has a path of its own', () => {
  fc.assert(
    fc.property(page, (html) => {
      const paths = leaves(html).map(({ path }) => path);
      expect(new Set(paths).size).toBe(paths.length);
    }),
    { seed: 13, numRuns: 1000 },
  );
});

test('any bytes are a page', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      for (const leaf of segmentHtml(bytes).leaves)
        expect(leaf.text.length + leaf.tokens.length).toBeGreaterThan(0);
    }),
    { seed: 14, numRuns: 1000 },
  );
});

test('100,000 nested tags, and as many stray end tags', () => {
  expect(texts(`${'<div>'.repeat(100_000)}deep${'</div>'.repeat(100_000)}<p>after`)).toEqual([
    'deep',
    'after',
  ]);
  expect(texts(`<ul>${'<li><table><tr><td>'.repeat(30_000)}x${'</p></li>'.repeat(100_000)}`)).toEqual(['x']);
});

test('below the deepest level no tag opens or closes a block', () => {
  const [first, second] = leaves(`${'<div>'.repeat(62)}<dl><dt>a<ul><dd>b`);
  expect(first?.path).toMatch(/\/dl\/dt$/);
  expect(second?.path).toBe(`${first?.path}#2`);
});

test('links that another sink collects in the same pass give the same leaves', () => {
  fc.assert(
    fc.property(page, (html) => {
      const bytes = Buffer.from(
        html.replaceAll('<b>', '<b><a href=y>').replaceAll('<p>', '<p background=z>'),
      );
      const collector = new LinkCollector(bytes, new PageText(bytes));
      const sink = new SegmentSink(bytes, collector.links);
      scanTags(bytes, {
        startTag(tag) {
          sink.startTag(tag);
          if (tag.hasKnownAttributes) collector.startTag(tag);
        },
        endTag: (tag) => sink.endTag(tag),
        text: (...range) => sink.text(...range),
        rawText: (...range) => sink.rawText(...range),
      });
      const shown = (tree: SegmentTree) =>
        tree.leaves.map(({ path, high, low, links }) => [path, high, low, links]);
      expect(shown(sink.tree())).toEqual(shown(segmentHtml(bytes)));
    }),
    { seed: 15, numRuns: 500 },
  );
});
