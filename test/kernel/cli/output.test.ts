import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { exitCodeOf, projectFile, runTidemark, startTidemark } from './run-tidemark.ts';

describe('the output of a command', () => {
  it('may be closed early by its reader, as head does', async () => {
    const child = startTidemark(['url', 'normalize', '--json']);
    const exitCode = exitCodeOf(child);
    const stderr = text(child.stderr);
    child.stdin.on('error', () => undefined);
    child.stdin.end('http://example.org/a/rather/long/path\n'.repeat(50_000));
    await once(child.stdout, 'data');
    child.stdout.destroy();
    expect(await exitCode).toBe(0);
    expect(await stderr).toBe('');
  });

  it('waits for a slow reader without a warning, and keeps the order of its lines', async () => {
    const child = spawn(process.execPath, [projectFile('test/kernel/cli/print-many-pages.ts'), '20000']);
    const exitCode = exitCodeOf(child);
    const stderr = text(child.stderr);
    await once(child.stderr, 'data'); // everything is written before the first line is read
    const lines = (await text(child.stdout)).trimEnd().split('\n');
    expect(await stderr).toBe('reported\n');
    expect(await exitCode).toBe(0);
    expect(lines.map((line) => (JSON.parse(line) as { url: string }).url)).toEqual(
      Array.from({ length: 20_000 }, (_, page) => `http://example.org/${page}`),
    );
  });

  // Makes Node treat standard output as a terminal: not every machine that runs tests has one.
  const terminal = `data:text/javascript,${encodeURIComponent(`
    import { WriteStream } from 'node:tty';
    process.stdout.isTTY = true;
    process.stdout.hasColors = WriteStream.prototype.hasColors;
    process.stdout.getColorDepth = WriteStream.prototype.getColorDepth;
  `)}`;
  const onTerminal = { NODE_OPTIONS: `--import=${terminal}`, TERM: 'xterm-256color', COLORTERM: 'truecolor' };
  const colour = '\u001b[';
  const input = 'not a url\n';

  it('has colours on a terminal', async () => {
    const { stdout } = await runTidemark(['url', 'normalize'], { input, environment: onTerminal });
    expect(stdout).toContain(colour);
  });

  it('has none in a pipe', async () => {
    expect((await runTidemark(['url', 'normalize'], { input })).stdout).not.toContain(colour);
  });

  it.each([
    ['NO_COLOR', [], { NO_COLOR: '1' }],
    ['--no-color', ['--no-color'], {}],
  ])('has none with %s', async (_, args, environment) => {
    const { stdout } = await runTidemark(['url', 'normalize', ...args], {
      input,
      environment: { ...onTerminal, ...environment },
    });
    expect(stdout).toContain('error: ');
    expect(stdout).not.toContain(colour);
  });

  it('is never coloured as JSON', async () => {
    const { stdout } = await runTidemark(['url', 'normalize', '--json'], { input, environment: onTerminal });
    expect(stdout).not.toContain(colour);
  });
});
