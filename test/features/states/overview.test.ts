import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { BrowserContextOptions } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { actionInWords, type StateGraph } from '../../../src/explore/index.ts';
import { overviewHtml, type StateContent } from '../../../src/features/states/exported-states.ts';
import { atThreshold } from '../../../src/features/states/graph-view/at-threshold.ts';
import { shortOrLong } from '../../fixtures/short-or-long.ts';
import { browserForThisTest } from '../../kernel/fetch/browser-for-this-test.ts';
import { exportedForThisTest, openedFile } from '../../kernel/fetch/exported-file.ts';
import { hostileGraph, hostileTexts } from './hostile-graph.ts';
import { madeUpGraph } from './made-up-application.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core'), 'utf8');

const overviewFile = (
  graph: StateGraph,
  contentOf = async (number: number): Promise<StateContent> => ({
    html: `<p>State ${number}</p>`,
    screenshot: null,
  }),
): Promise<string> =>
  exportedForThisTest(() =>
    overviewHtml({ url: 'https://office.example/', at: 0, graph, held: [], contentOf }),
  );

/** A page that shows the overview, with its parts. */
async function opened(url: string, options: BrowserContextOptions = {}) {
  const { page, complaints, requests } = await openedFile(url, options);
  await page.locator('.state-canvas:not([data-pending])').waitFor();
  const drawn = async () =>
    (await page.evaluate(`(() => {
      const { cy } = document.querySelector('.state-canvas')._cyreg;
      const inSight = cy.nodes(':visible').filter((node) => {
        const box = node.renderedBoundingBox();
        return box.x1 >= 0 && box.y1 >= 0 && box.x2 <= cy.width() && box.y2 <= cy.height();
      });
      return { states: cy.nodes().map((node) => Number(node.id())).sort((a, b) => a - b), inSight: inSight.length };
    })()`)) as { readonly states: readonly number[]; readonly inSight: number };
  const parts = {
    threshold: page.getByRole('slider', { name: 'Threshold' }),
    states: page.locator('.state-list button'),
    removed: page.locator('.state-part').filter({ hasText: 'Removed by the threshold' }),
    state: page.locator('.state-panel'),
    back: page.getByRole('button', { name: 'All states' }),
  };
  return { page, complaints, requests, drawn, ...parts };
}

