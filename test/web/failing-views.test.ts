import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { longWay, webForThisFile } from './web-for-this-file.ts';

const web = webForThisFile();

async function choosePassword(page: Page): Promise<void> {
  const { firstLink, password } = web.demo();
  await page.goto(firstLink);
  await page.getByLabel('Choose a password').fill(password);
  await page.keyboard.press('Enter');
  await page.getByLabel('An address to watch').waitFor();
}

async function logIn(page: Page): Promise<void> {
  const { url, password } = web.demo();
  await page.goto(url);
  await page.getByLabel('Name').fill('admin');
  await page.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
  await page.getByLabel('An address to watch').waitFor();
}

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' });

test(
  'a view whose files cannot be loaded leaves the menu in its place, and is shown once the server answers',
  longWay,
  async () => {
    const demo = web.demo();
    const { page } = await web.visitor();
    await choosePassword(page);
    await demo.stop();
    await menu(page).getByRole('link', { name: 'Statistics' }).click();
    await page.getByRole('heading', { name: 'This view is not loaded yet' }).waitFor();
    expect(await menu(page).isVisible()).toBe(true);
    await demo.start();
    await page.getByText('Nothing to count yet').waitFor();
  },
);

test(
  'after an upgrade, when scripts have other names, a view is loaded once more, and not for ever',
  longWay,
  async () => {
    const { page } = await web.visitor();
    await logIn(page);
    const asked: string[] = [];
    await page.route(/\/assets\/search-view/, (route) => {
      asked.push(route.request().url());
      return route.fulfill({ status: 404 });
    });
    await menu(page).getByRole('link', { name: 'Search' }).click();
    await page.getByRole('button', { name: 'Reload the page' }).waitFor();
    expect(await menu(page).isVisible()).toBe(true);
    await page.unroute(/\/assets\/search-view/);
    await page.getByRole('button', { name: 'Reload the page' }).click();
    await page.getByRole('searchbox').first().waitFor();
    expect(asked.length).toBeGreaterThan(0);
  },
);

test(
  'a project that is removed stays removed when the page is reloaded before the time to undo is over',
  longWay,
  async () => {
    const demo = web.demo();
    const { page } = await web.visitor();
    await logIn(page);
    const client = await demo.client();
    await client.addProject({ body: { file: `name: short lived\nsource: ${demo.town}\n` } });
    await page.goto(`${demo.url}/projects/short%20lived/file`);
    await page.getByRole('button', { name: 'Remove the project' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText('“short lived” is being removed.').waitFor();
    await page.reload();
    await expect
      .poll(async () => (await client.listProjects({})).items.map(({ name }) => name))
      .not.toContain('short lived');
  },
);

test('a mail address is doubted where the server cannot send mails', longWay, async () => {
  const demo = web.demo();
  const { page } = await web.visitor();
  await logIn(page);
  await page.goto(`${demo.url}/new?url=${encodeURIComponent(demo.town)}`);
  await page.getByLabel(/by e-mail/i).fill('anna@example.org');
  await page.getByText(/no mail server, so mails will wait/).waitFor();
});
