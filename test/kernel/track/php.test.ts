import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Report } from './judge.ts';
import { isPhpInstalled, startPhp } from './php-server.ts';
import { commandLineTracker, type Tracker } from './tracker.ts';

const items = Array.from({ length: 12 }, (_, index) => `item ${index + 1}`);

/** The page that a row of a report is about, without the session in its address. */
function flagsOf({ pages }: Report): Readonly<Record<string, string>> {
  const names = pages.map(({ url, flag }) => {
    const item = new URL(url).searchParams.get('item');
    return [item === null ? 'list' : `item ${item}`, flag] as const;
  });
  expect(new Set(names.map(([name]) => name)).size).toBe(names.length);
  return Object.fromEntries(names);
}

describe.runIf(isPhpInstalled)('links that PHP itself rewrites', () => {
  let folder: string;
  let php: Awaited<ReturnType<typeof startPhp>>;
  let tracker: Tracker;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tidemark-php-'));
    php = await startPhp(folder);
    tracker = await commandLineTracker();
  });
  afterEach(async () => {
    await tracker.close();
    await php.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test('a second session finds every page the same, and a third one finds the one edit', async () => {
    const first = await fetch(`${php.origin}/index.php`);
    expect(await first.text()).toMatch(/href="index\.php\?item=1&(?:amp;)?PHPSESSID=\w+"/);

    await tracker.track(`${php.origin}/index.php`);
    await tracker.track(null);
    const same = ['list', ...items].map((name) => [name, 'SAM']);
    expect(flagsOf(await tracker.report())).toEqual(Object.fromEntries(same));

    await writeFile(join(folder, 'edited'), '');
    await tracker.track(null);
    expect(flagsOf(await tracker.report())).toEqual({ ...Object.fromEntries(same), 'item 5': 'UPD' });
  });
});
