import { expect, it } from 'vitest';
import { stateSummary } from '../../../src/features/states/state-summary.ts';
import { siteForThisTest } from '../../kernel/crawl/runs/site-for-this-test.ts';
import { SetClock } from './set-clock.ts';
import { addProjectAt, folderForThisTest, watchForThisTest } from './watched.ts';

async function applicationForThisTest(states: string) {
  const shown = { price: '30 €' };
  const site = await siteForThisTest(({ target }, response) => {
    if (target === '/robots.txt') return response.writeHead(404).end();
    return response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(
        `<title>Lamps</title><link rel="icon" href="data:,"><h1>Lamps</h1><p></p><button onclick="document.querySelector('p').textContent = 'The lamp costs ${shown.price} today.'">Price</button><button onclick="document.querySelector('p').textContent = 'Thirty lamps are left.'">Stock</button>`,
      );
  });
  const clock = new SetClock('2026-05-01T08:00Z');
  const open = await folderForThisTest();
  await addProjectAt(
    open,
    clock,
    `name: lamps\nsource: ${site.origin}/\nschedule: every 1h\nstates: ${states}\n`,
  );
  const once = async () => {
    const watch = watchForThisTest(open, clock, { once: true });
    await watch.ended;
    return watch.seen.filter((event) => event !== 'planned');
  };
  return { shown, clock, open, once };
}

it('explores an application after each crawl, and tells what changed', async () => {
  const { shown, clock, open, once } = await applicationForThisTest('{}');
  expect(await once()).toEqual(['started', 'ended', 'exploring', 'explored']);
  expect(await once()).toEqual([]);
  shown.price = '25 €';
  clock.moveTo('2026-05-01T09:00Z');
  expect(await once()).toEqual(['started', 'ended', 'exploring', 'explored']);
  const store = await open('read');
  const [latest] = await store.explorations.list((await store.projects.find('lamps'))?.id ?? 0);
  expect(latest).toMatchObject({ number: 2, ending: 'complete' });
  const { states } = await stateSummary(store, latest ?? expect.fail());
  expect(states.map(({ flag }) => flag).toSorted()).toEqual(['SAM', 'SAM', 'UPD']);
  await store.close();
});

it('goes on with an exploration that was broken off, without crawling again', async () => {
  const { clock, open, once } = await applicationForThisTest('{ watch: after }');
  const watch = watchForThisTest(open, clock);
  const { exploration } = await watch.next('exploring');
  await watch.stop();
  expect(await exploration.ended).toMatchObject({ exploration: { ending: 'interrupted' } });
  expect(await once()).toEqual(['exploring', 'explored']);
  const store = await open('read');
  const all = await store.explorations.list((await store.projects.find('lamps'))?.id ?? 0);
  expect(all).toMatchObject([{ number: 1, ending: 'complete' }]);
  await store.close();
  expect(await once()).toEqual([]);
});

it('explores instead of crawling, or never, as the file says', async () => {
  const { clock, once } = await applicationForThisTest('{ watch: instead, maxDepth: 0 }');
  expect(await once()).toEqual(['exploring', 'explored']);
  expect(await once()).toEqual([]);
  clock.moveTo('2026-05-01T09:00Z');
  expect(await once()).toEqual(['exploring', 'explored']);
  const { once: onlyCrawls } = await applicationForThisTest('{ watch: never }');
  expect(await onlyCrawls()).toEqual(['started', 'ended']);
});
