import { describe, expect, test } from 'vitest';
import { runCommand } from '../../../features/projects/run-command.ts';
import { runSite } from './run-site.ts';
import { siteForThisTest, storeForThisTest } from './site-for-this-test.ts';

const retryDelays = { firstDelay: 1, longestDelay: 5 };

type Trouble = 'hangs up' | 429 | 503;

/** A site of one page whose robots.txt fails so often. */
async function troubledSite(trouble: Trouble, failures: number) {
  let left = failures;
  return siteForThisTest(({ target }, response) => {
    if (target !== '/robots.txt' || left-- <= 0) {
      response.writeHead(target === '/' ? 200 : 404, { 'content-type': 'text/html' });
      response.end('<title>a page</title><p>Here I am.</p>');
    } else if (trouble === 'hangs up') response.destroy();
    else response.writeHead(trouble).end();
  });
}

async function visit(trouble: Trouble, failures: number) {
  const server = await troubledSite(trouble, failures);
  const store = await storeForThisTest();
  const errors: (string | null)[] = [];
  const ending = await runSite(store, {
    project: 'troubled',
    url: `${server.origin}/`,
    settings: { twin: false },
    retryDelays,
    onEvent: (event) => {
      if (event.event === 'page') errors.push(event.error);
    },
  });
  return { ending, errors, host: new URL(server.origin).host };
}

describe('a robots.txt that cannot be read', () => {
  test.each(['hangs up', 429, 503] as const)('for a moment is tried again: %s', async (trouble) => {
    const { ending, errors } = await visit(trouble, 2);
    expect(ending).toMatchObject({ state: 'finished', pages: 1, errors: 0 });
    expect(errors).toEqual([null]);
  });

  test.each([
    ['hangs up', 'does not answer'],
    [429, 'asks us to wait'],
    [503, 'is failing'],
  ] as const)('at all is reported as what happened to the site: %s', async (trouble, words) => {
    const { ending, errors, host } = await visit(trouble, 99);
    expect(ending).toMatchObject({ pages: 0, errors: 1 });
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(
      new RegExp(`^${host} ${words}; nothing was visited there; try again later \\(robots\\.txt `),
    );
  });
});

test('on the command line, the site comes first and the exit code is 1', async () => {
  const server = await troubledSite('hangs up', 99);
  const { exitCode, stderr } = await runCommand(['track', `${server.origin}/`, '--attempts', '1']);
  expect(exitCode).toBe(1);
  expect(stderr).toContain(`${new URL(server.origin).host} does not answer; nothing was visited there`);
});
