import type { Page } from 'playwright-core';
import type { ServedDemo } from '../served-demo.ts';
import { calibrated, fillCalibration } from './demo-calibration.ts';
import { harbour, magazine, newsDesk, town } from './demo-data.ts';

/** A view, and how somebody comes to it. */
export interface PicturedView {
  readonly name: string;
  /** Whether it is for a wide window, and shown in no other. */
  readonly isWide?: boolean;
  /** Whether the views after it need what happens on the way to it. */
  readonly isBefore?: boolean;
  open(page: Page, demo: ServedDemo, fill: () => Promise<void>): Promise<void>;
}

const project = (name: string, rest = '') => `/projects/${encodeURIComponent(name)}${rest}`;

const calibration = (rest = '') => `/calibration/${encodeURIComponent(calibrated)}${rest}`;

/** Opens an address, and waits for words that show that it is complete. */
const at =
  (address: string, words: string): PicturedView['open'] =>
  async (page, { url }) => {
    await page.goto(`${url}${address}`);
    await page.locator('main').getByText(words).first().waitFor();
  };

/** Notes about what was done lie over the page for some seconds. */
async function closeNotes(page: Page): Promise<void> {
  const close = page.locator('.toast').getByRole('button', { name: 'Close' });
  while ((await close.count()) > 0) await close.first().click();
}

let filling: Promise<void> | null = null;
/** The same after applications were recorded, which takes a while: only when they are wanted. */
const inCalibration =
  (address: string, words: string): PicturedView['open'] =>
  async (page, demo, fill) => {
    filling ??= fillCalibration(demo.folder);
    await filling;
    await at(address, words)(page, demo, fill);
  };

/** A part of the settings of a project that says something about everything. */
const settingsOf = (part: string, words: string): PicturedView['open'] =>
  at(project(newsDesk, `/file?part=${part}`), words);

/** A page of the magazine by the end of its address. */
const pageOf =
  (name: string, ending: string, search: string, words: string): PicturedView['open'] =>
  async (page, demo, fill) => {
    const client = await demo.client();
    const { items } = await client.listPages({ project: name, limit: 500 });
    const file = items.find(({ url }) => new URL(url).pathname.endsWith(ending))?.file;
    await at(project(name, `/pages/${file}${search}`), words)(page, demo, fill);
  };

