import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Finished, objectsOf, runTidemark } from '../../kernel/cli/run-tidemark.ts';

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

  test('crawls the sample site, reports what the editors changed, and leaves nothing behind', async () => {
    const finished = await demo();
    expect(finished.stderr).toBe('');
    expect(finished.exitCode).toBe(0);
    expect(finished.stdout).toContain('Finished. 42 pages, 1 error');
    expect(finished.stdout).toMatch(/404 +http:.*the-lost-issue/);
    expect(finished.stdout).toMatch(/32 +robots\.txt +http:.*print/);
    // Session ids, adverts, the clock and the shuffled list: none of these is reported.
    expect(finished.stdout).toMatch(/^6 of 42 pages changed, 1 is new, 1 is gone\.$/m);
    const updated = [...finished.stdout.matchAll(/^http:\/\/[^/]+(\/\S*)$/gm)].map(([, path]) => path);
    expect(updated).toEqual([
      '/feed.xml',
      '/tides',
      '/instruments',
      '/tides/what-the-wall-remembers',
      '/instruments/the-harmonic-year',
      '/instruments/pressure-at-the-bottom',
    ]);
    expect(finished.stdout).toMatch(/^New:\n {2}http:\S+a-new-gauge-at-the-pier$/m);
    expect(finished.stdout).toMatch(/^Gone:\n {2}http:\S+buoy-seventeen {2}not found \(404\)$/m);
    expect(finished.stdout).toContain('weighs the water above it every [-six-] {+ten+} minutes.');
    expect(readdirSync(temporary).filter((name) => name.startsWith('tidemark-demo-'))).toEqual([]);
    expect(suggestions(finished)[0]).toEqual(['demo', '--keep']);
  });

  test('a database in the settings is left alone, also by the suggested commands', async () => {
    const { exitCode, stdout } = await runTidemark(['demo', '--keep'], {
      environment: {
        TMPDIR: temporary,
        DATABASE_URL: 'postgres://ann@127.0.0.1:9/site',
        npm_command: 'exec',
      },
    });
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/the report again +DATABASE_URL= npx tidemark report demo --data /);
  });

  test('with --keep, the suggested commands show what is kept', async () => {
    const finished = await demo('--keep');
    const [report = [], learned = [], life = [], text = []] = suggestions(finished);
    const data = report.slice(-2);
    const pages = objectsOf(await runTidemark(['ls', 'demo', '--json', ...data])) as { url: string }[];
    const kinds = ['/feed.xml', '/sitemap.xml', '/wave.svg', '/first-issue'];
    for (const path of kinds) expect(pages.map(({ url }) => new URL(url).pathname)).toContain(path);
    expect((await runTidemark(report)).stdout).toContain('6 changed');
    expect((await runTidemark(learned)).stdout).toContain('comes in any order');
    expect((await runTidemark(life)).stdout).toContain('UPD');
    const rules = objectsOf(await runTidemark(['learned', 'ls', '--json', ...data])) as {
      readonly id: string;
      readonly kind: string;
    }[];
    for (const [kind, effect] of [
      ['url', 'URLs that differ there are different pages'],
      ['page', 'what differs there is a change'],
    ] as const) {
      const id = rules.find((rule) => (rule.kind === 'url') === (kind === 'url'))?.id ?? '';
      const switched = await runTidemark(['learned', 'off', id, ...data]);
      expect(switched.stdout).toContain(`${id} is off: from the next run on, ${effect}`);
    }
    expect((await runTidemark(text)).stdout).toContain('Twice a month the sun helps the moon');
  });

  test('a folder that the user names stays, and can be used again', async () => {
    const data = join(temporary, 'a named folder');
    await demo('--data', data);
    expect(existsSync(data)).toBe(true);
    const again = await demo('--data', data);
    expect(again.exitCode).toBe(0);
    expect(again.stdout).toContain(`--data '${data}'`);
  });

  test('with --json, prints the events of the crawl and the changes, and nothing else', async () => {
    const events = objectsOf(await demo('--json')) as { event: string; outcome?: string }[];
    expect(events.at(0)?.event).toBe('started');
    expect(events.filter(({ event, outcome }) => event === 'page' && outcome === 'ok')).toHaveLength(84);
    expect(events.filter(({ event }) => event === 'changes')).toHaveLength(6);
    expect(events.at(-2)).toMatchObject({ event: 'summary', run: 2, updated: 6, new: 1, gone: 1 });
    expect(events.at(-1)).toMatchObject({ event: 'ended', state: 'finished' });
  });
});
