import { expect, test } from 'vitest';
import { reportHtml } from '../../../../src/features/reports/exported-report.ts';
import { joinedChunks } from '../../../../src/features/reports/report/report.example.ts';
import { reportJson } from '../../../../src/features/reports/report/report-formats.ts';
import { reportText } from '../../../../src/features/reports/report/report-text.ts';
import { reportRun } from '../../../../src/features/reports/report-run.ts';
import { runSite } from './run-site.ts';
import { siteForThisTest, storeForThisTest } from './site-for-this-test.ts';

const unchanging = 'Mon, 16 Nov 2026 07:36:38 GMT';

interface Given {
  readonly pages: number;
  /** Pages whose text changes at the second visit. */
  readonly edited: ReadonlySet<number>;
  /** Whether it says "not modified" of those, too. */
  readonly lies: boolean;
  /** A text that is another one at every fetch. */
  readonly noise?: boolean;
  /** Pages that have a file name with an ending; all others have a plain one. */
  readonly files?: ReadonlySet<number>;
}

/** A site whose pages are all on its start page. Tracks it a number of times. */
async function trackedSite(visits: number, { pages, edited, lies, noise = false, files }: Given) {
  let visit = 0;
  let fetches = 0;
  const numbers = Array.from({ length: pages }, (_, i) => i + 1);
  const server = await siteForThisTest(({ target, headers }, response) => {
    const number = Number(/^\/p(\d+)(?:\.png)?$/.exec(target)?.[1] ?? (target === '/' ? 0 : Number.NaN));
    if (Number.isNaN(number)) return void response.writeHead(404).end();
    const hasChanged = visit > 1 && edited.has(number);
    const since = headers['if-modified-since'];
    if (since === unchanging && (lies || !hasChanged)) return void response.writeHead(304).end();
    response.writeHead(200, { 'content-type': 'text/html', 'last-modified': unchanging });
    const links =
      number > 0
        ? ''
        : numbers
            .map((one) => `<a href="/p${one}${files?.has(one) ? '.png' : ''}">Number ${one}</a>`)
            .join(' ');
    const drawn = noise ? `<div>Seen ${++fetches} times</div>` : '';
    response.end(
      `<h1>No. ${number}</h1>${links}<p>Stays ${hasChanged ? 'renamed' : 'as it was'}.</p>${drawn}`,
    );
  });
  const store = await storeForThisTest();
  const project = 'watched';
  const asked: number[] = [];
  const conditional: number[] = [];
  for (visit = 1; visit <= visits; visit++) {
    server.forget();
    await runSite(store, { project, url: visit === 1 ? `${server.origin}/` : null, visits: 'changes' });
    asked.push(server.pages().length);
    conditional.push(server.requests.filter((one) => 'if-modified-since' in one.headers).length);
  }
  const stored = await store.projects.find(project);
  if (stored === null) throw new Error('there is no project');
  const report = (run: number) => reportRun(store, stored, { run });
  return { report, asked, conditional };
}

const someOf = (pages: number) =>
  new Set(Array.from({ length: pages }, (_, i) => i).filter((i) => i % 4 === 0));

test('a host that says "not modified" of changed pages is found out, and all its pages are asked again', async () => {
  const edited = someOf(40);
  const { report, conditional } = await trackedSite(3, { pages: 40, edited, lies: true });
  expect((await report(2)).totals).toEqual({ NEW: 0, SAM: 31, UPD: 10, MIS: 0, ERR: 0 });
  expect((await report(3)).totals).toMatchObject({ SAM: 41 });
  expect(conditional[1]).toBeGreaterThan(0);
  expect(conditional[2]).toBe(0);
});

test('also when only few pages of a kind get an untrue 304', async () => {
  const edited = new Set([57, 59]);
  const files = new Set([57, 58, 59]);
  const { report } = await trackedSite(3, { pages: 60, edited, lies: true, files });
  const [second, third] = [await report(2), await report(3)];
  expect([second.totals.UPD, third.totals.UPD].sort()).toEqual([0, 2]);
});

test('the report says so, in every form, as long as it counts', async () => {
  const { report } = await trackedSite(3, { pages: 3, edited: new Set([0]), lies: true });
  const says = 'said "not modified" (304) of http://';
  for (const run of [2, 3]) {
    expect((await report(run)).notices).toEqual([expect.stringContaining(says) as string]);
  }
  const found = await report(2);
  const text = {
    ink: { paint: (_: string, words: string) => words },
    width: 200,
    flags: ['UPD'],
    mostRows: 5,
  };
  expect((await Array.fromAsync(reportText(found, text as never))).join('\n')).toContain(says);
  expect(await joinedChunks(reportJson(found, ['UPD']))).toContain('"notices":["127.0.0.1:');
  const html = await joinedChunks(reportHtml(found, { flags: ['UPD'], mostRows: 5 } as never));
  expect(html).toContain('said &quot;not modified&quot; (304)');
});

test('a host that is right keeps the privilege, also where pages have noise', async () => {
  const { report, conditional } = await trackedSite(4, {
    pages: 20,
    edited: someOf(20),
    lies: false,
    noise: true,
  });
  expect((await report(2)).totals).toMatchObject({ UPD: 5, SAM: 16 });
  expect((await report(4)).notices).toEqual([]);
  expect(conditional[3]).toBe(21);
});

test('a quiet site costs hardly more than one request for each page', async () => {
  const { asked } = await trackedSite(6, { pages: 200, edited: new Set(), lies: false });
  const later = asked.slice(1).reduce((sum, one) => sum + one, 0);
  expect(later / (5 * 201)).toBeLessThan(1.06);
  expect(later).toBeGreaterThan(5 * 201);
});
