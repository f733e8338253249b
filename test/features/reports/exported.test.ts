import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { flagOrder, type RunReport } from '../../../src/crawl/history/run-report.ts';
import { scanHtml } from '../../../src/document/index.ts';
import { diffHtml } from '../../../src/features/reports/exported-diff.ts';
import { reportHtml } from '../../../src/features/reports/exported-report.ts';
import {
  changeExample,
  diffExample,
  groupExample,
  pageExample,
  pageOf,
  reportExample,
  summaryExample,
} from '../../../src/features/reports/report/report.example.ts';
import type { PageDiff } from '../../../src/presentation/diff/page-diff.ts';
import { exportedForThisTest, openedFile } from '../../kernel/fetch/exported-file.ts';

const all = { flags: flagOrder, mostRows: 2000 };
const attack = '"><script>alert(1)</script><img src=x onerror=alert(1)>\'';

async function openedReport(report: RunReport, options = all) {
  const opened = await openedFile(await exportedForThisTest(() => reportHtml(report, options)));
  await opened.page.locator('main').waitFor();
  return opened;
}

async function openedDiff(diff: PageDiff, withNoise = false) {
  const opened = await openedFile(await exportedForThisTest(() => diffHtml(diff, withNoise)));
  await opened.page.locator('main').waitFor();
  return opened;
}

/** The HTML that the view made. */
const shownIn = (page: Page): Promise<string> => page.locator('#tidemark').innerHTML();

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
      summary: summaryExample({ project: attack }, groups),
    },
  );
  const { page, complaints, requests } = await openedReport(report);
  expect(await page.locator('script:not([type])').count()).toBe(1);
  expect(await page.locator('img, iframe, object, embed, base, link, form').count()).toBe(0);
  const found = (await page.evaluate(
    `[...document.querySelectorAll('body *')].flatMap((element) => [...element.attributes].map(({ name, value }) => [name, value]))`,
  )) as readonly (readonly [string, string])[];
  for (const [name, value] of found) {
    expect(name).not.toMatch(/^(?:on|src)/);
    if (name === 'href') expect(value).toMatch(/^https:\/\/example\.org\//);
  }
  expect(requests.filter((url) => !url.startsWith('file:'))).toEqual([]);
  expect(complaints).toEqual([]);
});

test.each([
  ['https://example.org/', true],
  ['FTP://example.org/a', true],
  ['sftp://example.org/a', false],
  ['file:///etc/passwd', false],
  ['javascript:alert(1)//https://', false],
  ['data:text/html,x', false],
])('%s is a link: %s', async (url, isLink) => {
  const { page } = await openedDiff(diffExample({ url, identity: url }));
  expect(await page.locator('h1 a').count()).toBe(isLink ? 1 : 0);
  expect(await page.locator('h1 bdi').textContent()).toBe(url);
});

test('needs nothing from anywhere, and its policy allows exactly what is in it', async () => {
  const url = await exportedForThisTest(() => reportHtml(reportExample([pageExample(1, 'UPD')]), all));
  const html = await readFile(fileURLToPath(url), 'utf8');
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
});

test('readers without scripts get the changes as text', async () => {
  const url = await exportedForThisTest(() => reportHtml(reportExample([pageExample(1, 'UPD')]), all));
  const { page } = await openedFile(url, { javaScriptEnabled: false });
  expect(await page.locator('pre').textContent()).toContain('The chair costs [-29-] {+31+} euros.');
});

test('a total is a box that shows or hides its group; what is the same is hidden at first', async () => {
  const rows = [pageExample(1, 'UPD'), pageExample(2, 'SAM')];
  const { page } = await openedReport(reportExample(rows));
  const box = (name: RegExp) => page.getByRole('checkbox', { name });
  expect(await box(/Changed/).isChecked()).toBe(true);
  expect(await box(/The same/).isChecked()).toBe(false);
  expect(await box(/Gone/).isDisabled()).toBe(true);
  const group = (name: RegExp) => page.getByRole('heading', { level: 2, name }).count();
  expect([await group(/^Changed 1/), await group(/^The same/)]).toEqual([1, 0]);
  await box(/Changed/).click();
  await box(/The same/).click();
  expect([await group(/^Changed 1/), await group(/^The same 1/)]).toEqual([0, 1]);
});

