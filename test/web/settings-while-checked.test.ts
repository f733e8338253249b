import type { Page, Route } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { untilInPage } from './until-in-page.ts';
import { webForThisFile } from './web-for-this-file.ts';

const web = webForThisFile();
let page: Page;
beforeAll(async () => {
  ({ page } = await web.visitor());
  await page.goto(web.demo().firstLink);
  await page.getByLabel('Choose a password').fill(web.demo().password);
  await page.keyboard.press('Enter');
  await page.getByLabel('An address to watch').waitFor();
  const client = await web.demo().client();
  const file = `name: town\nsource: ${web.demo().town}\nrules:\n  - default: deny\n`;
  await client.addProject({ body: { file } });
  await page.goto(`${web.demo().url}/projects/town/file?part=rules`);
  await page.getByRole('button', { name: 'Add a rule' }).waitFor();
});

/** Keeps what is asked of the server on its way there, until it is let go. */
async function heldBack(path: RegExp): Promise<{ readonly came: Promise<void>; letGo(): Promise<void> }> {
  const came = Promise.withResolvers<void>();
  const leave = Promise.withResolvers<void>();
  const onItsWay = async (route: Route) => {
    came.resolve();
    await leave.promise;
    await route.continue();
  };
  await page.route(path, onItsWay);
  return {
    came: came.promise,
    async letGo() {
      const answered = page.waitForResponse(path);
      leave.resolve();
      await (await answered).finished();
      await frames();
    },
  };
}

/** Time enough for what was answered to be shown. */
const frames = async () => {
  await page.evaluate('frame = 0');
  await untilInPage(page, 'frame++ > 3');
};

test('a button that is pressed stays where it is until it is let go, whatever the check of the file says meanwhile', async () => {
  const add = page.getByRole('button', { name: 'Add a rule' });
  await add.click();
  await page.getByLabel('Rule 1: pattern').fill('(');
  await page.locator('.field-error').waitFor();
  const check = await heldBack(/project-files\/check/);
  await page.getByLabel('Rule 1: pattern').fill('/news/');
  await check.came;
  await add.hover();
  const before = await add.boundingBox();
  await page.mouse.down();
  await check.letGo();
  expect(await add.boundingBox()).toEqual(before);
  await page.mouse.up();
  await page.getByLabel('Rule 2: pattern').waitFor();
  await page.locator('.field-error').waitFor({ state: 'detached' });
});

test('what is wrong stands at its field, and not while somebody has only begun', async () => {
  const second = page.getByLabel('Rule 2: pattern');
  await page.getByRole('tab', { name: /Rules 3.*has mistakes/ }).waitFor();
  expect(await page.locator('.field-error').count()).toBe(0);
  await page.getByLabel('Rule 2: comment').focus();
  await page.locator('.field-error', { hasText: 'not empty text' }).waitFor();
  const place = await page.getByRole('tab', { name: 'States' }).boundingBox();
  await second.fill('/sports/');
  await page.locator('.field-error').waitFor({ state: 'detached' });
  expect(await page.getByRole('tab', { name: 'States' }).boundingBox()).toEqual(place);
});

test('edits in one go, and while an answer comes in, are all kept', async () => {
  const check = await heldBack(/project-files\/check/);
  await page.evaluate(`(() => {
    const add = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Add a rule');
    add.click();
    add.click();
  })()`);
  await check.came;
  await page.getByLabel('Rule 3: pattern').fill('/3/');
  await check.letGo();
  await page.getByLabel('Rule 4: pattern').fill('/4/');
  const patterns = await page.getByLabel(/^Rule \d: pattern/).all();
  expect(await Promise.all(patterns.map((field) => field.inputValue()))).toEqual([
    '/news/',
    '/sports/',
    '/3/',
    '/4/',
  ]);
});

test('what is typed while the file is being saved is kept, and can be saved', async () => {
  const save = page.getByRole('button', { name: 'Save', exact: true });
  const stored = async () => (await (await web.demo().client()).showProject({ project: 'town' })).file ?? '';
  const saving = await heldBack(/\/api\/projects\/town$/);
  await save.click();
  await saving.came;
  await page.getByLabel('Rule 4: comment').fill('the fourth');
  await saving.letGo();
  await page.getByText('It applies from the next run on.').waitFor();
  expect(await page.getByLabel('Rule 4: comment').inputValue()).toBe('the fourth');
  expect(await stored()).toMatch(/\/4\/$/m);
  await save.click();
  await expect.poll(stored).toContain('comment: the fourth');
});

test('what is edited while a draft is on its way does not bring the draft before it back', async () => {
  await page.goto(`${web.demo().url}/new?url=${encodeURIComponent(web.demo().magazine)}`);
  await page.getByRole('button', { name: 'All settings' }).click();
  const name = page.getByLabel('Name of the project');
  await name.waitFor();
  const draft = await heldBack(/project-files\/draft/);
  await page.getByLabel('How often').click();
  await page.getByRole('option', { name: 'every hour' }).click();
  await draft.came;
  // Nobody can be this quick by hand; on a slow line everybody is.
  await name.focus();
  await page.keyboard.type('Too soon ');
  await draft.letGo();
  await name.fill('hourly tides');
  await page.getByRole('button', { name: 'Start watching' }).click();
  await page.getByRole('heading', { name: 'Run 1' }).waitFor();
  const { file } = await (await web.demo().client()).showProject({ project: 'hourly tides' });
  expect(file).toContain('every 1h');
});

test('watching begins with the draft of what was chosen, also while that is on its way', async () => {
  await page.goto(`${web.demo().url}/new?url=${encodeURIComponent(web.demo().town)}`);
  await page.getByRole('button', { name: 'Start watching' }).and(page.locator(':enabled')).waitFor();
  const draft = await heldBack(/project-files\/draft/);
  await page.getByLabel('How often').click();
  await page.getByRole('option', { name: 'every week' }).click();
  await draft.came;
  await page.getByRole('button', { name: 'Start watching' }).click();
  await frames();
  await draft.letGo();
  await page.getByRole('heading', { name: 'Run 1' }).waitFor();
  const [, named = ''] = /projects\/([^/]+)\/runs/.exec(page.url()) ?? [];
  const { file } = await (await web.demo().client()).showProject({ project: decodeURIComponent(named) });
  expect(file).toContain('every 7d');
});
