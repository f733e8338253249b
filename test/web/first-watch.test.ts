import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { tabTo } from './tab-to.ts';
import { expectReadableByAll, longWay, webForThisFile } from './web-for-this-file.ts';

const web = webForThisFile();

test(
  'by keyboard alone: from the first link to a change with its words, and each view readable by all',
  longWay,
  async () => {
    const demo = web.demo();
    const { page, complaints } = await web.visitor();
    const press = (key: string) => page.keyboard.press(key);

    await page.goto(demo.firstLink);
    await page.getByRole('heading', { name: 'Welcome, admin' }).waitFor();
    await page.getByLabel('Choose a password').waitFor();
    await expectReadableByAll(page, 'welcome');
    await page.keyboard.type('too short');
    await press('Enter');
    await page.getByText('A password has at least 12 characters.').waitFor();
    await press('Control+a');
    await page.keyboard.type(demo.password);
    await press('Enter');

    await page.getByLabel('An address to watch').waitFor();
    await expectReadableByAll(page, 'first start');
    await page.keyboard.type('no address');
    await press('Enter');
    await page.getByText('This is not the address of a site.').waitFor();
    await press('Control+a');
    await page.keyboard.type(demo.magazine);
    await press('Enter');

    await page.getByRole('heading', { name: 'What was found' }).waitFor();
    await page.getByText('1 path disallowed').waitFor();
    await tabTo(page, /The whole site/);
    await tabTo(page, /All settings/);
    await press('Enter');
    await page.getByRole('tab', { name: 'Rules' }).waitFor();
    await expectReadableByAll(page, 'all settings of a new project');
    await tabTo(page, /^Form$/);
    await press('ArrowRight');
    await tabTo(page, /^Project file$/);
    await press('Control+End');
    await page.keyboard.type('limits:\n  pages: many\n');
    await page.getByRole('button', { name: 'Line 5' }).waitFor();
    await expectReadableByAll(page, 'new project');
    expect(await page.getByRole('button', { name: 'Start watching' }).isDisabled()).toBe(true);
    await tabTo(page, /Throw my changes away/);
    await press('Enter');
    await page.getByText('every day').first().waitFor();
    await tabTo(page, /Start watching/);
    await press('Enter');

    await page.waitForURL(/\/runs\/1$/);
    await page.getByText('Finished').waitFor();
    const name = new URL(demo.magazine).host;
    demo.publish();
    await demo.run(name);

    await press('Control+k');
    await page.getByRole('dialog').waitFor();
    await expectReadableByAll(page, 'command palette');
    await page.keyboard.type('what ch');
    await press('Enter');
    await page.waitForURL((url) => url.pathname === '/');
    await page.getByText('A box on the sea floor weighs the water above it every').waitFor();
    expect(await page.locator('del', { hasText: 'six' }).count()).toBe(1);
    expect(await page.locator('ins', { hasText: 'ten' }).count()).toBe(1);
    await expectReadableByAll(page, 'what changed');

    await tabTo(page, /^run 2/);
    await press('Enter');
    await page.getByRole('radio', { name: 'Changed 6' }).waitFor();
    await expectReadableByAll(page, 'report');
    await tabTo(page, /All \d+/);
    await press('ArrowRight');
    await page.waitForURL(/flag=UPD/);
    await page.getByText('1 new item').waitFor();
    await tabTo(page, /pressure-at-the-bottom/);
    await press('Enter');
    await page.waitForURL(/\/pages\/\d+\?to=2/);
    await page.locator('ins', { hasText: 'ten' }).waitFor();
    await expectReadableByAll(page, 'page');
    await tabTo(page, /Changes/);
    await press('ArrowRight');
    await page.waitForURL(/view=sides/);
    await expectReadableByAll(page, 'side by side');
    await press('ArrowRight');
    await page.frameLocator('iframe').last().locator('ins', { hasText: 'ten' }).waitFor();
    await press('ArrowRight');
    await page.waitForURL(/view=stored/);
    const stored = page.frameLocator('iframe');
    await stored.getByRole('heading', { name: 'Pressure at the bottom' }).waitFor();

    await press('Control+k');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.type('what ch');
    await press('Enter');
    await page.getByRole('button', { name: 'Mark all as read' }).waitFor();
    await tabTo(page, /Mark all as read/);
    await press('Enter');
    await page.getByRole('heading', { name: 'Nothing new' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('A box on the sea floor').waitFor();
    // A picture and styles of the stored page, which are rightly refused.
    expect(complaints.filter((text) => !/wave\.svg|inline style/.test(text))).toEqual([]);
  },
);

test('what is stored is found by its words, and a detector is tried before it is kept', async () => {
  const demo = web.demo();
  const name = new URL(demo.magazine).host;
  const { page, complaints } = await web.visitor();
  await logIn(page, `${demo.url}/search`);
  await page.getByLabel('Words to find').fill('weighs the water');
  await page.keyboard.press('Enter');
  await page.locator('mark', { hasText: 'weighs' }).first().waitFor();
  expect(await page.getByText('PHPSESSID').count()).toBe(0);
  await expectReadableByAll(page, 'search');
  await page.getByLabel('Words to find').fill('(');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').waitFor();

  await page.goto(`${demo.url}/projects/${encodeURIComponent(name)}/detectors`);
  await page.getByRole('heading', { name: 'No detectors yet' }).waitFor();
  await page.getByLabel('What', { exact: true }).fill('gauge pier');
  await page.getByRole('button', { name: 'Try it on what is stored' }).click();
  await page.getByText('It would have found').waitFor();
  await page.getByText('A new gauge at the pier').first().waitFor();
  await expectReadableByAll(page, 'detectors');
  await page.getByRole('button', { name: 'Keep it' }).click();
  await page.getByRole('button', { name: /^Remove / }).click();
  await page.getByRole('heading', { name: 'No detectors yet' }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: /^Remove / }).waitFor();

  await page.getByRole('link', { name: 'Messages' }).click();
  await page.getByRole('button', { name: 'Send a test' }).click();
  await page.getByText('This project has no channels yet.').waitFor();
  await expectReadableByAll(page, 'messages');
  await page.getByRole('link', { name: 'Pages', exact: true }).click();
  await page.getByText('/feed.xml').waitFor();
  await expectReadableByAll(page, 'pages');
  await page.getByRole('link', { name: 'Runs' }).click();
  await page.getByRole('link', { name: 'Run 2' }).waitFor();
  await expectReadableByAll(page, 'runs');
  expect(complaints).toEqual([]);
});

/** Where somebody wanted to go is where they are after the log-in. */
async function logIn(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByLabel('Name').fill('admin');
  await page.getByLabel('Password').fill(web.demo().password);
  await page.getByLabel('Password').press('Enter');
}

test('a server that stops and comes back: the page says so, and goes on by itself', async () => {
  const demo = web.demo();
  const { page } = await web.visitor();
  await page.goto(demo.url);
  await page.getByLabel('Name').fill('admin');
  await page.getByLabel('Password').fill('wrong password!');
  await page.getByLabel('Password').press('Enter');
  await page.getByText(/name or the password/i).waitFor();
  await page.getByLabel('Password').fill(demo.password);
  await page.getByLabel('Password').press('Enter');
  await page.getByRole('heading', { name: 'What changed' }).waitFor();
  await demo.stop();
  await page.getByText('The server does not answer.').waitFor();
  await demo.start();
  await page.getByText('The server answers again.').waitFor();
  await page.getByText('A box on the sea floor').waitFor();
});

test('two people edit one project: nothing is lost', async () => {
  const demo = web.demo();
  const client = await demo.client();
  const name = new URL(demo.magazine).host;
  const { page } = await web.visitor();
  await logIn(page, `${demo.url}/projects/${encodeURIComponent(name)}/file`);
  await page.getByText('Project file', { exact: true }).first().click();
  const editor = page.getByRole('textbox', { name: 'Project file' });
  await editor.press('Control+End');
  await editor.pressSequentially('comment: mine\n');
  const { file } = await client.showProject({ project: name });
  await client.changeProject({ project: name, body: { file: `${file}confirm: yes\n`, was: file ?? '' } });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('was changed in the meantime').waitFor();
  await page.getByRole('region', { name: 'The other text' }).getByText('confirm: yes').waitFor();
  expect(await editor.inputValue()).toContain('comment: mine');
  await expectReadableByAll(page, 'settings with a conflict');
  await page.getByRole('button', { name: /Keep my text/ }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('It applies from the next run on.').waitFor();
  expect((await client.showProject({ project: name })).file).toContain('comment: mine');
});
