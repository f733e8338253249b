import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { linkPage, pagesOf } from '../../sites/plain/site-server.ts';
import { useBuiltViews } from '../../web/built-views.ts';
import { siteForThisTest } from '../crawl/runs/site-for-this-test.ts';
import { dataForThisTest } from '../url/data-for-this-test.ts';
import { browserForThisTest, readerOfFiles } from './browser-for-this-test.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core'), 'utf8');

interface Finding {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** A report of updated, new, missing and failing pages, with a change that many share. */
async function reportsOfAShop(): Promise<Readonly<Record<string, string>>> {
  await useBuiltViews();
  const data = dataForThisTest();
  let year = 2025;
  const rooms = Array.from({ length: 14 }, (_, n) => `/room-${n}`);
  const room = (n: number) => `<title>Room ${n}</title><h1>Room ${n}</h1>
    <p>A night costs ${40 + n + (year - 2025) * (n % 3)} euros.<footer>© ${year} Harbour hotel</footer>`;
  const { origin } = await siteForThisTest((request, response) => {
    const later = year > 2025;
    const paths = later ? [...rooms.slice(1), '/cellar', '/attic'] : [...rooms, '/attic'];
    const pages = Object.fromEntries(paths.map((path, n) => [path, room(n)]));
    if (later && request.target === '/attic') return void response.writeHead(403).end();
    pagesOf({ '/': linkPage(...paths), ...pages })(request, response);
  });
  const run = async (...args: readonly string[]) => {
    const { exitCode, stderr } = await data.run(args);
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
  };
  await run('track', origin, '--project', 'hotel');
  year = 2026;
  await run('track', origin, '--project', 'hotel');
  const report = join(data.folder, 'report.html');
  await run('report', 'hotel', '--html', report);
  const diff = join(data.folder, 'diff.html');
  await run('diff', 'room-3', '--html', diff);
  return { report, diff };
}

const screens = [
  { colorScheme: 'light', width: 1200 },
  { colorScheme: 'dark', width: 360 },
] as const;

test('the HTML of reports and diffs is right for all readers, light and dark, wide and narrow', async () => {
  const files = await reportsOfAShop();
  const browser = await browserForThisTest();
  for (const [name, file] of Object.entries(files)) {
    for (const { colorScheme, width } of screens) {
      const visitor = await readerOfFiles(browser, {
        colorScheme,
        viewport: { width, height: 800 },
        bypassCSP: true,
      });
      const page = await visitor.newPage();
      await page.goto(pathToFileURL(file).href);
      await page.locator('main').waitFor();
      await page.evaluate(axe);
      const { violations } = (await page.evaluate('axe.run()')) as {
        readonly violations: readonly Finding[];
      };
      const found = violations.map(({ id, impact, nodes }) => `${impact}: ${id}: ${nodes[0]?.html}`);
      expect({ name, colorScheme, width, found }).toEqual({ name, colorScheme, width, found: [] });
      const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      expect({ name, width, overflow: Math.max(0, Number(overflow)) }).toEqual({
        name,
        width,
        overflow: 0,
      });
      await visitor.close();
    }
  }
});
