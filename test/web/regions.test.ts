import { expect, test } from 'vitest';
import { expectReadableByAll, longWay, webForThisFile } from './web-for-this-file.ts';

const web = webForThisFile();

test('a change is seen in its place, called noise, and a region is chosen by clicking', longWay, async () => {
  const demo = web.demo();
  const { page, complaints } = await web.visitor();
  await page.goto(demo.firstLink);
  await page.getByLabel('Choose a password').fill(demo.password);
  await page.keyboard.press('Enter');
  await page.getByLabel('An address to watch').waitFor();
  const client = await demo.client();
  const project = 'town';
  await client.addProject({ body: { file: `name: ${project} # ours\nsource: ${demo.town}\n` } });
  await demo.run(project);
  demo.publish();
  await demo.run(project);
  const { items } = await client.listPages({ project, limit: 50 });
  const file = items.find(({ url }) => url.endsWith('/pl/pogoda.html'))?.file;
  const address = `${demo.url}/projects/${project}/pages/${file}`;

  await page.goto(`${address}?to=2&view=place`);
  const [before, after] = [page.frameLocator('iframe').first(), page.frameLocator('iframe').last()];
  await before.locator('del', { hasText: 'otwarta' }).waitFor();
  await after.locator('ins', { hasText: 'zamknięta' }).waitFor();
  await expectReadableByAll(page, 'changes in place');

  await page.goto(`${address}?to=2`);
  await page.getByRole('button', { name: 'This is noise' }).last().click();
  await page.getByText('is ignored on this page').waitFor();
  expect((await client.showProject({ project })).file).toContain('ignore: [');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect
    .poll(async () => (await client.showProject({ project })).file)
    .toBe(`name: ${project} # ours\nsource: ${demo.town}\n`);

  await page.goto(`${address}?to=2&view=regions`);
  await page.frameLocator('iframe').getByText('Wiatr zachodni').waitFor();
  const pane = await page.locator('.region-pane').boundingBox();
  const text = await page.frameLocator('iframe').getByText('Wiatr zachodni').boundingBox();
  await page.mouse.click((text?.x ?? 0) + 20, (text?.y ?? 0) + 5);
  expect(pane).not.toBeNull();
  await page.getByLabel('Selector').waitFor();
  await expect.poll(() => page.getByLabel('Selector').inputValue()).toBe('p');
  await page.getByRole('cell', { name: /siła czwarta/ }).waitFor();
  await page.getByRole('button', { name: 'Larger' }).click();
  await expect.poll(() => page.getByLabel('Selector').inputValue()).toBe('main');
  await expectReadableByAll(page, 'regions');
  await page.getByRole('button', { name: 'Watch only this' }).click();
  await page.getByText('Only main is watched').waitFor();
  const { file: saved } = await client.showProject({ project });
  expect(saved).toContain('only: [ main ]');
  expect(saved).toContain(`name: ${project} # ours`);
  await demo.run(project);
  await page.goto(`${demo.url}/projects/${project}/file?part=compare`);
  await page.getByLabel('Only these regions').waitFor();
  await page.getByRole('button', { name: 'Remove entry 1' }).click();
  await page.getByText('The text, links and images of whole pages count.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByLabel('Only these regions').waitFor();
  for (const part of ['Source', 'Log-in', 'Compare', 'Schedule', 'Messages', 'Limits', 'States']) {
    await page.getByRole('tab', { name: new RegExp(`^${part}`) }).click();
    await page.getByRole('tabpanel', { name: new RegExp(`^${part}`) }).waitFor();
    await expectReadableByAll(page, `settings: ${part}`);
  }
  expect(complaints).toEqual([]);
});
