import { expect, onTestFinished, test } from 'vitest';
import { singlePageShop } from '../../../features/states/applications/single-page-shop/single-page-shop.ts';
import { trackedApplication } from './tracked-application.ts';

/** Requests: the shell and its data for every rendering, and the script once. */
const wanted = [
  { visit: 1, rendered: 8 },
  { visit: 2, rendered: 8 },
  { visit: 3, rendered: 8 },
] as const;

test('a shop built by scripts is tracked as any other site: flags exact, requests and renderings counted', async () => {
  const shop = await singlePageShop();
  onTestFinished(() => shop.close());
  const application = await trackedApplication(shop.origin, { concurrency: 3 });
  let gone: Readonly<Record<string, string>> = {};
  for (const { visit, rendered } of wanted) {
    const flags = shop.publish(visit);
    shop.forget();
    const { notices, state } = await application.visit();
    expect(state).toBe('finished');
    // What is gone stays gone.
    expect(await application.flags()).toEqual({ ...gone, ...flags });
    gone = Object.fromEntries(Object.entries({ ...gone, ...flags }).filter(([, flag]) => flag === 'MIS'));
    const renderings = Number(/(\d+) renderings/.exec(notices.join())?.[1]);
    expect(notices).toEqual([
      `${rendered} pages are built by scripts and were rendered (${renderings} renderings).`,
    ]);
    const asked = (pattern: RegExp) => shop.pages().filter((target) => pattern.test(target)).length;
    expect(asked(/^\/assets\//)).toBe(1);
    expect(asked(/^\/api\/page\//)).toBe(renderings);
    expect(asked(/^\/api\/advert/)).toBe(renderings);
    expect(asked(/^\/(?!assets\/|api\/)/) - Object.keys(gone).length).toBe(renderings);
    // Once, and a second time where something differs: the advert always does.
    expect(renderings).toBeLessThanOrEqual(2 * rendered + 1);
  }
});
