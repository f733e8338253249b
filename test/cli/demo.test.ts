import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Finished, objectsOf, runTidemark } from './run-tidemark.ts';

/** The commands that a demonstration suggests for its own folder. */
function suggestions({ stdout }: Finished): readonly (readonly string[])[] {
  const lines = stdout.slice(stdout.indexOf('Try next:')).split('\n').slice(1);
  return lines.flatMap((line) => /tidemark (.*)$/.exec(line)?.slice(1) ?? []).map((text) => text.split(' '));
}

describe('tidemark demo', () => {
  let temporary: string;
  beforeEach(() => {
    temporary = mkdtempSync(join(tmpdir(), 'tidemark-test-demo-'));
  });
  afterEach(() => rmSync(temporary, { recursive: true, force: true }));
  const demo = (...args: readonly string[]) =>
    runTidemark(['demo', ...args], { environment: { TMPDIR: temporary, TEMP: temporary, TMP: temporary } });

  test('crawls the whole sample site, each page once, and leaves nothing behind', async () => {
    const finished = await demo();
    expect(finished.stderr).toBe('');
    expect(finished.exitCode).toBe(0);
    expect(finished.stdout).toContain('Finished. 42 pages, 1 error');
    expect(finished.stdout).toMatch(/404 +http:.*the-lost-issue/);
    expect(finished.stdout).toMatch(/32 +robots\.txt +http:.*print/);
    expect(finished.stdout).toContain('no page was fetched twice');
    expect(readdirSync(temporary).filter((name) => name.startsWith('tidemark-demo-'))).toEqual([]);
    expect(suggestions(finished)[0]).toEqual(['demo', '--keep']);
  });

  test('with --keep, the commands that it suggests show what was kept', async () => {
    const finished = await demo('--keep');
    const [ls = [], text = [], headers = []] = suggestions(finished);
    const pages = objectsOf(await runTidemark([...ls, '--json'])) as { url: string; status: number }[];
    expect(pages.filter(({ status }) => status === 200)).toHaveLength(42);
    const kinds = ['/feed.xml', '/sitemap.xml', '/wave.svg', '/first-issue'];
    for (const path of kinds) expect(pages.map(({ url }) => new URL(url).pathname)).toContain(path);
    expect((await runTidemark(text)).stdout).toContain('Twice a month the sun helps the moon');
    expect((await runTidemark(headers)).stdout).toContain('content-type: text/html');
  });

  test('a folder that the user names stays, and takes a second visit', async () => {
    const data = join(temporary, 'a named folder');
    await demo('--data', data);
    expect(existsSync(data)).toBe(true);
    const again = await demo('--data', data);
    expect(again.exitCode).toBe(0);
    expect(again.stdout).toContain(`--data '${data}'`);
  });

  test('with --json, prints the events of the crawl and nothing else', async () => {
    const events = objectsOf(await demo('--json')) as { event: string; outcome?: string }[];
    expect(events.at(0)?.event).toBe('started');
    expect(events.filter(({ event, outcome }) => event === 'page' && outcome === 'ok')).toHaveLength(42);
    expect(events.at(-1)).toMatchObject({ event: 'ended', state: 'finished' });
  });
});
