import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Finished, objectsOf } from '../../../kernel/cli/run-tidemark.ts';
import { runCommand } from '../../projects/run-command.ts';
import { serveHarbour } from './harbour-site.ts';

let data: string;
let harbour: Awaited<ReturnType<typeof serveHarbour>>;
const visits: Finished[] = [];

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'tidemark-track-'));
  harbour = await serveHarbour({ footer: 2, price: 2, gone: 2, failing: 2, secondPrice: 5 });
  const options = ['--data', data, '--exit-code'];
  const visit = async (...args: readonly string[]) => {
    visits.push(await runCommand(['track', ...args, ...options]));
    harbour.advance();
  };
  await visit(`${harbour.origin}/`, '--project', 'harbour', '--attempts', '1', '--ignore-robots');
  await visit('harbour');
  await visit('harbour', '--quiet');
  await visit('harbour', '--verbose');
  await visit('harbour', '--json');
});
afterAll(async () => {
  await harbour.close();
  await rm(data, { recursive: true, force: true });
});

test('a first visit has nothing to compare with, and says what comes next', () => {
  expect(visits[0]?.stdout).toBe('16 pages kept, to be compared with at the next visit.\n');
  expect(visits[0]?.stderr).toContain('tidemark track harbour');
  expect(visits[0]?.exitCode).toBe(0);
});

test('track ends with the changes themselves, each once, and with exit code 3 when asked', () => {
  const { stdout = '', exitCode } = visits[1] ?? {};
  expect(stdout).toMatch(/^14 of 16 pages changed, 1 is gone, 1 could not be read\.\n/);
  expect(stdout).toContain('\nThe footer changed on 14 pages:\n    © [-2025-] {+2026+} Harbour Press\n');
  expect(stdout).toContain(
    `\n${harbour.origin}/prices\n  ~ changed paragraph under “Tea”\n      Green tea costs € [-18.50-] {+16.90+} a tin.\n`,
  );
  expect(stdout).toContain(`\nGone:\n  ${harbour.origin}/sale  not found (404)\n`);
  expect(stdout).toContain(`\nCannot be read:\n  ${harbour.origin}/help  the server failed (500)\n`);
  expect(stdout.split('\n').length).toBeLessThan(20);
  expect(stdout).not.toMatch(/Finished|pages\/s/);
  expect(exitCode).toBe(3);
});

test('nothing changed: one line, nothing is gone again, and exit code 0', () => {
  expect(visits[2]).toEqual({
    stdout:
      'Nothing changed on 14 pages. 1 page is still gone, since run 2. 1 page still fails, since run 2.\n',
    stderr: '',
    exitCode: 0,
  });
});

test('statistics come with --verbose', () => {
  expect(visits[3]?.stdout).toMatch(/^Finished\. 14 pages, 2 errors, .* pages\/s\)\.\n/);
  expect(visits[3]?.stdout).toMatch(/\nNothing changed on 14 pages\./);
});

test('for programs: each change with its pages, then what is news, then the end', () => {
  const objects = objectsOf(visits[4] ?? { stdout: '', stderr: '', exitCode: 0 }) as { event: string }[];
  expect(objects.slice(-3)).toMatchObject([
    {
      event: 'changes',
      changes: [{ flag: 'changed', area: 'main', heading: 'Tea', isNoise: false }],
      pages: [{ url: `${harbour.origin}/prices` }],
    },
    { event: 'summary', run: 5, updated: 1, gone: 0, lasting: { missing: 1, missingSince: 2 } },
    { event: 'ended', state: 'finished' },
  ]);
  expect(visits[4]?.exitCode).toBe(3);
});
