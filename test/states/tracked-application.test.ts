import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { browserForThisTest } from '../browser/browser-for-this-test.ts';
import { dataForThisTest } from '../manners/data-for-this-test.ts';
import { siteForThisTest } from '../runs/site-for-this-test.ts';
import { pagesOf } from '../sites/site-server.ts';

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
  const explore = async (...options: readonly string[]) => {
    const { exitCode, stderr, stdout } = await data.run(['states', `${origin}/`, '--json', ...options]);
    expect({ exitCode, stderr: exitCode === 0 ? '' : stderr }).toEqual({ exitCode: 0, stderr: '' });
    return stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Changed)
      .findLast(({ event }) => event === 'changes') as Changed;
  };
  expect(await explore()).toMatchObject({ since: null, states: [] });
  const same = await explore();
  expect(same.states.map(({ flag }) => flag)).toEqual(['SAM', 'SAM', 'SAM', 'SAM']);

  const { Crane: _, ...rest } = monday;
  shows = {
    ...rest,
    Prices: monday.Prices.replace('forty', 'fifty'),
    Storms: 'No boat leaves until further notice',
  };
  const files = ['graph.html', 'graph.json', 'graph.graphml', 'graph.dot'].map((name) =>
    join(data.folder, name),
  );
  const { since, states } = await explore(...files.flatMap((file) => ['--export', file]));
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
  const prices = texts.filter((text) => text.includes('forty'));
  expect(prices).toHaveLength(1);
  expect(prices[0]).toContain('fifty');

  const [html = '', json = ''] = files;
  expect(JSON.parse(readFileSync(json, 'utf8')).states).toHaveLength(4);
  const page = await (
    await (await browserForThisTest()).newVisitor({ viewport: { width: 1300, height: 850 } })
  ).newPage();
  await page.goto(pathToFileURL(html).href);
  expect(await page.locator('#graph').getAttribute('data-states')).toBe('4');
  await page.getByRole('button', { name: /^1 / }).click();
  expect(await page.locator('#state-picture img').count()).toBe(1);
}, 300_000);