describe('the overview', () => {
  test.each([5, 50, shortOrLong(150, 500)])(
    'of %i states draws what the threshold leaves, wherever the slider is',
    async (size) => {
      const graph = madeUpGraph(size);
      const { page, complaints, drawn, ...parts } = await opened(await overviewFile(graph));
      const sizes = new Set<number>();
      for (const threshold of [0.03, 0.15, 0.3, 0.5, 0.9, 0.03]) {
        await parts.threshold.fill(String(threshold));
        const { states, removed } = atThreshold(graph, threshold);
        const numbers = states.map(({ number }) => number);
        await expect.poll(drawn).toEqual({ states: numbers, inSight: numbers.length });
        const duplicates = removed.filter(({ because }) => because === 'near-duplicate').length;
        const counts = await page.locator('p[role=status]').textContent();
        expect(counts).toContain(`${numbers.length} state`);
        expect(counts).toContain(
          removed.length === 0
            ? 'with the threshold they were explored with'
            : `${duplicates} near-duplicate`,
        );
        await expect.poll(() => parts.states.count()).toBe(numbers.length);
        expect(await parts.removed.locator('li').count()).toBe(removed.length);
        if (removed.length > 0)
          expect(await parts.removed.textContent()).toContain(`Removed by the threshold: ${removed.length}`);
        sizes.add(numbers.length);
      }
      expect(sizes.size).toBeGreaterThan(1);
      const counted = (await page.evaluate(
        `[...document.querySelectorAll('.threshold-bars rect')].filter((bar) => Number(bar.getAttribute('height')) > 0).length`,
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
    const { page, complaints, state } = await opened(url);
    const found = graph.transitions.find(({ to }) => to === 9);
    await page.getByRole('button', { name: /^9 / }).click();
    const way = state.locator('.state-way li');
    expect(await way.first().textContent()).toBe('open https://office.example/office#0');
    expect(await way.last().textContent()).toBe(found === undefined ? '' : actionInWords(found.action));
    await page.getByText('<p class="a">State 9 — ✓</p>').waitFor();
    const shown = `document.querySelector('.state-picture img')`;
    expect(await page.evaluate(`${shown}.decode().then(() => ${shown}.naturalWidth)`)).toBe(640);
    expect(
      await page.evaluate(
        `document.querySelector('.state-canvas')._cyreg.cy.nodes('.chosen').map((node) => node.id())`,
      ),
    ).toEqual(['9']);
    // The way leads through the states that are named, one after the other.
    await state.locator('section', { hasText: 'What leads here' }).getByRole('button').first().click();
    await state.getByText(`State ${found?.from}`, { exact: true }).waitFor();
    expect(complaints).toEqual([]);
  });

  test('runs nothing of what hostile pages put into titles, labels and documents', async () => {
    const { graph } = hostileGraph();
    const attack =
      '<!doctype html></pre></script><script>document.title="taken"</script><img src=x onerror="document.title=\'taken\'">';
    const { page, complaints, requests, ...parts } = await opened(
      await overviewFile(graph, async (number) => ({
        html: `${attack}${hostileTexts[number]}`,
        screenshot: Buffer.from('not a picture'),
      })),
    );
    let linked = 0;
    for (const [number, text] of hostileTexts.entries()) {
      await parts.states.nth(number).click();
      await page.locator('.state-dom bdi:not(:empty)').waitFor({ state: 'attached' });
      const dom = await page.locator('.state-dom').textContent();
      expect(dom).toBe(`${attack}${text}`.toWellFormed());
      linked += await parts.state.locator('a').count();
      await parts.back.click();
    }
    expect(linked).toBe(graph.states.filter(({ url }) => /^https?:/.test(url)).length);
    expect(await page.title()).toBe('States of https://office.example/');
    expect(requests.filter((request) => !/^(?:file|data):/.test(request))).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('is used with the keyboard alone', async () => {
    const graph = madeUpGraph(20);
    const { page, drawn, state, threshold } = await opened(await overviewFile(graph));
    const drawnStates = async () => (await drawn()).states;
    await threshold.focus();
    await page.keyboard.press('End');
    await expect.poll(drawnStates).toEqual([0]);
    await page.keyboard.press('Home');
    await expect.poll(drawnStates).toHaveLength(20);
    for (let step = 0; step < 12; step++) await page.keyboard.press('ArrowRight');
    expect(await page.locator('.threshold-value').textContent()).toBe('0.15');
    await expect.poll(drawnStates).toEqual(atThreshold(graph, 0.15).states.map(({ number }) => number));
    await page.keyboard.press('Home');
    await page.getByLabel('Show only what contains').focus();
    await page.keyboard.type('settings');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const focused = () => page.evaluate('document.activeElement.tagName');
    await expect.poll(focused).toBe('H2');
    expect(await state.locator('h2').textContent()).toContain('Settings');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await expect.poll(focused).toBe('INPUT');
  });

  test('is right for all readers, light and dark, wide and narrow', async () => {
    const url = await overviewFile(madeUpGraph(30));
    for (const { colorScheme, width } of [
      { colorScheme: 'light', width: 1200 },
      { colorScheme: 'dark', width: 360 },
    ] as const) {
      const { page, threshold, removed, states } = await opened(url, {
        colorScheme,
        viewport: { width, height: 800 },
        bypassCSP: true,
      });
      await threshold.fill('0.2');
      await removed.locator('summary').click();
      await page.evaluate(axe);
      const findings = async () =>
        (
          (await page.evaluate('axe.run()')) as {
            violations: readonly { id: string; nodes: readonly { html: string }[] }[];
          }
        ).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
      expect({ width, findings: await findings() }).toEqual({ width, findings: [] });
      await states.nth(3).click();
      expect({ width, findings: await findings() }).toEqual({ width, findings: [] });
      expect(await page.evaluate('Math.max(0, document.documentElement.scrollWidth - innerWidth)')).toBe(0);
    }
  });
});
