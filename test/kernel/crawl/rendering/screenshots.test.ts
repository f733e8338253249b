import { expect, test } from 'vitest';
import { reportHtml } from '../../../../src/features/reports/exported-report.ts';
import { reportRun } from '../../../../src/features/reports/report-run.ts';
import { pagesOf } from '../../../sites/plain/site-server.ts';
import { exportedForThisTest, openedFile } from '../../fetch/exported-file.ts';
import { siteForThisTest } from '../runs/site-for-this-test.ts';
import { trackedApplication } from './tracked-application.ts';

const page = (
  price: number,
) => `<!doctype html><title>Lamps</title><body style="margin: 20px; font: 20px sans-serif">
  <h1>Lamps</h1><p>The desk lamp costs <b>${price}</b> euros.</p><div style="height: 400px; background: teal"></div><p>Open all day.</p>`;

test('pictures of changed pages are kept, and the report shows before and after with what differs in boxes', async () => {
  let price = 29;
  const site = await siteForThisTest((request, response) =>
    pagesOf({ '/': page(price), '/robots.txt': '' })(request, response),
  );
  const application = await trackedApplication(site.origin, { screenshots: 'changed', render: 'never' });
  await application.visit();
  price = 4711;
  await application.visit();
  expect(await application.flags()).toEqual({ '/': 'UPD' });
  await application.visit();
  const { store } = application;
  const project = await store.projects.find('application');
  if (project === null) throw new Error('no project');
  // A report of an old run still shows them.
  const report = await reportRun(store, project, { run: 2 });
  const [pictures] = await Array.fromAsync(report.pictures());
  expect(pictures?.page.url).toBe(`${site.origin}/`);
  expect([pictures?.before?.[1], pictures?.after[1]]).toEqual([0x50, 0x50]);
  expect(report.notices).toEqual([]);
  // The third visit brought nothing new, so no picture either.
  const [, , third] = (await store.runs.list(project.id)).toReversed();
  expect(await store.renderings.find(third?.id ?? 0, Number(pictures?.page.file))).toBeNull();

  const { page: shown, complaints } = await openedFile(
    await exportedForThisTest(() => reportHtml(report, { flags: ['UPD'], mostRows: 10 })),
    { viewport: { width: 1100, height: 900 } },
  );
  await shown.locator('#pictures').scrollIntoViewIfNeeded();
  expect(await shown.locator('.report-shots figure').count()).toBe(2);
  expect(await shown.locator('.report-shots image').count()).toBe(2);
  const boxes = await shown
    .locator('.report-shots rect')
    .evaluateAll((all) =>
      all.map((one) =>
        ['y', 'height', 'x', 'width'].map((name) =>
          Number((one as { getAttribute(name: string): string }).getAttribute(name)),
        ),
      ),
    );
  // The line with the price, and nothing of the large area below it.
  expect(boxes.length).toBeGreaterThanOrEqual(2);
  for (const [y = 0, height = 0, , width = 0] of boxes) {
    expect(y).toBeGreaterThan(60);
    expect(y + height).toBeLessThan(180);
    expect(width).toBeLessThan(500);
  }
  expect(complaints).toEqual([]);
});
