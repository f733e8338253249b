import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { shortOrLong } from '../fixtures/short-or-long.ts';
import { type NewsSite, startNewsSite } from './news-site.ts';
import { type Person, withKeyboard, withMouse } from './person.ts';
import { expectReadableByAll, longWay, webForThisFile } from './web-for-this-file.ts';

const web = webForThisFile();
let news: NewsSite;
beforeAll(async () => {
  const { page } = await web.visitor();
  await page.goto(web.demo().firstLink);
  await page.getByLabel('Choose a password').fill(web.demo().password);
  await page.keyboard.press('Enter');
  await page.getByLabel('An address to watch').waitFor();
});
beforeEach(async () => {
  news = await startNewsSite();
});
afterAll(() => news.close());

/** Seven that allow; the eighth is the default, which denies. */
const allowed = ({ url, search }: NewsSite): readonly (readonly [pattern: string, comment: string])[] => {
  const [site, results] = [url, search].map((address) => address.replace(/[.]/g, '\\.'));
  return [
    [`^${site}technology/`, 'the front page of technology'],
    [`^${site}finance/`, 'the front page of finance'],
    ['/[0-9]+/[0-9]+/[a-zA-Z0-9]+\\.html$', 'articles'],
    ['more\\.php\\?newsclass=technology', 'more articles of technology'],
    ['more\\.php\\?newsclass=finance', 'more articles of finance'],
    [`^${site}search\\.php`, 'where the search form leads'],
    [`^${results}/`, 'results of the search'],
  ];
};

/** Section 5.6 of the Smart Crawler paper: everything from the log-in to the difference between two visits. Each view on the way is readable by all, once. */
test.each([['keyboard', withKeyboard] as const, ...shortOrLong([], [['mouse', withMouse] as const])])(
  'the news of the paper, by %s: log in, describe, crawl, read, track',
  longWay,
  async (by, using) => {
    const { page, complaints } = await web.visitor();
    const person: Person = using(page);
    const checked = async (view: string) => {
      if (by === 'keyboard') await expectReadableByAll(page, view);
    };
    await page.goto(web.demo().url);
    await page.getByLabel('Name').waitFor();
    await person.write('Name', 'admin');
    await person.write('Password', web.demo().password);
    await page.keyboard.press('Enter');

    await page.getByRole('link', { name: 'New project' }).first().waitFor();
    await person.press('New project');
    // What changed has a field of this name too, as long as there is no project.
    await page.getByRole('heading', { name: 'New project', level: 1 }).waitFor();
    await page.getByLabel('An address to watch').waitFor();
    await person.write('An address to watch', news.url);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'All settings' }).waitFor();
    await person.press('All settings');

    await page.getByRole('tab', { name: 'Source' }).waitFor();
    await person.write('Name of the project', `News by ${by}`);
    await person.write('Name of the source', 'Example News');
    await person.write('Comment on the source', 'The news of the paper');
    await person.write('Depth', '0');
    await person.write('Session id', 'none');
    await checked('source and preference');

    await person.part('Rules');
    for (const [at, [pattern, comment]] of allowed(news).entries()) {
      await person.press('Add a rule');
      await person.write(`Rule ${at + 1}: pattern`, pattern);
      await person.write(`Rule ${at + 1}: comment`, comment);
    }
    await person.choose('Every other page', 'Is denied');
    const tried = async (address: string) => {
      await person.write('Try an address', address);
      await page.keyboard.press('Enter');
      return page.getByRole('status').filter({ hasText: address }).first().textContent({ timeout: 30_000 });
    };
    // The check of the rules may come back between two keys, on a busy machine.
    await expect.poll(() => tried(`${news.url}sports/`)).toContain('Left out');
    await expect.poll(() => tried(`${news.url}more.php?newsclass=finance`)).toContain('Belongs to it');
    await page.getByText('rule 5 allows').waitFor();
    await checked('rules');

    await person.part('Steps');
    for (const [number, topic] of [
      [1, 'technology'],
      [2, 'finance'],
    ] as const) {
      await person.press('Add a step');
      await person.write(`Address of step ${number}`, `/${topic}/`);
      await person.write(`Depth of step ${number}`, '3');
    }
    await person.press('Try step 1 now');
    await page.getByRole('heading', { name: 'Search form' }).waitFor();
    await page
      .getByRole('article', { name: 'Where step 1 leads' })
      .getByLabel('p', { exact: true })
      .waitFor();
    await checked('steps');

    await person.part('Forms');
    await person.press('Add a form');
    await person.write('Where the form leads (its action)', '/search.php');
    await person.write('Name of a field', 'p');
    await person.write('What to write into it', 'Google');
    await page.keyboard.press('Enter');
    await page.getByLabel('Text of p').waitFor();
    await checked('forms');
    await person.press('Start watching');

    await page.waitForURL(/\/runs\/1$/);
    await page.getByText('Finished').waitFor();
    await page.getByRole('radio', { name: /^New/ }).waitFor();
    expect(
      await page
        .getByText(/^All \d+/)
        .first()
        .textContent(),
    ).toBe('All 10');
    expect(await page.getByText('/sports/').count()).toBe(0);
    await checked('first report');
    await person.press('/060525/2/f1.html');
    const stored = page.frameLocator('iframe');
    await stored.getByRole('heading', { name: 'The market closes higher' }).waitFor();

    news.moveOn();
    await person.press(`News by ${by}`);
    await page.getByRole('button', { name: 'Run now' }).waitFor();
    await person.press('Run now');
    await page.waitForURL(/\/runs\/2$/);
    await page.getByText('Finished').waitFor();
    await person.pick('Changed');
    await page.waitForURL(/flag=UPD/);
    await person.press('/060525/2/f1.html');
    await page.locator('del', { hasText: 'higher' }).first().waitFor();
    await page.locator('ins', { hasText: 'lower' }).first().waitFor();
    await checked('the difference');
    expect(complaints).toEqual([]);
  },
);
