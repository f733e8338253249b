/** Takes the pictures of docs/ui from the bundled magazine and a small town: `npm run web:pictures`. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { openBrowser } from '../../../src/fetch/index.ts';
import { loopbackEgress } from '../../fixtures/servers/loopback-egress.ts';
import { servedDemo } from '../served-demo.ts';
import { untilLoaded } from '../until-in-page.ts';
import { fillDemo } from './demo-data.ts';
import { views } from './views.ts';

const FOLDER = 'docs/ui';
interface Look {
  readonly name: string;
  readonly colorScheme: 'light' | 'dark';
  readonly width: number;
  readonly least: number;
}
const looks: readonly Look[] = [
  { name: 'light', colorScheme: 'light', width: 1200, least: 800 },
  { name: 'dark', colorScheme: 'dark', width: 1200, least: 800 },
  { name: 'phone', colorScheme: 'light', width: 390, least: 844 },
];
const wide: readonly Look[] = [{ name: 'wide', colorScheme: 'light', width: 1760, least: 900 }];
/** More of a long list shows nothing new. */
const TALLEST = 1500;

/** The beginnings of the names of some: `npm run web:pictures -- settings page`. */
const only = process.argv.slice(2);
const demo = await servedDemo();
const browser = await openBrowser({ egress: loopbackEgress(), program: '', path: process.env['PATH'] ?? '' });
try {
  if (only.length === 0) await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  const visitor = await browser.newVisitor();
  visitor.setDefaultTimeout(120_000);
  const page = await visitor.newPage();
  for (const { name, isBefore, isWide, open } of views) {
    const isWanted = only.length === 0 || only.some((beginning) => name.startsWith(beginning));
    if (isBefore === true || isWanted)
      await open(page, demo, async () => fillDemo(demo, await demo.client()));
    if (isWanted) await takeAll(page, name, isWide === true ? wide : looks);
  }
} finally {
  await browser.close();
  await demo.close();
}

async function takeAll(page: Page, view: string, looks: readonly Look[]): Promise<void> {
  // Nothing is pointed at.
  await page.mouse.move(0, 0);
  const session = await page.context().newCDPSession(page);
  for (const { name, colorScheme, width, least } of looks) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: least });
    await settled(page);
    const needed = Number(await page.evaluate('document.documentElement.scrollHeight'));
    await page.setViewportSize({ width, height: Math.min(Math.max(needed, least), TALLEST) });
    await settled(page);
    const { data } = (await session.send('Page.captureScreenshot', { format: 'webp', quality: 72 })) as {
      readonly data: string;
    };
    await writeFile(join(FOLDER, `${view}-${name}.webp`), Buffer.from(data, 'base64'));
  }
  await session.detach();
}

/** Two frames after the last request. */
async function settled(page: Page): Promise<void> {
  await untilLoaded(page);
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
}
