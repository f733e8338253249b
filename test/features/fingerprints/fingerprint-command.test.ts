import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderForThisTest } from '../../extending/blocks-of-page.ts';
import { runCommand } from '../projects/run-command.ts';

const page = (name: string) =>
  `<title>Owner</title><main><h1>${name}</h1><dl><dt>Name</dt><dd>${name}</dd></dl><a href="/owners/${name.length}/edit">Edit</a><a href="/owners">All owners</a></main>`;

function pages() {
  const folder = folderForThisTest();
  const write = (name: string, html: string) => {
    writeFileSync(join(folder, name), html);
    return join(folder, name);
  };
  const files = {
    ann: write('ann.html', page('Ann Smith')),
    bob: write('bob.htm', page('Bob Jones')),
    login: write(
      'login.html',
      '<form action="/login"><input name="user"><input type="password" name="p"><button>Log in</button></form>',
    ),
  };
  write('notes.txt', 'not a page');
  mkdirSync(join(folder, 'deeper'));
  return { folder, ...files };
}

const linesOf = (stdout: string) =>
  stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);

describe('tidemark fingerprint', () => {
  it('says whether two pages are near-duplicates, by text and by functions', async () => {
    const { ann, bob } = pages();
    const byText = await runCommand(['fingerprint', ann, bob]);
    expect(byText.stdout).toMatch(/^different: distance 0\.\d+, threshold 0\.03 \(content\)\n$/);
    const byFunctions = await runCommand(['fingerprint', ann, bob, '--setting', 'structure']);
    expect(byFunctions.stdout).toMatch(/^near-duplicates: distance 0\.\d+, threshold 0\.24 \(structure\)\n$/);
  });

  it('compares all files of a folder, a line for each pair', async () => {
    const { folder } = pages();
    const { stdout, exitCode } = await runCommand(['fingerprint', '--dir', folder, '--setting', 'structure']);
    expect(exitCode).toBe(0);
    expect(linesOf(stdout)).toEqual([
      { a: 'ann.html', b: 'bob.htm', distance: expect.any(Number), nearDuplicate: true },
      { a: 'ann.html', b: 'login.html', distance: expect.any(Number), nearDuplicate: false },
      { a: 'bob.htm', b: 'login.html', distance: expect.any(Number), nearDuplicate: false },
    ]);
  });

  it('takes an algorithm, features and a threshold', async () => {
    const { ann, bob } = pages();
    const run = async (...options: readonly string[]) =>
      linesOf((await runCommand(['fingerprint', ann, bob, '--json', ...options])).stdout)[0];
    expect(await run('--algorithm', 'crawlhash', '--threshold', '32')).toMatchObject({ nearDuplicate: true });
    expect(await run('--features', 'words:1')).toMatchObject({ distance: 1 - 3 / 7 });
    expect(await run('--features', 'metadata')).toMatchObject({ distance: 0, nearDuplicate: true });
    expect(await run('--features', 'stems:1,links', '--lang', 'de')).toMatchObject({ nearDuplicate: false });
  });

  it.each([
    [['a.html'], 'name two HTML files, or a folder with --dir. [CLI_OPTION_INVALID]'],
    [['a.html', 'b.html', '--dir', '.'], 'name two HTML files, or a folder with --dir. [CLI_OPTION_INVALID]'],
    [['no-such.html', 'b.html'], 'cannot read no-such.html: there is no such file [CLI_INPUT_UNREADABLE]'],
    [['--dir', 'no-such'], 'cannot read no-such: '],
    [['a', 'b', '--threshold', 'x'], '--threshold: "x" is not a number such as 0.2. [CLI_OPTION_INVALID]'],
    [
      ['a', 'b', '--threshold', '2'],
      'content: a threshold of 2 is not between 0 and 1 [FINGERPRINT_OPTION_INVALID]',
    ],
    [['a', 'b', '--features', 'wrods'], '"wrods" is no kind of features'],
    [
      ['a', 'b', '--setting', 'content', '--algorithm', 'broder'],
      '--setting has its own algorithm and features',
    ],
  ])('%j is refused', async (args, message) => {
    const { stderr, exitCode } = await runCommand(['fingerprint', ...args]);
    expect(stderr).toContain(message);
    expect(exitCode).toBe(2);
  });

  it('a folder without pages is told', async () => {
    const folder = folderForThisTest();
    const { stderr, exitCode } = await runCommand(['fingerprint', '--dir', folder]);
    expect(stderr).toContain('there are no HTML files');
    expect(exitCode).toBe(2);
  });
});
