import type { Page } from 'playwright-core';

/** Waits in the page itself, frame by frame: Playwright's own way needs eval, which the policy of our pages forbids. */
export async function untilInPage(page: Page, condition: string): Promise<void> {
  await page.evaluate(
    `new Promise((done) => { const look = () => (${condition}) ? done() : requestAnimationFrame(look); look(); })`,
  );
}

/** Nothing is being loaded any more. */
export const untilLoaded = (page: Page): Promise<void> =>
  untilInPage(page, `document.querySelector('.waiting, main [data-pending]') === null`);
