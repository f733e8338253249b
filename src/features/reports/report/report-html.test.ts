import { createHash } from 'node:crypto';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { expect, test } from 'vitest';
import { scanHtml } from '../../../document/index.ts';
import {
  changeExample,
  groupExample,
  joinedChunks,
  newsExample,
  pageExample,
  pageOf,
  reportExample,
} from './report.example.ts';
import { reportHtml } from './report-html.ts';
import { flagOrder } from './run-report.ts';

const all = { flags: flagOrder, mostRows: 2000 };
const attack = '"><script>alert(1)</script><img src=x onerror=alert(1)>\'';

test('hostile addresses, reasons, words and rules are text', async () => {
  const change = changeExample({
    heading: attack,
    path: attack,
    words: [{ kind: 'added', text: attack }],
    links: { added: [attack], removed: ['javascript:alert(1)'] },
    movedFrom: { area: 'footer', heading: attack, path: attack },
  });
  const pages = [pageOf(attack), pageOf('javascript:alert(1)')];
  const groups = [
    groupExample({ changes: [change], pages: [pageOf(attack)], reason: attack }),
    groupExample({ changes: [change], pages }),
    ...Array.from({ length: 12 }, () => groupExample({ changes: [], pages: pages.slice(1), reason: attack })),
  ];
  const report = reportExample(
    [
      pageExample(1, 'UPD', { url: attack, reason: attack }),
      pageExample(2, 'MIS', { url: 'javascript:alert(1)' }),
      pageExample(3, 'ERR', { url: `https://example.org/${attack}` }),
    ],
    {
      project: attack,
      startUrl: attack,
      changedMost: [
        { file: '1', url: attack, identity: attack, words: 3, changedRuns: 1 },
        { file: '2', url: attack, identity: attack, words: null, changedRuns: 1 },
      ],
      rules: [{ id: 'abcdef12', says: attack, evidence: attack }],
      news: newsExample({ project: attack }, groups),
    },
  );
  const html = await joinedChunks(reportHtml(report, all));
  const found = elementsOf(parse(html));
  expect(found.filter(({ tagName }) => tagName === 'script')).toHaveLength(1);
  expect(found.filter(({ tagName }) => /^(?:img|iframe|object|embed|base|link|form)$/.test(tagName))).toEqual(
    [],
  );
  for (const { name, value } of found.flatMap(({ attrs }) => attrs)) {
    expect(name).not.toMatch(/^(?:on|style|src)/);
    if (name === 'href') expect(value).toMatch(/^https:\/\/example\.org\//);
  }
});

test('needs nothing from anywhere, and its policy allows exactly what is in it', async () => {
  const html = await joinedChunks(reportHtml(reportExample([pageExample(1, 'UPD')]), all));
  const { links } = scanHtml(Buffer.from(html), 'utf-8');
  expect(links.filter(({ kind }) => kind !== 'page')).toEqual([]);
  const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? '';
  const sourceOf = (tag: string): string => {
    const text = new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(html)?.[1] ?? '';
    return `${tag}-src 'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  };
  expect(policy.split('; ')).toEqual([
    "default-src 'none'",
    sourceOf('style'),
    sourceOf('script'),
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ]);
  expect(html).not.toContain(' style=');
});

test('a total is a box that shows or hides its group; what is the same is hidden at first', async () => {
  const rows = [pageExample(1, 'UPD'), pageExample(2, 'SAM')];
  const html = await joinedChunks(reportHtml(reportExample(rows), all));
  expect(html).toContain('<input type="checkbox" id="show-UPD" checked>');
  expect(html).toContain('<input type="checkbox" id="show-SAM">');
  expect(html).toContain('<input type="checkbox" id="show-MIS" disabled>');
  for (const flag of flagOrder)
    expect(html).toContain(`body:has(#show-${flag}:not(:checked)) .group.${flag}`);
});

test('the first changes are open, further ones open with a click, as long as there is room', async () => {
  const rows = Array.from({ length: 250 }, (_, place) => pageExample(place + 1, 'UPD'));
  const html = await joinedChunks(reportHtml(reportExample(rows), all));
  expect(html.match(/<article class="entry"/g)).toHaveLength(12);
  expect(html.match(/<details class="entry"/g)).toHaveLength(188);
  expect(html).toContain('The chair costs <del>29</del> <ins>31</ins> euros.');
  expect(html).toContain('And 50 more changes; <code>tidemark report shop --all</code>');
});

test('what many pages have is shown once, with its pages', async () => {
  const pages = Array.from({ length: 79 }, (_, place) => pageOf(`https://example.org/${place}`));
  const footer = changeExample({ area: 'footer', heading: null });
  const news = newsExample({}, [groupExample({ changes: [footer], pages })]);
  const html = await joinedChunks(reportHtml(reportExample([pageExample(1, 'UPD')], { news }), all));
  expect(html).toContain('<h3>The footer changed on 79 pages</h3>');
  expect(html.match(/<ins>31<\/ins>/g)).toHaveLength(1);
  expect(html).toContain('<summary>The 79 pages</summary>');
  expect(html.match(/<li data-page=/g)).toHaveLength(79);
});

test('a page without words has its reason; rows beyond the limit are counted', async () => {
  const rows = Array.from({ length: 30 }, (_, place) => pageExample(place + 1, 'NEW'));
  const news = newsExample({}, [groupExample({ changes: [], reason: 'different bytes' })]);
  const report = reportExample([...rows, pageExample(31, 'UPD')], { news });
  const html = await joinedChunks(reportHtml(report, { flags: flagOrder, mostRows: 20 }));
  expect(html).toContain('<p class="reason" dir="auto">different bytes</p>');
  expect(html.match(/class="entry row"/g)).toHaveLength(20);
  expect(html).toContain('And 10 more');
});

test('changes end when a browser would have too much to open', async () => {
  const words = [{ kind: 'added' as const, text: 'word '.repeat(390) }];
  const changes = Array.from({ length: 60 }, () => changeExample({ words }));
  const news = newsExample(
    {},
    Array.from({ length: 60 }, () => groupExample({ changes })),
  );
  const html = await joinedChunks(reportHtml(reportExample([pageExample(1, 'UPD')], { news }), all));
  const shown = html.match(/class="entry"/g)?.length ?? 0;
  expect(shown).toBeGreaterThan(20);
  expect(shown).toBeLessThan(40);
});

test('nothing interactive is inside something interactive, every name is used once, and all is in a landmark', async () => {
  const pages = Array.from({ length: 79 }, (_, place) => pageOf(`https://example.org/${place}`));
  const rows = [...Array.from({ length: 20 }, (_, n) => pageExample(n + 1, 'UPD')), pageExample(21, 'NEW')];
  const { news } = reportExample(rows);
  const groups = [groupExample({ pages }), ...(await Array.fromAsync(news.groups(9)))];
  const rules = [{ id: 'abcdef12', says: 'adverts', evidence: 'e' }];
  const report = reportExample(rows, { news: newsExample({}, groups), rules });
  const found = elementsOf(parse(await joinedChunks(reportHtml(report, all))));
  const within = (name: string) => found.filter(({ tagName }) => tagName === name).flatMap(elementsOf);
  const interactive = /^(?:a|button|input|select|textarea|summary|details|label)$/;
  for (const name of ['summary', 'a'])
    expect(within(name).filter(({ tagName }) => tagName !== name && interactive.test(tagName))).toEqual([]);
  const ids = found.flatMap(({ attrs }) =>
    attrs.filter(({ name }) => name === 'id').map(({ value }) => value),
  );
  expect(new Set(ids).size).toBe(ids.length);
  const [body] = found.filter(({ tagName }) => tagName === 'body');
  const outer = (body?.childNodes ?? []).flatMap((node) => ('tagName' in node ? [node.tagName] : []));
  expect(outer).toEqual(['header', 'main', 'footer', 'script']);
});

test('two or more pages that changed are compared by how much', async () => {
  const changed = (file: string, words: number | null) => ({
    file,
    url: 'https://example.org/x',
    identity: `https://example.org/${file}`,
    words,
    changedRuns: 2,
  });
  const html = (...changedMost: readonly ReturnType<typeof changed>[]) =>
    joinedChunks(reportHtml(reportExample([pageExample(1, 'UPD')], { changedMost }), all));
  expect(await html(changed('1', 12))).not.toContain('Changed most');
  const both = await html(changed('1', 12), changed('2', null));
  expect(both).toContain('<td class="number">12 words</td><td class="number soft">2 of 3 runs</td>');
  expect(both).toContain('<td class="number">no text</td>');
  expect(both).toContain('<bdi>https://example.org/2</bdi></a>');
});

test('the bar shows each total beside the one before it', async () => {
  const rows = [pageExample(1, 'UPD'), pageExample(2, 'NEW'), pageExample(3, 'SAM'), pageExample(4, 'SAM')];
  const html = await joinedChunks(reportHtml(reportExample(rows), all));
  expect(html).toContain('<rect class="UPD" x="0.0" width="250.0" height="6"/>');
  expect(html).toContain('<rect class="NEW" x="250.0" width="250.0" height="6"/>');
  expect(html).toContain('<rect class="SAM" x="500.0" width="500.0" height="6"/>');
  expect(html).not.toContain('<rect class="MIS"');
});

/** As a browser would read it. */
function elementsOf(node: DefaultTreeAdapterTypes.Node): readonly DefaultTreeAdapterTypes.Element[] {
  const own = 'tagName' in node ? [node] : [];
  const children = 'childNodes' in node ? node.childNodes : [];
  return [...own, ...children.flatMap(elementsOf)];
}

test('near-duplicates are listed by class', async () => {
  const others = ['https://example.org/a', 'https://example.org/b'].map(pageOf);
  const report = reportExample([], {
    nearDuplicates: [{ of: pageOf('https://example.org/x<y'), pages: others }],
  });
  const html = await joinedChunks(reportHtml(report, all));
  expect(html).toContain('<summary>2 near-duplicates of https://example.org/x&lt;y</summary>');
  for (const { url } of others) expect(html).toContain(`href="${url}"`);
});
