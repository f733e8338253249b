import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { actionInWords, type StateGraph } from '../../src/explore/index.ts';
import { atThreshold } from '../../src/features/states/graph-view/at-threshold.ts';
import type { StateContent } from '../../src/features/states/overview/overview.ts';
import { overviewHtml } from '../../src/features/states/overview/overview-html.ts';
import { browserForThisTest, readerOfFiles } from '../browser/browser-for-this-test.ts';
import { hostileGraph, hostileTexts } from './hostile-graph.ts';
import { madeUpGraph } from './made-up-application.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core'), 'utf8');

async function overviewFile(
  graph: StateGraph,
  contentOf = async (number: number): Promise<StateContent> => ({
    html: `<p>State ${number}</p>`,
    screenshot: null,
  }),
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-overview-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'states.html');
  const parts: string[] = [];
  for await (const part of overviewHtml({ url: 'https://office.example/', at: 0, graph, contentOf }))
    parts.push(part);
  writeFileSync(file, parts.join(''));
  return pathToFileURL(file).href;
}

/** A page that shows the overview, with everything that the browser complained about. */
async function opened(url: string, options: Readonly<Record<string, unknown>> = {}) {
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
  const drawn = async () =>
    (await page.evaluate(`(() => {
      const { cy } = document.getElementById('graph')._cyreg;
      const inSight = cy.nodes(':visible').filter((node) => {
        const box = node.renderedBoundingBox();
        return box.x1 >= 0 && box.y1 >= 0 && box.x2 <= cy.width() && box.y2 <= cy.height();
      });
      return { states: cy.nodes().map((node) => Number(node.id())).sort((a, b) => a - b), inSight: inSight.length };
    })()`)) as { readonly states: readonly number[]; readonly inSight: number };
  return { page, complaints, requests, drawn };
}

describe('the overview', () => {
  test.each([5, 50, 500])(
    'of %i states draws what the threshold leaves, wherever the slider is',
    async (size) => {
      const graph = madeUpGraph(size);
      const { page, complaints, drawn } = await opened(await overviewFile(graph));
      const sizes = new Set<number>();
      for (const threshold of [0.03, 0.15, 0.3, 0.5, 0.9, 0.03]) {
        await page.locator('#threshold').fill(String(threshold));
        const { states, removed } = atThreshold(graph, threshold);
        const numbers = states.map(({ number }) => number);
        expect(await drawn()).toEqual({ states: numbers, inSight: numbers.length });
        const counts = await page.locator('#counts').textContent();
        expect(counts).toContain(`${numbers.length} state`);
        expect(counts).toContain(removed.length === 0 ? 'none removed' : `${removed.length} removed`);
        expect(await page.locator('#list button').count()).toBe(numbers.length);
        expect(await page.locator('#removed li').count()).toBe(removed.length);
        sizes.add(numbers.length);
      }
      expect(sizes.size).toBeGreaterThan(1);
      const counted = (await page.evaluate(
        `[...document.querySelectorAll('#histogram rect')].filter((bar) => Number(bar.getAttribute('height')) > 0).length`,
      )) as number;
      expect(counted).toBeGreaterThan(0);
      expect(complaints).toEqual([]);
    },
  );

  test('shows a state, how it was reached, its picture and its DOM', async () => {
    const graph = madeUpGraph(12);
    const picture = await (await (await (await browserForThisTest()).newVisitor()).newPage()).screenshot();
    const url = await overviewFile(graph, async (number) => ({
      html: `<!doctype html>\n<p class="a">State ${number} — ✓</p>`,
      screenshot: picture,
    }));
    const { page, complaints } = await opened(url);
    const found = graph.transitions.find(({ to }) => to === 9);
    await page.getByRole('button', { name: /^9 / }).click();
    const way = page.locator('#state-way li');
    expect(await way.first().textContent()).toBe('open https://office.example/office#0');
    expect(await way.last().textContent()).toBe(found === undefined ? '' : actionInWords(found.action));
    await page.getByText('<p class="a">State 9 — ✓</p>').waitFor();
    const shown = `document.querySelector('#state-picture img')`;
    expect(await page.evaluate(`${shown}.decode().then(() => ${shown}.naturalWidth)`)).toBe(640);
    expect(
      await page.evaluate(
        `document.getElementById('graph')._cyreg.cy.nodes('.chosen').map((node) => node.id())`,
      ),
    ).toEqual(['9']);
    // The way leads through the states that are named, one after the other.
    await page.locator('#state-before button').first().click();
    expect(await page.locator('#state-title').textContent()).toContain(`State ${found?.from}`);
    expect(complaints).toEqual([]);
  });

  test('runs nothing of what hostile pages put into titles, labels and documents', async () => {
    const { graph } = hostileGraph();
    const attack =
      '<!doctype html></pre></script><script>document.title="taken"</script><img src=x onerror="document.title=\'taken\'">';
    const { page, complaints, requests } = await opened(
      await overviewFile(graph, async (number) => ({
        html: `${attack}${hostileTexts[number]}`,
        screenshot: Buffer.from('not a picture'),
      })),
    );
    for (const [number, text] of hostileTexts.entries()) {
      await page.locator('#list button').nth(number).click();
      await page.locator('#state-dom bdi:not(:empty)').waitFor({ state: 'attached' });
      const dom = await page.locator('#state-dom').textContent();
      expect(dom).toBe(`${attack}${text}`.toWellFormed());
      await page.locator('#back').click();
    }
    expect(await page.locator('#state-address a').count()).toBe(1);
    expect(await page.title()).toBe('States of https://office.example/');
    expect(requests.filter((request) => !/^(?:file|data):/.test(request))).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('is used with the keyboard alone', async () => {
    const graph = madeUpGraph(20);
    const { page, drawn } = await opened(await overviewFile(graph));
    await page.locator('#threshold').focus();
    await page.keyboard.press('End');
    expect((await drawn()).states).toEqual([0]);
    await page.keyboard.press('Home');
    expect((await drawn()).states).toHaveLength(20);
    for (let step = 0; step < 12; step++) await page.keyboard.press('ArrowRight');
    expect(await page.locator('#at').textContent()).toBe('0.15');
    expect((await drawn()).states).toEqual(atThreshold(graph, 0.15).states.map(({ number }) => number));
    await page.keyboard.press('Home');
    await page.locator('#find').focus();
    await page.keyboard.type('settings');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const focused = () => page.evaluate('document.activeElement.id');
    expect(await focused()).toBe('state-title');
    expect(await page.locator('#state-title').textContent()).toContain('Settings');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    expect(await focused()).toBe('find');
  });

  test('is right for all readers, light and dark, wide and narrow', async () => {
    const url = await overviewFile(madeUpGraph(30));
    for (const { colorScheme, width } of [
      { colorScheme: 'light', width: 1200 },
      { colorScheme: 'dark', width: 360 },
    ]) {
      const { page } = await opened(url, { colorScheme, viewport: { width, height: 800 }, bypassCSP: true });
      await page.locator('#threshold').fill('0.2');
      await page.locator('#removed-part summary').click();
      await page.evaluate(axe);
      const findings = async () =>
        (
          (await page.evaluate('axe.run()')) as {
            violations: readonly { id: string; nodes: readonly { html: string }[] }[];
          }
        ).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
      expect({ width, findings: await findings() }).toEqual({ width, findings: [] });
      await page.locator('#list button').nth(3).click();
      expect({ width, findings: await findings() }).toEqual({ width, findings: [] });
      expect(await page.evaluate('Math.max(0, document.documentElement.scrollWidth - innerWidth)')).toBe(0);
    }
  });
});
