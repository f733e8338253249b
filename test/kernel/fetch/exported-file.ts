import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BrowserContextOptions } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { writeToFile } from '../../../src/cli/output.ts';
import { useBuiltViews } from '../../web/built-views.ts';
import { browserForThisTest, readerOfFiles } from './browser-for-this-test.ts';

/** Writes an exported file and returns its address. `make` is called when views are built. */
export async function exportedForThisTest(make: () => AsyncIterable<string>): Promise<string> {
  await useBuiltViews();
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-exported-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'exported.html');
  await writeToFile(file, make());
  return pathToFileURL(file).href;
}

/** A page that shows a file, with everything that the browser complained about and asked for. */
export async function openedFile(url: string, options: BrowserContextOptions = {}) {
  const visitor = await readerOfFiles(await browserForThisTest(), {
    viewport: { width: 1300, height: 850 },
    reducedMotion: 'reduce',
    ...options,
  });
  const page = await visitor.newPage();
  const complaints: string[] = [];
  const requests: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(url);
  return { page, complaints, requests };
}
