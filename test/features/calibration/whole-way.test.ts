import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../../src/config/index.ts';
import { Passwords } from '../../../src/features/people/password-hash.ts';
import { type GuardedBrowser, openBrowser } from '../../../src/fetch/index.ts';
import { startServer } from '../../../src/main/server/start-server.ts';
import { loopbackEgress } from '../../fixtures/servers/loopback-egress.ts';
import { shortOrLong } from '../../fixtures/short-or-long.ts';
import { openedFile } from '../../kernel/fetch/exported-file.ts';
import { type SiteServer, serveSite } from '../../sites/plain/site-server.ts';
import { useBuiltViews } from '../../web/built-views.ts';
import { builtWeb } from '../../web/built-web.ts';
import { expectReadableByAll } from '../../web/web-for-this-file.ts';
import { goodPassword } from '../people/people-for-test.ts';
import { runCommand } from '../projects/run-command.ts';
import { applicationsNamed, readAs } from './read-as.ts';

const names = ['dialogs', 'tabs', 'pagination', 'replace text', ...shortOrLong([], ['wizard', 'details'])];
const applications = applicationsNamed(names);

let folder: string;
let browser: GuardedBrowser;
let sites: readonly SiteServer[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidemark-calibration-'));
  sites = await Promise.all(applications.map(({ serve }) => serveSite(serve())));
  browser = await openBrowser({ egress: loopbackEgress(), program: '', path: process.env['PATH'] ?? '' });
});
afterAll(async () => {
  await browser.close();
  for (const site of sites) await site.close();
  await rm(folder, { recursive: true });
});

const tidemark = async (...words: readonly string[]) => {
  const { exitCode: code, stdout, stderr } = await runCommand(['--data', folder, ...words]);
  expect({ words, code, stderr: code === 0 ? '' : stderr }).toEqual({ words, code: 0, stderr: '' });
  return stdout;
};

/** Looks at nothing but the page: reads both states, and presses a key. */
async function judgeAll(page: Page): Promise<number> {
  for (let verdicts = 0; ; verdicts++) {
    await page.locator('.judge-progress, [role="alert"]').first().waitFor();
    if (await page.getByText('Everything is judged').isVisible()) return verdicts;
    const status = page.locator('.judge-progress [role="status"]');
    const before = await status.textContent();
    const texts = await page.locator('.recorded-texts').allTextContents();
    const origin = await page.locator('.page-header bdi').textContent();
    const application = applications[sites.findIndex((site) => origin?.includes(site.origin) === true)];
    if (application === undefined)
      throw new Error(`the page does not say which site it asks about: ${origin}`);
    const [one, other] = texts.map((text) => readAs(application, text));
    await page.keyboard.press(one === other ? 'd' : 'f');
    await expect.poll(() => status.textContent()).not.toBe(before);
  }
}

test('recorded applications, judged on the page, give a setting with which each is explored as people see it', async () => {
  // Where nothing is built yet, that takes as long as recording.
  const web = builtWeb();
  await tidemark(
    'calibrate',
    'record',
    ...sites.map(({ origin }) => `${origin}/`),
    '--set',
    'mine',
    '--contexts',
    '2',
  );
  await tidemark('calibrate', 'run', 'mine', '--kinds', 'words:1-3,chars:4', '--threads', '2');

  const config = readConfig({ data: folder, databaseUrl: '' }, { TIDEMARK_ALLOWED_NETWORKS: '127.0.0.0/8' });
  const passwords = new Passwords({ log2n: 4, r: 8, p: 1 });
  const server = await startServer({
    config,
    host: '127.0.0.1',
    port: 0,
    log: null,
    webFolder: await web,
    passwords,
  });
  try {
    const context = await browser.newVisitor({ viewport: { width: 1200, height: 900 } });
    const page = await context.newPage();
    await page.goto(server.firstLink ?? '');
    await page.getByLabel('Choose a password').fill(goodPassword);
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Calibration' }).click();
    await page.getByRole('link', { name: 'Judge states' }).click();
    await page.locator('.state-picture').first().waitFor();
    await expectReadableByAll(page, 'judging');
    const verdicts = await judgeAll(page);
    expect(verdicts).toBeGreaterThan(5);
    await page.keyboard.press('z');
    await page.locator('.state-pair').waitFor();
    await judgeAll(page);
    await page.getByRole('link', { name: 'See which setting fits' }).click();
    await page.getByText('Recommended:').waitFor();
    await expectReadableByAll(page, 'figures');
    await page.locator('.error-map .error-cell').first().click();
    await page.getByText('gets wrong').first().waitFor();
    await page.getByRole('button', { name: /Use it/ }).click();
    await page.getByText('now takes').waitFor();
    await context.close();
  } finally {
    await server.close();
  }

  await useBuiltViews();
  const report = JSON.parse(
    await tidemark('calibrate', 'report', 'mine', '--json', '--html', join(folder, 'mine.html')),
  );
  expect(report).toMatchObject({ set: 'mine', figures: { error: 0 } });
  expect(report.heldOut).toHaveLength(names.length);
  const { page } = await openedFile(pathToFileURL(join(folder, 'mine.html')).href);
  await page.getByRole('heading', { name: 'Total error over size and threshold' }).waitFor();

  for (const [place, application] of applications.slice(0, 2).entries()) {
    const events = await tidemark(
      'states',
      `${sites[place]?.origin}/`,
      '--setting',
      'mine',
      '--json',
      '--project',
      application.name,
    );
    const ended = events
      .split('\n')
      .flatMap((line) => (line.includes('"event":"ended"') ? [JSON.parse(line)] : []));
    expect(ended).toMatchObject([{ ending: 'complete', states: application.states.length }]);
  }
}, 300_000);
