import { expect, test } from 'vitest';
import { objectsOf } from '../../kernel/cli/run-tidemark.ts';
import { runCommand } from '../projects/run-command.ts';
import { lamp, shopForThisTest } from './shop-site.ts';

test('stats counts crawls, matches over time, and matches on a page', async () => {
  const shop = await shopForThisTest();
  const stats = (...args: readonly string[]) => runCommand(['stats', ...args, '--data', shop.data]);
  shop.project(`detectors: [{ name: cheap, when: "price < 30" }, { name: lamps, words: [lamp] }]\n`);
  for (const price of ['34.90', '29.90']) {
    shop.show('/', lamp(price));
    await runCommand(['track', shop.file, '--data', shop.data]);
  }
  const [crawls, ...others] = objectsOf(await stats('--json', '--by', 'year'));
  expect(crawls).toMatchObject({
    table: 'crawls',
    project: 'lamps',
    crawls: 2,
    fullCrawls: 2,
    pagesFound: 1,
    pagesRead: 1,
    pagesMatched: 1,
    matches: 4,
  });
  const year = { table: 'matches', project: 'lamps', period: 'year', pages: 1, from: expect.any(String) };
  expect(others).toEqual([
    { ...year, detector: 'lamps', matches: 3 },
    { ...year, detector: 'cheap', matches: 1 },
    { table: 'matches on a page', matches: 1, pages: 2 },
    { table: 'matches on a page', matches: 2, pages: 1 },
  ]);
  const text = (await stats('lamps', '--by', 'year')).stdout;
  expect(text).toMatch(/^lamps +2 +2 +1 +1 +\S+ \w+ +\S+ +1 +4$/m);
  expect(text).toMatch(/^detector +20\d\d +all\nlamps +1\/3 +1\/3\ncheap +1\/1 +1\/1\nall +1\/4 +1\/4$/m);
  expect(text).toMatch(/^matches +pages\n1 +2\n2 +1$/m);
  const later = await stats('lamps', '--since', '2999-01-01');
  expect(later.stdout).toMatch(/^lamps +0 +0 +- +- +- +- +0 +0$/m);
  expect(later.stderr).toContain('Detectors have found nothing');
  expect((await stats('lmaps')).stderr).toContain('Did you mean "lamps"?');
});
