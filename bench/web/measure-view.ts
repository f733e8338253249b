import type { CDPSession, Page } from 'playwright-core';
import { untilLoaded } from '../../test/web/until-in-page.ts';

const FRAMES = 60;
/** So far a hand turns the wheel between two frames. */
const STEP = 120;

export interface ScrolledView {
  /** Milliseconds of script in the slowest frame, and in the median one. */
  readonly slowest: number;
  readonly median: number;
}

/**
 * Scrolls down frame by frame, asking for more where there is more, and counts the time in scripts of each frame by the browser's
 * own clock. What asking takes is part of it.
 */
export async function scrolled(page: Page, session: CDPSession): Promise<ScrolledView> {
  const more = page.getByRole('button', { name: 'Show more' });
  for (let parts = 0; parts < 4 && (await more.count()) > 0; parts++) {
    await more.first().click();
    await untilLoaded(page);
  }
  await page.evaluate('scrollTo(0, 0)');
  await page.mouse.move(700, 500);
  const times: number[] = [];
  let before = await scriptSeconds(session);
  for (let frame = 0; frame < FRAMES; frame++) {
    await page.mouse.wheel(0, frame < FRAMES / 2 ? STEP : -STEP);
    await page.evaluate('new Promise((done) => requestAnimationFrame(done))');
    const now = await scriptSeconds(session);
    times.push((now - before) * 1000);
    before = now;
  }
  times.sort((a, b) => a - b);
  return { slowest: times.at(-1) ?? 0, median: times[times.length >> 1] ?? 0 };
}

async function scriptSeconds(session: CDPSession): Promise<number> {
  const { metrics } = (await session.send('Performance.getMetrics')) as {
    readonly metrics: readonly { readonly name: string; readonly value: number }[];
  };
  return metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0;
}
