import { expect, test } from 'vitest';
import { tidemarkProgram } from '../../main/program.ts';
import { completionsFor } from './completion-command.ts';

const projects = async () => ['tides', 'example.org'];

/** The words that may follow, with `(files)` for names of files. */
async function after(...typed: readonly string[]): Promise<readonly string[]> {
  const { words, files } = await completionsFor(tidemarkProgram(), typed, projects);
  return [...words.map(({ word }) => word), ...(files ? ['(files)'] : [])];
}

test('commands, and commands of commands', async () => {
  expect(await after('tr')).toEqual(['track']);
  expect(await after('url', '')).toEqual(['normalize', 'identity', 'session', 'pair', 'equivalence']);
  expect(await after('projects', 'e')).toEqual(['edit', 'export']);
  expect(await after('nope', 'x')).toEqual([]);
});

test('options of the command, and those of every command', async () => {
  expect(await after('report', '--')).toEqual(
    expect.arrayContaining(['--run', '--flag', '--json', '--data', '--help']),
  );
  expect(await after('learned', 'ls', '--pro')).toEqual(['--project']);
});

test('values of options', async () => {
  expect(await after('track', '--assets', '')).toEqual(['none', 'images', 'all']);
  expect(await after('report', 'tides', '--flag', 'U')).toEqual(['UPD']);
  expect(await after('url', 'equivalence', '--method', 'st')).toEqual(['standard', 'strict']);
  expect(await after('report', '--html', 'x')).toEqual(['(files)']);
  expect(await after('track', '--depth', '')).toEqual([]);
});

test('names of stored projects, where one may be named', async () => {
  for (const words of [
    ['report'],
    ['ls'],
    ['projects', 'rm'],
    ['diff', '--project'],
    ['report', '--run', '3'],
  ])
    expect(await after(...words, '')).toEqual(['tides', 'example.org']);
  expect(await after('track', 'ti')).toEqual(['tides', '(files)']);
  expect(await after('report', 'tides', '')).toEqual([]);
});

test('files, as many as there may be', async () => {
  expect(await after('projects', 'add', 'a.yaml', '')).toEqual(['(files)']);
  expect(await after('url', 'pair', 'a', '')).toEqual(['(files)']);
  expect(await after('completion', '')).toEqual(['bash', 'zsh', 'fish']);
});
