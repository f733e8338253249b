import { spawnSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';

const root = new URL('../', import.meta.url);

function run(...command: readonly string[]) {
  return spawnSync(process.execPath, [...command], { cwd: root, encoding: 'utf8' });
}

describe('what is published', () => {
  beforeAll(() => {
    expect(run('scripts/build.ts')).toMatchObject({ status: 0, stderr: '' });
  });

  it('crawls', () => {
    const { stdout, status } = run('dist/cli/main.js', 'demo', '--json');
    const events = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { event: string; pages?: number });
    expect(status).toBe(0);
    expect(events.at(-1)).toMatchObject({ event: 'ended', pages: 42 });
  });

  it('shows the help of every command', () => {
    const { stdout, status } = run('dist/cli/main.js', '--help');
    expect(status).toBe(0);
    for (const [, name = ''] of stdout.matchAll(/^ {2}([a-z]+) .*$/gm)) {
      if (name !== 'help')
        expect(run('dist/cli/main.js', name, '--help')).toMatchObject({ status: 0, stderr: '' });
    }
  });

  it('is a library', () => {
    const script = "import { normalizeUrl } from 'tidemark'; console.log(normalizeUrl('HTTP://Example.ORG'))";
    expect(run('--input-type=module', '--eval', script)).toMatchObject({
      stdout: 'http://example.org/\n',
      status: 0,
    });
  });

  it('carries the licence of everything that was put into it', () => {
    const script = "console.log(require('node:fs').readdirSync('dist/vendor').join(' '))";
    const { stdout } = run('--eval', script);
    for (const name of ['kysely', 'zod', 'yaml', 'htmlparser2', 'css-select', 're2js']) {
      expect(stdout).toContain(`${name}.js`);
      expect(stdout).toContain(`${name}.LICENSE`);
    }
  });
});
