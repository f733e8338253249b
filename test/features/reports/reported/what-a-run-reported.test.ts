import { afterEach, expect, test } from 'vitest';
import { findPages } from '../../../../src/crawl/history/find-page.ts';
import { PageDiffer } from '../../../../src/features/reports/diff-page.ts';
import { reportHtml } from '../../../../src/features/reports/exported-report.ts';
import { namedRules, switchRule } from '../../../../src/features/reports/learned-rules.ts';
import { reportJson } from '../../../../src/features/reports/report/report-formats.ts';
import { reportRun } from '../../../../src/features/reports/report-run.ts';
import { summaryOfRun } from '../../../../src/features/reports/run-summary.ts';
import { rawDatabase } from '../../../kernel/database/raw-database.ts';
import { useBuiltViews } from '../../../web/built-views.ts';
import { type Edits, type HarbourSite, harbourSite } from './harbour-site.ts';

let site: HarbourSite;
afterEach(() => site.close());

async function visited(visits: number, edits: Edits, options = {}): Promise<void> {
  site = await harbourSite(edits, options);
  for (let visit = 0; visit < visits; visit++) await site.visit();
}

async function news(run?: number) {
  return summaryOfRun(site.store, await site.project(), { run });
}

/** The texts of each group, and the paths of its pages. */
async function groups(run?: number) {
  const found = [];
  for await (const { changes, pages } of (await news(run)).groups(100))
    found.push({
      words: changes.map(({ words }) =>
        words.map(({ kind, text }) => (kind === 'same' ? '' : text)).join(''),
      ),
      areas: [...new Set(changes.map(({ area }) => area))],
      paths: pages.map(({ url }) => new URL(url).pathname),
    });
  return found;
}

async function diffOf(path: string, choice = {}, options = {}) {
  const project = await site.project();
  const [found] = await findPages(site.store, [project], `${site.origin}${path}`);
  if (found === undefined) throw new Error(`there is no page ${path}`);
  return (await PageDiffer.of(site.store, project)).diff(found.page, choice, options);
}

/** Everything that is written about a run, apart from the rules as they are now. */
async function written(run: number): Promise<string> {
  await useBuiltViews();
  const report = await reportRun(site.store, await site.project(), { run });
  const settled = { ...report, rules: [], aliases: { known: 0, requestsSaved: 0, reductionRate: 0 } };
  const html = await Array.fromAsync(reportHtml(settled, { flags: ['UPD', 'NEW'], mostRows: 100 }));
  const json = await Array.fromAsync(reportJson(settled, ['UPD', 'NEW', 'SAM']));
  return [...html, ...json, JSON.stringify(await diffOf('/prices', { from: 1, to: 2 }))].join('');
}

test('one edit of the footer is reported once for all pages, one of the sidebar once, and a price by itself', async () => {
  await visited(2, { footer: 2, sidebar: 2, price: 2 });
  const all = ['/', '/prices', '/sale', '/help', ...Array.from({ length: 12 }, (_, n) => `/p/${n}`)];
  expect(await groups()).toEqual([
    { words: [' 2025 2026'], areas: ['footer'], paths: expect.arrayContaining(all) },
    { words: [' ahead over'], areas: ['sidebar'], paths: ['/p/0', '/p/4', '/p/8'] },
    { words: [' 18.50 16.90'], areas: ['main'], paths: ['/prices'] },
  ]);
  expect(await news()).toMatchObject({ visited: 16, updated: 16, groupCount: 3, isRecomputed: false });
});

test('when nothing changed, nothing is told', async () => {
  await visited(2, {});
  expect(await groups()).toEqual([]);
  expect(await news()).toMatchObject({ updated: 0, groupCount: 0, newCount: 0, goneCount: 0 });
});

test('what is gone or fails is news once; after that it is only counted', async () => {
  await visited(4, { gone: 2, failing: 3 });
  const counts = async (run: number) => {
    const { goneCount, failedCount, lasting } = await news(run);
    return [
      goneCount,
      failedCount,
      lasting.missing,
      lasting.missingSince,
      lasting.failing,
      lasting.failingSince,
    ];
  };
  expect(await counts(2)).toEqual([1, 0, 0, null, 0, null]);
  expect(await counts(3)).toEqual([0, 1, 1, 2, 0, null]);
  expect(await counts(4)).toEqual([0, 0, 1, 2, 1, 3]);
  const gone = await Array.fromAsync((await news(2)).gone());
  expect(gone).toMatchObject([{ url: `${site.origin}/sale`, reason: 'not found (404)' }]);
  expect(await Array.fromAsync((await news(4)).gone())).toEqual([]);
  expect(await Array.fromAsync((await news(4)).failed())).toEqual([]);
});

test('the past does not drift: not after more visits, nor when all rules are switched off and on', async () => {
  await visited(2, { price: 2, secondPrice: 4 }, { hasAdverts: true });
  const then = await written(2);
  for (let visit = 3; visit <= 5; visit++) await site.visit();
  expect(await written(2)).toBe(then);
  const rules = await namedRules(site.store, await site.project());
  expect(rules.length).toBeGreaterThan(0);
  for (const state of ['off', 'on'] as const) {
    for (const rule of rules) await switchRule(site.store, rule, state);
    expect(await written(2)).toBe(then);
    if (state === 'on') continue;
    // The other view: without rules, an advert is a change.
    const reported = await diffOf('/prices', { to: 2 });
    expect(reported).toMatchObject({ judgedBy: 'the run', isRecomputed: false });
    expect(reported.changes?.filter(({ isNoise }) => !isNoise)).toMatchObject([{ heading: 'Tea' }]);
    const now = await diffOf('/prices', { to: 2 }, { asOfNow: true });
    expect(now.judgedBy).toBe('now');
    expect(now.changes?.filter(({ isNoise }) => !isNoise).length).toBeGreaterThan(1);
  }
});

test('over several versions counts what one of the runs reported', async () => {
  await visited(4, { price: 2, secondPrice: 4 }, { hasAdverts: true });
  const { changes, judgedBy } = await diffOf('/prices', { from: 1, to: 4 });
  expect(judgedBy).toBe('the runs between');
  expect(changes?.filter(({ isNoise }) => !isNoise).map(({ words }) => words)).toEqual([
    [
      { kind: 'same', text: 'Green tea costs €' },
      { kind: 'removed', text: ' 18.50' },
      { kind: 'added', text: ' 14.20' },
      { kind: 'same', text: ' a tin.' },
    ],
  ]);
});

test('of a run that kept nothing, the changes are computed, and that is said', async () => {
  await visited(2, { price: 2 });
  const raw = rawDatabase({ kind: 'sqlite', folder: site.folder });
  await raw.write(async ({ db }) => void (await db.deleteFrom('reported_change').execute()));
  await raw.close();
  expect(await news()).toMatchObject({ isRecomputed: true, groupCount: 1 });
  expect(await groups()).toMatchObject([{ words: [' 18.50 16.90'], paths: ['/prices'] }]);
  expect(await diffOf('/prices')).toMatchObject({ judgedBy: 'now', isRecomputed: true });
});
