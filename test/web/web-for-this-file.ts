import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { type GuardedBrowser, openBrowser } from '../../src/fetch/index.ts';
import { loopbackEgress } from '../fixtures/servers/loopback-egress.ts';
import { type ServedDemo, servedDemo } from './served-demo.ts';

/** Without what the component library says aloud for a moment: it points at things that may be gone by then. */
const check = `axe.run({ exclude: [['[data-live-announcer]']] })`;
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core'), 'utf8');

/** Long ways through many views, on machines that have other things to do. */
export const longWay = { timeout: 400_000 } as const;

/** One server and one browser for all tests of a file. */
export function webForThisFile() {
  let demo: ServedDemo;
  let browser: GuardedBrowser;
  beforeAll(async () => {
    demo = await servedDemo();
    browser = await openBrowser({ egress: loopbackEgress(), program: '', path: process.env['PATH'] ?? '' });
  });
  afterAll(async () => {
    await browser.close();
    await demo.close();
  });
  return {
    demo: () => demo,
    /** A browser of somebody's own, with what its console complains about. */
    async visitor(options: BrowserContextOptions = {}): Promise<{ page: Page; complaints: string[] }> {
      // Without motion: a colour half way through its change is neither the one nor the other.
      const context = await browser.newVisitor({
        viewport: { width: 1200, height: 900 },
        reducedMotion: 'reduce',
        ...options,
      });
      context.setDefaultTimeout(60_000);
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on('pageerror', ({ message }) => complaints.push(message));
      page.on('console', (message) => {
        if (message.type() === 'error' && !/status of (?:401|422|409)/.test(message.text()))
          complaints.push(message.text());
      });
      return { page, complaints };
    },
  };
}

/** What axe finds in a view that is more than a matter of taste, wide and narrow, in both colours; and whether it scrolls sideways. */
export async function expectReadableByAll(page: Page, name: string): Promise<void> {
  for (const [colorScheme, width] of [
    ['light', 1200],
    ['dark', 360],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate(`${axe};0`);
    const { violations } = (await page.evaluate(check)) as {
      readonly violations: readonly { id: string; impact: string; nodes: readonly { html: string }[] }[];
    };
    const found = violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    const sideways = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'));
    expect({ name, colorScheme, found, sideways: Math.max(sideways, 0) }).toEqual({
      name,
      colorScheme,
      found: [],
      sideways: 0,
    });
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1200, height: 900 });
}