export const views: readonly PicturedView[] = [
  {
    name: 'welcome',
    isBefore: true,
    open: async (page, { firstLink }) => {
      await page.goto(firstLink);
      await page.getByLabel('Choose a password').waitFor();
    },
  },
  {
    name: 'first-start',
    isBefore: true,
    open: async (page, { firstLink, password }) => {
      await page.goto(firstLink);
      await page.getByLabel('Choose a password').fill(password);
      await page.keyboard.press('Enter');
      await page.getByLabel('An address to watch').waitFor();
    },
  },
  {
    name: 'new-project',
    open: async (page, demo, fill) =>
      at(`/new?url=${encodeURIComponent(demo.magazine)}`, 'Start watching')(page, demo, fill),
  },
  {
    name: 'project-file',
    open: async (page) => {
      await page.getByRole('button', { name: /All settings/ }).click();
      await page.getByText('Project file', { exact: true }).first().click();
      await page.getByLabel('Project file', { exact: true }).last().press('Control+End');
      await page.keyboard.type('limits:\n  pages: many\n');
      await page.getByText('must be a whole number').waitFor();
    },
  },
  {
    name: 'what-changed',
    isBefore: true,
    open: async (page, demo, fill) => {
      await fill();
      await at('/', 'The harbour office is open')(page, demo, fill);
    },
  },
  {
    name: 'command-palette',
    open: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'runs', open: at(project(magazine), 'Run 2') },
  { name: 'report', open: at(project(town, '/runs/2'), '2 parts changed') },
  { name: 'report-of-changes', open: at(project(magazine, '/runs/2?flag=UPD'), '1 new item') },
  { name: 'pages', open: at(project(magazine, '/pages'), 'feed.xml') },
  { name: 'page', open: pageOf(magazine, '/pressure-at-the-bottom', '?to=2', 'A box on the sea floor') },
  {
    name: 'page-with-noise',
    open: async (page) => {
      await page.getByText(/known as noise/).click();
      await page.getByText('Leave this out as noise').first().waitFor();
    },
  },
  { name: 'states', open: at(project(harbour, '/states'), 'Harbour office') },
  { name: 'state', open: at(project(harbour, '/states?state=2'), 'How it is reached') },
  { name: 'no-states', open: at(project(town, '/states'), 'Nothing was explored yet') },
  { name: 'statistics', open: at('/statistics', 'Matches on one page') },
  { name: 'system', open: at('/system', 'Problems in the log') },
  {
    name: 'storage',
    open: async (page, demo, fill) => {
      await at('/system/storage', harbour)(page, demo, fill);
      await page.getByRole('button', { name: `Count ${magazine}` }).click();
      await page.getByText('Everything is kept.').waitFor();
    },
  },
  { name: 'workers', open: at('/system/workers', 'The server works alone') },
  {
    name: 'users',
    open: async (page, demo, fill) => {
      await at('/system/users', 'Add a user')(page, demo, fill);
      for (const name of ['ada', 'zoe.mueller']) {
        await page.getByLabel('Name').fill(name);
        await page.getByRole('button', { name: 'Add a user' }).click();
        await page.getByText(`Give this link to ${name}`).waitFor();
      }
    },
  },
  { name: 'audit-log', open: at('/system/audit', 'add user') },
  { name: 'page-other-script', open: pageOf(town, '%E6%BD%AE%E4%BD%8D.html', '?to=2', '本日の満潮') },
  { name: 'page-side-by-side', open: pageOf(town, '/pogoda.html', '?to=2&view=sides', 'Wiatr zachodni') },
  {
    name: 'page-stored',
    open: async (page, demo, fill) => {
      await pageOf(
        magazine,
        '/pressure-at-the-bottom',
        '?view=stored',
        'As run 2 fetched it',
      )(page, demo, fill);
      await page.frameLocator('iframe').getByRole('heading').first().waitFor();
    },
  },
  {
    name: 'page-in-place',
    open: async (page, demo, fill) => {
      await pageOf(
        magazine,
        '/pressure-at-the-bottom',
        '?to=2&view=place',
        'As it was stored',
      )(page, demo, fill);
      await page.frameLocator('iframe').last().locator('ins').first().waitFor();
    },
  },
  {
    name: 'page-regions',
    open: async (page, demo, fill) => {
      await pageOf(town, '/pogoda.html', '?to=2&view=regions', 'Click a part of the page')(page, demo, fill);
      await page.getByRole('button', { name: 'Begin with the main part' }).click();
      await page.getByText('What it says there').waitFor();
    },
  },
  { name: 'detectors', open: at(project(magazine, '/detectors'), 'Found in the last runs') },
  { name: 'messages', open: at(project(magazine, '/messages'), 'Delivery') },
  { name: 'settings', open: at(project(magazine, '/file'), 'Remove the project') },
  {
    name: 'settings-shares',
    open: async (page, demo, fill) => {
      await (await demo.client()).addUser({ body: { name: 'lena.schmidt', role: 'reader' } });
      await at(project(magazine, '/file?part=forms'), 'Who sees this project')(page, demo, fill);
      await page.getByLabel('Name of the secret').fill('tides');
      await page.getByLabel('Its value').fill('a password');
      await page.getByRole('button', { name: 'Keep it' }).click();
      await page.getByLabel('Name of a user').fill('lena.schmidt');
      await page.getByRole('button', { name: 'Give access', exact: true }).click();
      await page.getByRole('button', { name: 'Remove the access of lena.schmidt' }).waitFor();
      await closeNotes(page);
    },
  },
  {
    name: 'secrets',
    open: async (page, demo, fill) => {
      await at('/secrets', 'Name of the secret')(page, demo, fill);
      await page.getByLabel('Name of the secret').fill('mail-server');
      await page.getByLabel('Its value').fill('a password');
      await page.getByRole('button', { name: 'Keep it' }).click();
      await page.getByRole('button', { name: 'Remove the secret mail-server' }).waitFor();
      await closeNotes(page);
    },
  },
  { name: 'settings-rules', open: settingsOf('rules', 'Try an address') },
  { name: 'settings-steps', open: settingsOf('steps', 'Add a step') },
  {
    name: 'settings-step-tried',
    open: async (page, demo) => {
      const from = `${demo.url}/new?url=${encodeURIComponent(demo.magazine)}`;
      await page.goto(from);
      await page.getByRole('button', { name: 'All settings' }).click();
      await page.getByRole('tab', { name: 'Steps' }).click();
      await page.getByRole('button', { name: 'Add a step' }).click();
      await page.getByRole('button', { name: 'Try step 1 now' }).click();
      await page.getByText('A link of this page').waitFor();
    },
  },
  { name: 'settings-and-file', isWide: true, open: settingsOf('rules', 'Try an address') },
  { name: 'settings-forms', open: settingsOf('forms', 'Add a form') },
  { name: 'settings-log-in', open: settingsOf('log-in', 'Staying logged in') },
  { name: 'settings-compare', open: settingsOf('compare', 'Not these regions') },
  { name: 'settings-schedule', open: settingsOf('schedule', 'What stays') },
  { name: 'settings-messages', open: settingsOf('messages', 'Add a channel') },
  { name: 'settings-limits', open: settingsOf('limits', 'User agent') },
  { name: 'settings-states', open: settingsOf('states', 'What is filled in') },
  { name: 'no-calibration', open: at('/calibration', 'Nothing is recorded yet') },
  { name: 'calibration', open: inCalibration('/calibration', calibrated) },
  {
    name: 'calibration-judging',
    open: async (page, demo, fill) => {
      await inCalibration(calibration('/judge'), 'pairs known')(page, demo, fill);
      await page.locator('.state-picture').last().waitFor();
    },
  },
  { name: 'calibration-figures', open: inCalibration(calibration(), 'Recommended:') },
  {
    name: 'calibration-mistakes',
    open: async (page) => {
      await page.locator('.error-map').nth(3).locator('.error-cell').nth(12).click();
      await page.getByText('gets wrong').first().waitFor();
    },
  },
  { name: 'search', open: at('/search?q=water', 'Also earlier versions') },
  {
    name: 'account',
    open: async (page, demo, fill) => {
      await at('/account', 'Another password')(page, demo, fill);
      await page.getByText('the test').waitFor();
    },
  },
  {
    name: 'nothing-new',
    open: async (page, demo, fill) => {
      await at('/', 'The harbour office is open')(page, demo, fill);
      await page.getByRole('button', { name: 'Mark all as read' }).click();
      await page.getByRole('heading', { name: 'Nothing new' }).waitFor();
    },
  },
  {
    name: 'run-under-way',
    open: async (page, demo, fill) => {
      const client = await demo.client();
      const file = `name: tides archive\nsource: ${demo.magazine}\nlimits: { delay: 2s }\n`;
      await client.addProject({ body: { file } });
      await client.startRun({ project: 'tides archive', body: {} });
      await at(project('tides archive', '/runs/1'), 'Pages visited')(page, demo, fill);
      await page.locator('.rows tbody tr').nth(4).waitFor();
    },
  },
  {
    name: 'server-away',
    open: async (page, demo) => {
      await demo.stop();
      await page.getByText('The server does not answer.').waitFor();
    },
  },
  {
    name: 'log-in',
    open: async (page, { url, stop, start }) => {
      // It may be away, for the picture before.
      await stop();
      await start();
      await page.context().clearCookies();
      await page.goto(url);
      await page.getByLabel('Password').waitFor();
    },
  },
];
