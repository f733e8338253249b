import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { siteForThisTest } from '../../kernel/crawl/runs/site-for-this-test.ts';
import { browserForThisTest, readerOfFiles } from '../../kernel/fetch/browser-for-this-test.ts';
import { dataForThisTest } from '../../kernel/url/data-for-this-test.ts';
import { pagesOf } from '../../sites/plain/site-server.ts';
import { useBuiltViews } from '../../web/built-views.ts';

/** One page whose buttons show something else each. */
function application(shows: Readonly<Record<string, string>>): string {
  return `<!doctype html><title>Harbour</title><nav></nav><main id=shown>Welcome to the harbour office</main><script>
    for (const [name, text] of Object.entries(${JSON.stringify(shows)})) {
      const button = document.createElement('button');
      button.textContent = name;
      button.onclick = () => { shown.innerHTML = '<h1>' + name + '</h1><p>' + text + '</p>'; };
      document.querySelector('nav').append(button);
    }</script>`;
}

const monday = {
  Tides: 'High water comes at six in the morning and again in the evening',
  Prices: 'A night at the quay costs forty euros for a boat of ten metres',
  Crane: 'The crane lifts boats of up to twelve tons on working days',
};

interface Changed {
  readonly event: string;
  readonly since: number | null;
  readonly groups: readonly { readonly states: readonly number[] }[];
  readonly matches: readonly { readonly state: number }[];
  readonly states: readonly {
    readonly flag: string;
    readonly reason: string;
    readonly changes: readonly { readonly before: string; readonly after: string }[];
  }[];
}

test('an application is explored three times: what is new, updated and missing is told, and nothing else', async () => {
  const data = dataForThisTest();
  let shows: Readonly<Record<string, string>> = monday;
  const { origin } = await siteForThisTest((request, response) =>
    pagesOf({ '/': application(shows) })(request, response),
  );
  const [file, messages] = [join(data.folder, 'harbour.yaml'), join(data.folder, 'messages.txt')];
  writeFileSync(
    file,
    `name: harbour\nsource: ${origin}/\nstates: { contexts: 2 }\ndetectors: [words: [boat]]\nnotify: [{ to: '${pathToFileURL(messages).href}', events: [match, changed, missing] }]\n`,
  );
  const explore = async (...options: readonly string[]) => {
    await useBuiltViews();
    const { exitCode, stderr, stdout } = await data.run(['states', file, '--json', ...options]);
    expect({ exitCode, stderr: exitCode === 0 ? '' : stderr }).toEqual({ exitCode: 0, stderr: '' });
    return stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Changed)
      .findLast(({ event }) => event === 'changes') as Changed;
  };
  const first = await explore();
  expect(first).toMatchObject({ since: null, groups: [] });
  expect(first.states.map(({ flag }) => flag)).toEqual(['NEW', 'NEW', 'NEW', 'NEW']);
  const reported = readFileSync(messages, 'utf8');
  const same = await explore();
  expect(same.states.map(({ flag }) => flag)).toEqual(['SAM', 'SAM', 'SAM', 'SAM']);
  // Nothing is told a second time.
  expect(readFileSync(messages, 'utf8')).toBe(reported);

  const { Crane: _, ...rest } = monday;
  shows = {
    ...rest,
    Prices: monday.Prices.replace('forty', 'fifty'),
    Storms: 'No boat leaves until further notice',
  };
  const files = ['graph.html', 'graph.json', 'graph.graphml', 'graph.dot'].map((name) =>
    join(data.folder, name),
  );
  const { since, states, groups, matches } = await explore(...files.flatMap((each) => ['--export', each]));
  expect(since).toBe(2);
  const flags = states.map(({ flag }) => flag);
  expect(flags.toSorted()).toEqual(['MIS', 'NEW', 'UPD', 'UPD', 'UPD']);
  expect(states.find(({ flag }) => flag === 'MIS')?.reason).toContain(
    'can no longer click the button “Crane”',
  );
  expect(states.find(({ flag }) => flag === 'NEW')?.reason).toContain('click the button “Storms”');
  // The buttons are a part of every state, the price is a part of one.
  const texts = states.map(({ changes }) =>
    changes.map(({ before, after }) => `${before} > ${after}`).join(),
  );
  expect(texts.filter((text) => text.includes('Storms'))).toHaveLength(3);
  // What all states share is reported once, with its states.
  expect(groups.map((group) => group.states)).toEqual([[0, 1, 2], [2]]);
  // The price has changed around one of the words, and the storm is new.
  expect(matches.map(({ state }) => state).toSorted()).toEqual([2, 3]);
  const news = readFileSync(messages, 'utf8').slice(reported.length);
  expect(news).toContain('on 3 pages: "Crane" is now "Storms"');
  expect(news).toContain('No boat leaves until further notice');
  expect(news).toContain('one can no longer click the button “Crane”');
  const prices = texts.filter((text) => text.includes('forty'));
  expect(prices).toHaveLength(1);
  expect(prices[0]).toContain('fifty');

  const said = async (...args: readonly string[]) => (await data.run(args)).stdout;
  const report = await said('report', 'harbour');
  expect(report).toContain('3 updated, 1 new, 1 missing, since exploration 2');
  expect(report).toContain('UPD  3 states: 0, 1, 2');
  expect(await said('diff', 'state:2')).toContain('costs [-forty-] {+fifty+} euros');
  const life = await said('explain', 'state:2');
  expect(life).toContain('1. click the button “Prices”');
  expect(life.match(/^(?:UPD|SAM|NEW) .*$/gm)).toHaveLength(3);
  expect(await said('explain', 'state:3@1')).toContain('MIS  exploration 3');

  const [html = '', json = ''] = files;
  expect(JSON.parse(readFileSync(json, 'utf8')).states).toHaveLength(4);
  const page = await (
    await readerOfFiles(await browserForThisTest(), { viewport: { width: 1300, height: 850 } })
  ).newPage();
  await page.goto(pathToFileURL(html).href);
  await page.locator('.state-canvas:not([data-pending])').waitFor();
  expect(await page.locator('.state-list button').count()).toBe(4);
  await page.getByRole('button', { name: /^1 / }).click();
  expect(await page.locator('.state-picture img').count()).toBe(1);
}, 300_000);
