import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import type { StepAction } from '../../src/crawl/steps/step-action.ts';
import { stepActions } from '../../src/crawl/steps/step-actions.ts';
import { openTidemark } from '../../src/main/library.ts';
import { projectRoot } from '../guards/planted-tree.ts';
import { siteForThisTest } from '../kernel/crawl/runs/site-for-this-test.ts';
import { linkPage } from '../sites/plain/site-server.ts';
import { blocksOf, folderForThisTest } from './blocks-of-page.ts';

const [code = '', registration = ''] = blocksOf('docs/extending/step.md', 'ts');
const [file = ''] = blocksOf('docs/extending/step.md', 'yaml');

/** The action of the page, as if it stood in a file of the project. */
async function actionOfPage(folder: string): Promise<StepAction<never>> {
  const library = pathToFileURL(join(projectRoot, 'src/index.ts')).href;
  const zod = pathToFileURL(join(projectRoot, 'node_modules/zod/index.js')).href;
  const path = join(folder, 'until.ts');
  writeFileSync(path, code.replace('../../src/index.ts', library).replace(`'zod'`, `'${zod}'`));
  return ((await import(pathToFileURL(path).href)) as { untilText: StepAction<never> }).untilText;
}

/** A site whose report is ready at the third look, or never. */
async function openReports({ isEverReady }: { readonly isEverReady: boolean }) {
  let looks = 0;
  const site = await siteForThisTest(({ target }, response) => {
    const isReady = isEverReady && target === '/report' && ++looks >= 3;
    response.writeHead(target === '/robots.txt' ? 404 : 200, { 'content-type': 'text/html' });
    if (target === '/report') response.end(isReady ? `Report ready ${linkPage('/figures')}` : 'Please wait.');
    else response.end('<title>Figures</title><p>High water at six.</p>');
  });
  const folder = folderForThisTest();
  const tidemark = await openTidemark({
    data: join(folder, 'data'),
    stepActions: [await actionOfPage(folder)],
  });
  onTestFinished(() => tidemark.close());
  const path = join(folder, 'reports.yaml');
  writeFileSync(path, file.replace('https://example.org', site.origin));
  return { tidemark, path, site };
}

test('the action of the page gets to the report, and the step collects from there', async () => {
  const { tidemark, path, site } = await openReports({ isEverReady: true });
  const run = await tidemark.track(path);
  expect(await run.ended).toMatchObject({ state: 'finished', pages: 2, errors: 0 });
  const { changes } = await tidemark.report('reports');
  expect(changes.map(({ flag, url }) => `${flag} ${url.replace(site.origin, '')}`)).toEqual([
    'NEW /report',
    'NEW /figures',
  ]);
});

test('what it throws names the step', async () => {
  const { tidemark, path } = await openReports({ isEverReady: false });
  const run = await tidemark.track(path);
  await expect(run.ended).rejects.toMatchObject({
    code: 'CRAWL_STEP_FAILED',
    message: 'step 1: the page does not show "Report ready" after 10 looks',
  });
});

test('a key that no action has is refused, and what an action takes is checked', async () => {
  const { tidemark, path } = await openReports({ isEverReady: true });
  writeFileSync(path, file.replace('until: Report ready', 'until: [1]'));
  await expect(tidemark.track(path)).rejects.toMatchObject({ code: 'PROJECT_FILE_INVALID' });
  const without = await openTidemark({ data: join(path, '../other') });
  onTestFinished(() => without.close());
  writeFileSync(path, file);
  await expect(without.track(path)).rejects.toThrow(/unknown key "until"/);
});

test('the list of actions is the one that the page shows, with one more line', () => {
  const names = /\[(.*)\]/.exec(registration)?.[1]?.split(', ');
  expect(names).toEqual(['openAddress', 'followLink', 'fillAndSend', 'untilText']);
  expect(stepActions.map(({ key }) => key)).toEqual(['open', 'follow', 'form']);
});