test('the first changes are open, further ones open with a click, as long as there is room', async () => {
  const rows = Array.from({ length: 250 }, (_, place) => pageExample(place + 1, 'UPD'));
  const { page } = await openedReport(reportExample(rows));
  expect(await page.locator('article.report-group').count()).toBe(12);
  expect(await page.locator('details.report-group').count()).toBe(188);
  const words = page.locator('.changed-words').first();
  expect(await words.textContent()).toBe('The chair costs 29 31 euros.');
  expect([await words.locator('del').textContent(), await words.locator('ins').textContent()]).toEqual([
    '29',
    '31',
  ]);
  await page.getByText('And 50 more changes; tidemark report shop --all prints them.').waitFor();
});

test('the filter shows only what contains a text, and counts its pages', async () => {
  const rows = [
    ...Array.from({ length: 9 }, (_, place) => pageExample(place + 1, 'UPD')),
    pageExample(10, 'NEW'),
  ];
  const { page } = await openedReport(reportExample(rows));
  await page.getByLabel('Show only what contains').fill('page-1');
  await page.getByText('2 pages', { exact: true }).waitFor();
  expect(await page.locator('.report-group').count()).toBe(1);
  await page.getByRole('heading', { name: 'Changed 1 of 9' }).waitFor();
  expect(await page.locator('.report-rows li').count()).toBe(1);
});

test('what many pages have is shown once, with its pages', async () => {
  const pages = Array.from({ length: 79 }, (_, place) => pageOf(`https://example.org/${place}`));
  const footer = changeExample({ area: 'footer', heading: null });
  const summary = summaryExample({}, [groupExample({ changes: [footer], pages })]);
  const { page } = await openedReport(reportExample([pageExample(1, 'UPD')], { summary }));
  await page.getByRole('heading', { name: 'The footer changed on 79 pages' }).waitFor();
  expect(await page.locator('ins').count()).toBe(1);
  await page.getByText('The 79 pages', { exact: true }).click();
  expect(await page.locator('.report-pages li').count()).toBe(79);
});

test('a page without words has its reason; rows beyond the limit are counted', async () => {
  const rows = Array.from({ length: 30 }, (_, place) => pageExample(place + 1, 'NEW'));
  const summary = summaryExample({}, [groupExample({ changes: [], reason: 'different bytes' })]);
  const report = reportExample([...rows, pageExample(31, 'UPD')], { summary });
  const { page } = await openedReport(report, { flags: flagOrder, mostRows: 20 });
  await page.getByText('different bytes', { exact: true }).waitFor();
  expect(await page.locator('.report-rows li').count()).toBe(20);
  await page.getByText('And 10 more; --all writes them all.').waitFor();
});

test('changes end when a browser would have too much to open', async () => {
  const words = [{ kind: 'added' as const, text: 'word '.repeat(390) }];
  const changes = Array.from({ length: 60 }, () => changeExample({ words }));
  const summary = summaryExample(
    {},
    Array.from({ length: 60 }, () => groupExample({ changes })),
  );
  const { page } = await openedReport(reportExample([pageExample(1, 'UPD')], { summary }));
  const shown = await page.locator('.report-group').count();
  expect(shown).toBeGreaterThan(20);
  expect(shown).toBeLessThan(40);
});

test('nothing interactive is inside something interactive, every name is used once, and all is in a landmark', async () => {
  const pages = Array.from({ length: 79 }, (_, place) => pageOf(`https://example.org/${place}`));
  const rows = [...Array.from({ length: 20 }, (_, n) => pageExample(n + 1, 'UPD')), pageExample(21, 'NEW')];
  const { summary } = reportExample(rows);
  const groups = [groupExample({ pages }), ...(await Array.fromAsync(summary.groups(9)))];
  const rules = [{ id: 'abcdef12', says: 'adverts', evidence: 'e' }];
  const { page } = await openedReport(reportExample(rows, { summary: summaryExample({}, groups), rules }));
  const interactive = 'a, button, input, select, textarea, summary, details, label';
  expect(await page.locator(':is(summary, a)').locator(interactive).count()).toBe(0);
  const ids = (await page.evaluate(`[...document.querySelectorAll('[id]')].map(({ id }) => id)`)) as string[];
  expect(new Set(ids).size).toBe(ids.length);
  expect(
    await page.evaluate(`[...document.querySelectorAll('#tidemark > *')].map((e) => e.tagName)`),
  ).toEqual(['HEADER', 'MAIN', 'FOOTER']);
});

