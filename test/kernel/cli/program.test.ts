import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { projectFile, runTidemark } from './run-tidemark.ts';

describe('tidemark', () => {
  it('--help lists commands and options on standard output', async () => {
    const { exitCode, stdout, stderr } = await runTidemark(['--help']);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toMatch(/^Usage: tidemark/);
    for (const word of ['url', 'doctor', '--data', '--json', '--quiet', '--no-color']) {
      expect(stdout).toContain(word);
    }
  });

  it('every command has its own help', async () => {
    const { exitCode, stdout } = await runTidemark(['url', 'normalize', '--help']);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('--base <url>');
  });

  it('--version prints the version and nothing else', async () => {
    const { version } = JSON.parse(readFileSync(projectFile('package.json'), 'utf8')) as { version: string };
    expect(await runTidemark(['--version'])).toEqual({ exitCode: 0, stdout: `${version}\n`, stderr: '' });
  });

  it.each([
    [['nope'], /unknown command 'nope'/],
    [['url', 'normalise'], /unknown command 'normalise'/],
    [['url', 'normalize', '--frob'], /unknown option '--frob'/],
    [['url', 'pair', 'a.txt'], /missing required argument 'b'/],
    [['url', 'identity', 'a.txt', 'b.txt'], /too many arguments/],
  ])('%j is refused with exit code 2 and advice', async (args, complaint) => {
    const { exitCode, stdout, stderr } = await runTidemark(args);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toMatch(complaint);
    expect(stderr).toMatch(/ --help" shows what is possible\. \[CLI_USAGE\]\n$/);
  });

  it('a mistyped command is answered with the one that was meant, as JSON too', async () => {
    const { stderr } = await runTidemark(['trak', '--json']);
    expect(JSON.parse(stderr)).toEqual({
      error: {
        code: 'CLI_USAGE',
        message: `unknown command 'trak'. Did you mean track? "tidemark --help" shows what is possible.`,
      },
    });
  });

  it.each([[[]], [['url']]])('%j alone shows the help', async (args: readonly string[]) => {
    const { exitCode, stderr } = await runTidemark(args);
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/^Usage: tidemark/);
  });
});
