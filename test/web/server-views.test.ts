import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectReadableByAll, webForThisFile } from './web-for-this-file.ts';

const web = webForThisFile();

async function choosePassword(page: Page): Promise<void> {
  const { firstLink, password } = web.demo();
  await page.goto(firstLink);
  await page.getByLabel('Choose a password').fill(password);
  await page.keyboard.press('Enter');
  await page.getByLabel('An address to watch').waitFor();
}

test('an application is explored: its graph, a state with the way to it, and fewer states under a larger threshold', async () => {
  const demo = web.demo();
  const { page, complaints } = await web.visitor();
  await choosePassword(page);
  await demo.explore('harbour office', 1);
  await page.goto(`${demo.url}/projects/harbour%20office/states`);
  await page.getByText(/^[67] states$/).waitFor();
  await page.locator('canvas').first().waitFor();
  await expectReadableByAll(page, 'states');
  await page.getByRole('button', { name: /Crane/ }).click();
  await page.getByText('click the button “Crane”').first().waitFor();
  await page.waitForURL(/state=\d/);
  await expectReadableByAll(page, 'state');
  await page.getByRole('button', { name: 'All states' }).click();
  await page.getByRole('slider').focus();
  await page.keyboard.press('End');
  await page.getByText(/near-duplicates? removed/).waitFor();
  await page.waitForURL(/threshold=/);
  // The address is enough to come back to it.
  await page.reload();
  await page.getByText(/near-duplicates? removed/).waitFor();
  expect(complaints).toEqual([]);
});

test('an administrator sees how the server is, counts what is stored, keeps a secret, and adds a user, who logs in with a link and sees what is shared', async () => {
  const demo = web.demo();
  const { page, complaints } = await web.visitor();
  await page.goto(`${demo.url}/system`);
  await page.getByLabel('Name').fill('admin');
  await page.getByLabel('Password').fill(demo.password);
  await page.getByLabel('Password').press('Enter');
  await page.getByText('No run is under way.').waitFor();
  await expectReadableByAll(page, 'machine');
  await page.getByRole('link', { name: 'Storage' }).click();
  await page.getByRole('button', { name: 'Count harbour office' }).click();
  await page.getByText('Everything is kept.').waitFor();
  await expectReadableByAll(page, 'storage');
  await page.getByRole('link', { name: 'Workers' }).click();
  await page.getByText('The server works alone').waitFor();
  await expectReadableByAll(page, 'no workers');
  await page.getByRole('link', { name: 'Users', exact: true }).click();
  await page.getByLabel('Name').fill('zoe');
  await page.getByRole('button', { name: 'Add a user' }).click();
  const link = (await page.locator('.one-time-link').textContent()) ?? '';
  await expectReadableByAll(page, 'users');
  await page.getByRole('link', { name: 'Audit log' }).click();
  await page.getByText('add user').first().waitFor();
  await expectReadableByAll(page, 'audit log');
  await page.getByRole('link', { name: 'Statistics' }).click();
  await page.getByText('Nothing to count yet').waitFor();
  await expectReadableByAll(page, 'statistics');
  expect(complaints).toEqual([]);

  const { page: other } = await web.visitor();
  await other.goto(link);
  await other.getByLabel('Choose a password').fill('a long password of hers');
  await other.keyboard.press('Enter');
  await other.waitForURL((url) => url.pathname === '/');
  await other.goto(`${demo.url}/system/users`);
  await other.getByText('Only administrators see this').waitFor();

  const keep = async (name: string) => {
    await page.getByLabel('Name of the secret').fill(name);
    await page.getByLabel('Its value').fill('open sesame');
    await page.getByRole('button', { name: 'Keep it' }).click();
    await page.getByRole('button', { name: `Remove the secret ${name}` }).waitFor();
  };
  await page.getByRole('link', { name: 'Secrets' }).click();
  await keep('mail-server');
  await expectReadableByAll(page, 'secrets');
  await page.goto(`${demo.url}/projects/harbour%20office/file`);
  await keep('door');
  await page.getByLabel('Name of a user').fill('zoe');
  await page.getByRole('button', { name: 'Give access', exact: true }).click();
  await page.getByRole('button', { name: 'Remove the access of zoe' }).waitFor();
  await expectReadableByAll(page, 'access');
  await other.goto(`${demo.url}/projects/harbour%20office`);
  await other.getByRole('heading', { name: 'harbour office' }).waitFor();
});

test('an administrator sees the workers and their jobs, pauses one, and lets a job that was given up be tried again', async () => {
  const demo = web.demo();
  const { page, complaints } = await web.visitor();
  const at = '2026-11-17T12:00:00.000Z';
  const load = { average: 0.42, processors: 4, memory: 210_000_000 };
  const worker = { id: '1f0c77ab', name: 'crawler-2/4711', kind: 'worker', version: '0.1.0', runs: 2 };
  const node = { ...worker, load, state: 'working', startedAt: at, seenAt: at };
  const letter = { id: 'a', queue: 'run', project: 'harbour office', reason: 'out of memory', tries: 9, at };
  const queues = [{ name: 'run', waiting: 3, active: 2, failed: 1 }];
  const asked: string[] = [];
  // A database that machines share is not worth its time here: test/features/cluster has the real answers.
  await page.route(/\/api\/(nodes|queue)/, (route) => {
    const [method, path] = [route.request().method(), new URL(route.request().url()).pathname];
    if (method !== 'GET') asked.push(`${method} ${path} ${route.request().postData() ?? ''}`.trim());
    if (method === 'GET' && path === '/api/nodes') return route.fulfill({ json: { items: [node] } });
    if (method === 'GET') return route.fulfill({ json: { queues, deadLetters: [letter] } });
    return route.fulfill({ json: path.startsWith('/api/nodes') ? { ...node, state: 'paused' } : letter });
  });
  await page.goto(`${demo.url}/system/workers`);
  await page.getByLabel('Name').fill('admin');
  await page.getByLabel('Password').fill(demo.password);
  await page.getByLabel('Password').press('Enter');
  await page.getByText('crawler-2/4711').waitFor();
  await page.getByText('out of memory').waitFor();
  await expectReadableByAll(page, 'workers');
  await page.getByRole('button', { name: 'What to do about crawler-2/4711' }).click();
  await page.getByRole('menuitem', { name: 'Pause' }).click();
  await page.getByText('takes no further runs').waitFor();
  await page.getByRole('button', { name: 'Try again: harbour office' }).click();
  await page.getByText('waits for a worker again').waitFor();
  expect(asked).toEqual(['PUT /api/nodes/1f0c77ab {"wanted":"pause"}', 'POST /api/queue/a/retry']);
  expect(complaints).toEqual([]);
});