test('two or more pages that changed are compared by how much', async () => {
  const changed = (file: string, words: number | null) => ({
    file,
    url: 'https://example.org/x',
    identity: `https://example.org/${file}`,
    words,
    changedRuns: 2,
  });
  const opened = (...changedMost: readonly ReturnType<typeof changed>[]) =>
    openedReport(reportExample([pageExample(1, 'UPD')], { changedMost }));
  expect(await shownIn((await opened(changed('1', 12))).page)).not.toContain('Changed most');
  const { page } = await opened(changed('1', 12), changed('2', null));
  const cells = page.locator('.report-table tbody tr');
  expect(await cells.first().locator('td').allTextContents()).toEqual([
    '12 words',
    '2 of 3 runs',
    'https://example.org/1',
  ]);
  expect(await cells.last().locator('td').allTextContents()).toEqual([
    'no text',
    '2 of 3 runs',
    'https://example.org/2',
  ]);
});

test('the bar shows each total beside the one before it', async () => {
  const rows = [pageExample(1, 'UPD'), pageExample(2, 'NEW'), pageExample(3, 'SAM'), pageExample(4, 'SAM')];
  const { page } = await openedReport(reportExample(rows));
  expect(await page.getByRole('img').getAttribute('aria-label')).toBe('Changed 1, New 1, The same 2');
  const parts = await page.locator('.flag-bar-part').all();
  const widths = await Promise.all(parts.map(async (part) => (await part.boundingBox())?.width ?? 0));
  const whole = widths.reduce((sum, width) => sum + width, 0);
  expect(widths.map((width) => Math.round((100 * width) / whole))).toEqual([25, 25, 50]);
});

test('near-duplicates are listed by class', async () => {
  const others = ['https://example.org/a', 'https://example.org/b'].map(pageOf);
  const report = reportExample([], {
    nearDuplicates: [{ of: pageOf('https://example.org/x<y'), pages: others }],
  });
  const { page } = await openedReport(report);
  await page.getByText('2 near-duplicates of https://example.org/x<y', { exact: true }).waitFor();
  for (const { url } of others) expect(await page.locator(`a[href="${url}"]`).count()).toBe(1);
});

test('a diff: the same words, marked for readers and for screen readers, and noise when it is asked for', async () => {
  const noise = changeExample({ isNoise: true, reason: 'other words at every fetch' });
  const { page } = await openedDiff(diffExample({ changes: [changeExample(), noise] }), true);
  expect(await shownIn(page)).toContain('costs</span> <del>29</del> <ins>31</ins><span> euros.');
  expect(await page.locator('.segment.noise').count()).toBe(1);
  await page.getByText('Noise: other words at every fetch').waitFor();
});

test('a diff of content without text has sizes', async () => {
  const picture = diffExample({ changes: null });
  const { page } = await openedDiff({ ...picture, to: { ...picture.to, bytes: 1500, type: 'image/png' } });
  await page.getByText(/No text to compare.*1,500 bytes/).waitFor();
});

test('a diff shows five thousand changes', async () => {
  const changes = Array.from({ length: 5002 }, () => changeExample());
  const { page } = await openedDiff(diffExample({ changes }));
  expect(await page.locator('.change-list > li').count()).toBe(5000);
  await page.getByText('And 2 more changes.').waitFor();
});

test('of many links, forty are listed', async () => {
  const opened = async (count: number) => {
    const links = { added: Array.from({ length: count }, (_, n) => `/${n}`), removed: ['/x'] };
    const { page } = await openedDiff(diffExample({ changes: [changeExample({ links })] }));
    return page.locator('.segment-links li').allTextContents();
  };
  expect(await opened(39)).toHaveLength(40);
  const more = await opened(41);
  expect(more).toHaveLength(41);
  expect(more.at(-1)).toBe('and 2 more');
});
