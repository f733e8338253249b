import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { StepError } from '../../crawl/steps/step-error.ts';
import type { RuleTableRow } from '../../project/index.ts';
import type { Output } from '../output.ts';
import { keepSeenPage, printRulesTable } from './visit-site.ts';

const rows: readonly RuleTableRow[] = [
  {
    rule: 1,
    name: null,
    verdict: 'accept',
    says: 'rule 1: allow https://a.test/news/**',
    letIn: 12,
    keptOut: 0,
    examples: ['https://a.test/news/1'],
  },
  {
    rule: 2,
    name: 'no print',
    verdict: 'reject',
    says: 'rule 2 (no print): deny **/print',
    letIn: 0,
    keptOut: 0,
    examples: [],
  },
];

async function printed(rules: readonly RuleTableRow[], json: boolean): Promise<readonly string[]> {
  const lines: string[] = [];
  const output: Output = {
    json,
    quiet: false,
    object: async (value) => void lines.push(JSON.stringify(value)),
    line: async (text = '') => void lines.push(text),
    note: () => undefined,
    style: (_, text) => text,
  };
  await printRulesTable(rules, output);
  return lines;
}

test('every rule has a row, also one that never matched', async () => {
  const cells = (await printed(rows, false)).map((line) => line.split(/ {2,}/));
  expect(cells).toEqual([
    [''],
    ['rule', 'let in', 'kept out', 'says', 'for example'],
    ['1', '12', '0', 'allow https://a.test/news/**', 'https://a.test/news/1'],
    ['2 (no print)', '0', '0', 'deny **/print', ''],
  ]);
});

test('programs get one event, and a project without rules gets nothing', async () => {
  expect(await printed(rows, true)).toEqual([JSON.stringify({ event: 'rules', rules: rows })]);
  expect(await printed([], true)).toEqual([]);
});

test('the page that came instead is saved in the data folder; without a page there is no file', async () => {
  const data = await mkdtemp(join(tmpdir(), 'tidemark-seen-'));
  try {
    expect(await keepSeenPage(new StepError('no page', null), 'news', data)).toBeNull();
    const page = {
      url: 'https://a.test/',
      status: 200,
      title: '',
      excerpt: '',
      contentType: 'text/html',
      body: Buffer.from('<p>Please log in'),
    };
    const file = await keepSeenPage(new StepError('a wall', page), 'news', data);
    expect(file).toBe(join(data, 'failed-steps', 'news.html'));
    expect(await readFile(file ?? '', 'utf8')).toBe('<p>Please log in');
  } finally {
    await rm(data, { recursive: true });
  }
});
