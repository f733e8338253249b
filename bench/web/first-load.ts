import type { GuardedBrowser } from '../../src/fetch/index.ts';
import { untilInPage } from '../../test/web/until-in-page.ts';

/** Notes when the first view is there and the main thread was free for a frame after it. */
const watch = `
  addEventListener('DOMContentLoaded', () => {
    const look = () => {
      const view = document.querySelector('main h1');
      if (view === null || document.querySelector('.waiting') !== null) return requestAnimationFrame(look);
      setTimeout(() => { window.interactiveAt = performance.now(); }, 0);
    };
    look();
  });`;

export interface FirstLoad {
  readonly interactiveMs: number;
  readonly scriptMs: number;
}

/** Opens a view in a browser with an empty cache, on a processor that is slower by a factor. */
export async function firstLoad(
  browser: GuardedBrowser,
  url: string,
  headers: Readonly<Record<string, string>>,
  slowdown: number,
): Promise<FirstLoad> {
  const visitor = await browser.newVisitor({ extraHTTPHeaders: { ...headers } });
  try {
    const page = await visitor.newPage();
    await page.addInitScript(watch);
    const session = await visitor.newCDPSession(page);
    await session.send('Performance.enable');
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await page.goto(url);
    await untilInPage(page, 'window.interactiveAt !== undefined');
    const interactiveMs = Number(await page.evaluate('window.interactiveAt'));
    const { metrics } = (await session.send('Performance.getMetrics')) as {
      readonly metrics: readonly { readonly name: string; readonly value: number }[];
    };
    const script = metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0;
    return { interactiveMs, scriptMs: script * 1000 };
  } finally {
    await visitor.close();
  }
}
